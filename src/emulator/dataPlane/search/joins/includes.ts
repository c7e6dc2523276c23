import { refused } from "../../call";
import { closingIndex, split } from "../values";

/** An entry such as `$Collection(a, b, strategy: merge) as c`. */
export interface Include {
  readonly name: string;
  /** Separated by commas; empty means all. */
  readonly fields: string;
  /** Entries for collections that are joined to this one. */
  readonly nested: readonly string[];
  readonly alias: string;
  readonly strategy: Strategy;
  /** The name under which the number of joined documents is answered; empty means none. */
  readonly counts: string;
}

const STRATEGIES = ["merge", "nest", "nest_array"] as const;
type Strategy = (typeof STRATEGIES)[number];

/** Returns the content of an entry's parentheses. */
export function insideParentheses(text: string): string {
  return text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
}

/** Returns the name of the joined collection of an entry or a filter. */
export function joinedName(text: string): string {
  return text.slice(text.indexOf("$") + 1, text.indexOf("(")).trim();
}

/** @throws NodeRefusalError 400 */
export function includeOf(text: string): Include {
  const entries = splitIncludes(insideParentheses(text));
  const isName = (one: string) => !one.startsWith("$") && !one.includes(":");
  const options = new Map(
    entries.filter((one) => !one.startsWith("$") && !isName(one)).map((one) => option(text, one)),
  );
  const strategy = options.get("strategy") ?? "nest";
  if (!isStrategy(strategy)) {
    const allowed = STRATEGIES.map((one) => `\`${one}\``).join(", ");
    throw refused(
      `Error parsing \`${text}\`: Unknown include strategy \`${strategy}\`. Valid options are ${allowed}.`,
    );
  }
  const [, alias = ""] = /\)\s*as\s+(\S+)\s*$/.exec(text) ?? [];
  return {
    name: joinedName(text),
    fields: entries.filter((one) => isName(one) && one !== "*").join(","),
    nested: entries.filter((one) => one.startsWith("$")),
    alias,
    strategy,
    counts: options.get("related_docs_count") ?? "",
  };
}

function isStrategy(text: string): text is Strategy {
  return STRATEGIES.some((one) => one === text);
}

function option(entry: string, text: string): [name: string, value: string] {
  const [name = "", value] = split(text, ":");
  if (value === undefined) throw refused(`Error parsing \`${entry}\`: ${text}`);
  if (["strategy", "related_docs_count", "limit", "sort_by"].includes(name)) return [name, value];
  throw refused(`Unknown reference \`include_fields\` parameter: \`${name}\`.`);
}

/**
 * Splits `include_fields` or `exclude_fields`. An entry that starts with `$` names fields of a joined collection in
 * parentheses.
 * @throws NodeRefusalError 400
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

/** Returns the index of the comma after an entry such as `$Collection(a, b) as c`, or the end of the text. */
function referenceEnd(text: string, from: number): number {
  const close = closingIndex(text, text.indexOf("(", from));
  if (close < 0) {
    const words = `Invalid reference \`${text}\` in include_fields/exclude_fields`;
    throw refused(`${words}, expected \`$CollectionName(fieldA, ...)\`.`);
  }
  const comma = text.indexOf(",", close);
  return comma < 0 ? text.length : comma;
}
