import { NodeRefusal } from "../../call";

/** Whether the single values of a field pass a condition. */
export type ValuesTest = (values: readonly unknown[]) => boolean;

/** A refusal of one condition. */
export function filterProblem(name: string, text: string): NodeRefusal {
  return new NodeRefusal(400, `Error with filter field \`${name}\`: ${text}`);
}

/** The entries of `[a, b]`, or null when the text is no list. Commas within backticks divide nothing. */
export function listOf(text: string): readonly string[] | null {
  return text.startsWith("[") && text.endsWith("]") ? divided(text.slice(1, -1)) : null;
}

function divided(text: string): string[] {
  const entries = text.match(/(`[^`]*`|[^,`])+/g) ?? [];
  return entries.map((one) => one.trim()).filter((one) => one !== "");
}

/** A value without the backticks around it. */
export function unquoted(text: string): string {
  return text.replace(/^`([^`]*)`$/, "$1");
}
