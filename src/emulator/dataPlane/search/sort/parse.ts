import { refused } from "../../call";
import { closingIndex, isInt64 } from "../values";

/** One unparsed clause of `sort_by`: `year:desc`, `place(1, 2):asc`, `_eval(year:>1900):desc`. */
export interface SortClause {
  readonly name: string;
  /** In upper case. */
  readonly order: string;
  /** The filters of `_eval`, with the score of a document that passes each. */
  readonly evals?: readonly { readonly filter: string; readonly score: number }[];
}

const malformed = () => refused("Parameter `sort_by` is malformed.");

/** Splits `sort_by` into clauses. @throws NodeRefusalError 400 */
export function parseSort(text: string): SortClause[] {
  const clauses: SortClause[] = [];
  let clause = "";
  let depth = 0;
  let before = "`";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (clause === "" && letter === "$") {
      const end = closing(text, text.indexOf("(", at), false);
      clauses.push({ name: text.slice(at, end + 1), order: "" });
      at = skipped(text, end, ", ");
      continue;
    }
    if (clause === "" && text.startsWith("_eval", at)) {
      const read = readEval(text, at);
      clauses.push(read.clause);
      at = skipped(text, read.end, " ");
      continue;
    }
    const isLast = at === text.length - 1;
    if (isLast || (letter === "," && !/\d/.test(before) && depth === 0)) {
      clauses.push(plainClause(isLast ? clause + letter : clause));
      clause = "";
      at = skipped(text, at, " ");
    } else {
      if (letter === "(") depth += 1;
      if (letter === ")") depth -= 1;
      clause += letter;
    }
    if (letter !== " ") before = letter;
  }
  return clauses;
}

function plainClause(text: string): SortClause {
  const colon = text.lastIndexOf(":");
  if (colon < 0 || colon + 1 === text.length) throw malformed();
  return {
    name: text.slice(0, colon).trim(),
    order: text
      .slice(colon + 1)
      .trim()
      .toUpperCase(),
  };
}

/** Reads `_eval(filter):order`, or `_eval([(filter):score, …]):order`. */
function readEval(text: string, from: number): { clause: SortClause; end: number } {
  const open = text.indexOf("(", from);
  const close = closing(text, open);
  const inside = text.slice(open + 1, close).trim();
  if (inside.startsWith("$") && inside.includes("(")) throw malformed();
  const evals = inside.startsWith("[") ? scored(inside) : [{ filter: text.slice(open + 1, close), score: 1 }];
  const colon = text.indexOf(":", close);
  if (colon < 0) throw malformed();
  const comma = text.indexOf(",", colon);
  const end = comma < 0 ? text.length : comma;
  const order = text
    .slice(colon + 1, end)
    .trim()
    .toUpperCase();
  return { clause: { name: "_eval", order, evals }, end };
}

function scored(text: string): { filter: string; score: number }[] {
  const evals: { filter: string; score: number }[] = [];
  for (let at = 1; text[at] !== "]"; ) {
    const open = text.indexOf("(", at);
    const close = closing(text, open);
    const [whole = "", score = ""] = /^\s*:([^,\]]*)(?=[,\]])/.exec(text.slice(close + 1)) ?? [];
    if (!isInt64(score.trim())) throw malformed();
    evals.push({ filter: text.slice(open + 1, close), score: Number(score) });
    at = close + 1 + whole.length;
    if (text[at] === ",") at += 1;
    while (text[at] === " ") at += 1;
    if (at >= text.length) throw malformed();
  }
  return evals;
}

/** @throws NodeRefusalError 400 */
function closing(text: string, open: number, skipsQuoted = true): number {
  const close = closingIndex(text, open, "()", skipsQuoted);
  if (close < 0) throw malformed();
  return close;
}

function skipped(text: string, from: number, letters: string): number {
  let at = from;
  while (at + 1 < text.length && letters.includes(text[at + 1] ?? "")) at += 1;
  return at;
}
