export { Secrets } from "./secrets";
export { excerpt, visible, visibleOnOneLine } from "./visible";
