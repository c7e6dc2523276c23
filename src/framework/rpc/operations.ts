/** Moves between types, and the calls of Terraform 1.14 and later: a chunk of the shipped file, loaded at the first of them. */
export { invokeAction, planAction } from "./actions";
export { generateResourceConfig } from "./generatedConfig";
export { listResource } from "./lists";
export { moveResourceState } from "./moves";
