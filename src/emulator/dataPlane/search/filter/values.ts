import { NodeRefusal } from "../../call";

/** Whether the single values of a field pass a condition. */
export type ValuesTest = (values: readonly unknown[]) => boolean;

/** A refusal of one condition. */
export function filterProblem(name: string, text: string): NodeRefusal {
  return new NodeRefusal(400, `Error with filter field \`${name}\`: ${text}`);
}

export const EMPTY_VALUE = "Filter value cannot be empty.";
export const EMPTY_AFTER_NOT = "Filter value cannot be empty after '!' operator.";

/** What stands between the brackets of a list; null when the text is no list. */
export function inBrackets(text: string): string | null {
  return text.startsWith("[") && text.endsWith("]") && text.length > 1 ? text.slice(1, -1) : null;
}
