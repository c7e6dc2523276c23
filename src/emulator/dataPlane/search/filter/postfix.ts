import { NodeRefusal } from "../../call";
import type { FilterToken } from "./tokenize";

const unbalanced = () => new NodeRefusal(400, "Could not parse the filter query: unbalanced parentheses.");

/**
 * The tokens in postfix order. `&&` and `||` bind equally and from left to right, as the server has it; parentheses group.
 * @throws NodeRefusal 400 in the server's words
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
