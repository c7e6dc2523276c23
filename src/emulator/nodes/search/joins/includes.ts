import { NodeRefusal } from "../../call";

/**
 * The entries of `include_fields` or `exclude_fields`. One that starts with `$` names fields of a joined collection in
 * parentheses. @throws NodeRefusal 400 in the server's words
 */
export function splitIncludes(text: string): string[] {
  const entries: string[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] === " " || text[at] === ",") {
      at += 1;
      continue;
    }
    const end = text[at] === "$" ? referenceEnd(text, at) : text.indexOf(",", at);
    const entry = text.slice(at, end < 0 ? text.length : end).trim();
    if (entry !== "") entries.push(entry);
    if (end < 0) break;
    at = end + 1;
  }
  return entries;
}

/** Where the comma after an entry such as `$Collection(a, b) as c` stands, or the end of the text. */
function referenceEnd(text: string, from: number): number {
  let depth = 0;
  let at = text.indexOf("(", from);
  for (; at >= 0 && at < text.length; at++) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) break;
  }
  if (at < 0 || depth !== 0) {
    const words = `Invalid reference \`${text}\` in include_fields/exclude_fields`;
    throw new NodeRefusal(400, `${words}, expected \`$CollectionName(fieldA, ...)\`.`);
  }
  const comma = text.indexOf(",", at);
  return comma < 0 ? text.length : comma;
}
