import { refused } from "../../call";
import { closingIndex } from "../values";

/** One token of `filter_by`: an operator, a parenthesis, or an unparsed condition. */
export type FilterToken =
  | { readonly kind: "operator" | "parenthesis" | "condition" | "join"; readonly text: string }
  /** `name.{ … }`: conditions that a single object of a list must meet. */
  | { readonly kind: "object"; readonly text: string };

/** Splits `filter_by` into tokens. @throws NodeRefusalError 400 */
export function tokenizeFilter(text: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  for (let at = 0; at < text.length; ) {
    const letter = text[at] ?? "";
    if (letter === " ") at += 1;
    else if (letter === "(" || letter === ")") {
      tokens.push({ kind: "parenthesis", text: letter });
      at += 1;
    } else if (letter === "&" || letter === "|") {
      if (text[at + 1] !== letter) throw refused("Could not parse the filter filter_query.");
      tokens.push({ kind: "operator", text: letter + letter });
      at += 2;
    } else {
      const isJoin = letter === "$" || text.startsWith("!$", at);
      const { end, kind } = isJoin ? joinEnd(text, at) : conditionEnd(text, at);
      const part = text.slice(at, end).trim();
      if (part !== "") tokens.push({ kind, text: part });
      at = end;
    }
  }
  return tokens;
}

interface Part {
  readonly end: number;
  readonly kind: "condition" | "object" | "join";
}

/** Finds the end of `$Collection(filter)`, or `!$Collection(filter)`. */
function joinEnd(text: string, from: number): Part {
  const problem = () => refused(`Could not parse the reference filter: \`${text.slice(from)}\`.`);
  const close = closingIndex(text, text.indexOf("(", from + 1));
  if (close < 0) throw problem();
  return { end: close + 1, kind: "join" };
}

/** Finds the end of a condition: a parenthesis or operator outside backticks and geo values. */
function conditionEnd(text: string, from: number): Part {
  let quoted = false;
  let afterColon = false;
  let inPlace = false;
  let at = from;
  do {
    if (text[at] === ":") afterColon = true;
    if (text[at] === ")") inPlace = false;
    if (!quoted && !afterColon && text[at] === "{" && text[at - 1] === ".") {
      return { end: objectEnd(text, at), kind: "object" };
    }
    at += 1;
    const next = text[at];
    if (next === "`") quoted = !quoted;
    if (afterColon && next === "(") {
      inPlace = true;
      afterColon = false;
    } else if (afterColon && next === "[" && /^\[ *\(/.test(text.slice(at))) {
      return { end: placesEnd(text, at), kind: "condition" };
    } else if (next !== " ") afterColon = false;
  } while (at < text.length && (quoted || inPlace || !isEnd(text, at)));
  return { end: at, kind: "condition" };
}

function isEnd(text: string, at: number): boolean {
  const letter = text[at];
  return letter === "(" || letter === ")" || text.startsWith("&&", at) || text.startsWith("||", at);
}

function objectEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === "{") throw refused("Nested object filters are not supported.");
    if (text[at] === "}") return at + 1;
  }
  throw refused("Could not parse the object filter: unbalanced curly braces.");
}

function placesEnd(text: string, open: number): number {
  const close = closingIndex(text, open, "[]");
  if (close < 0) throw refused("Could not parse the geopoint filter.");
  return close + 1;
}

const unbalanced = () => refused("Could not parse the filter query: unbalanced parentheses.");

/**
 * Sorts tokens into postfix order. `&&` and `||` have the same precedence, from left to right, as on the server.
 * @throws NodeRefusalError 400
 */
export function toPostfix(tokens: readonly FilterToken[]): FilterToken[] {
  const postfix: FilterToken[] = [];
  const waiting: FilterToken[] = [];
  const flush = () => {
    for (let top = waiting.at(-1); top?.kind === "operator"; top = waiting.at(-1)) {
      postfix.push(top);
      waiting.pop();
    }
  };
  for (const token of tokens) {
    if (token.kind === "operator") {
      flush();
      waiting.push(token);
    } else if (token.kind !== "parenthesis") postfix.push(token);
    else if (token.text === "(") waiting.push(token);
    else {
      flush();
      if (waiting.pop() === undefined) throw unbalanced();
    }
  }
  flush();
  if (waiting.length > 0) throw unbalanced();
  return postfix;
}
