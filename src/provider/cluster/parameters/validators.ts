import type { ValueValidator } from "../../../framework";
import type { Parameters } from "./difference";

/** Every name has characters, and no blank among them. */
export const namesWithoutBlanks: ValueValidator<Parameters> = (parameters) => {
  const wrong = Object.keys(parameters).find((name) => name === "" || /\s/.test(name));
  if (wrong === undefined) return undefined;
  return wrong === ""
    ? "has a parameter without a name"
    : `has a name with a blank in it: ${JSON.stringify(wrong)}`;
};
