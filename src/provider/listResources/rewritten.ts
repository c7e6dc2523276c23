import type { ListCall } from "../../framework";
import { parsedJson, sortedJson } from "../model/jsonText";

/** Terraform escapes these characters in `jsonencode`. */
const ESCAPED = /[<>&\u2028\u2029]/g;

/** True if generated configuration has another string: Terraform writes one that is a JSON object or list as `jsonencode(…)`. */
export function isRewritten(text: string): boolean {
  const value = parsedJson(text);
  if (typeof value !== "object" || value === null) return false;
  const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return sortedJson(value).replace(ESCAPED, escaped) !== text;
}

/** Warns of a string that Terraform would write differently, so that the first plan would be an edit. @param what with a capital */
export function warnOfRewritten(
  { warn, includesResource }: Pick<ListCall<never>, "warn" | "includesResource">,
  what: string,
  attribute: string,
  text: string | null,
): void {
  if (!includesResource || text === null || !isRewritten(text)) return;
  warn(
    `${what}: generated configuration has another ${attribute}`,
    `Its ${attribute} is JSON, which Terraform writes as jsonencode(…): without spaces, and with sorted keys. Write it as the string that it is, in quotes, ` +
      "before you apply: the plan shows the difference as an edit.",
  );
}
