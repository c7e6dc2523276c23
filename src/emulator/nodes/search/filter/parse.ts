import { NodeRefusal } from "../../call";

/** One condition of a filter: the name of a field and what follows its colon. */
export interface Condition {
  readonly field: string;
  readonly text: string;
}

export type Operator = "&&" | "||";

/** A filter in postfix order. */
export type Postfix = readonly (Condition | Operator)[];

/**
 * Parses `filter_by`. `&&` and `||` bind equally and from left to right, as the server has it; parentheses group.
 * @param maxOperations how many conditions and operators there may be
 * @returns an empty list for an empty filter
 * @throws NodeRefusal 400 in the server's words
 */
export function parseFilter(text: string, maxOperations: number): Postfix {
  const postfix = toPostfix(tokenize(text));
  if (postfix.length > maxOperations) {
    const words = `\`filter_by\` has too many operations. Maximum allowed: ${maxOperations}.`;
    const advice = "Use `--filter-by-max-ops` command line argument to customize this value.";
    throw new NodeRefusal(400, `${words} ${advice}`);
  }
  checkOperands(postfix);
  if (postfix.length === 0 && text.trim() !== "") throw new NodeRefusal(400, "Filter query cannot be empty.");
  return postfix;
}

export function isOperator(token: Condition | string): token is Operator {
  return token === "&&" || token === "||";
}

const unreadable = (rest = "") => new NodeRefusal(400, `Could not parse the filter query${rest}.`);

type FilterToken = Condition | Operator | "(" | ")";

function tokenize(text: string): FilterToken[] {
  const tokens: FilterToken[] = [];
  for (let at = 0; at < text.length; ) {
    const two = text.slice(at, at + 2);
    const [one = ""] = two;
    if (/\s/.test(one)) at += 1;
    else if (one === "(" || one === ")") {
      tokens.push(one);
      at += 1;
    } else if (isOperator(two)) {
      tokens.push(two);
      at += 2;
    } else if (one === "&" || one === "|") throw unreadable();
    else {
      const end = conditionEnd(text, at);
      tokens.push(condition(text.slice(at, end).trim()));
      at = end;
    }
  }
  return tokens;
}

/** A condition ends at a parenthesis or an operator that is not within backticks. */
function conditionEnd(text: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === "`") quoted = !quoted;
    if (quoted) continue;
    if (letter === "(" || letter === ")" || isOperator(text.slice(at, at + 2))) return at;
  }
  return text.length;
}

function condition(text: string): Condition {
  if (text.startsWith("$") || text.startsWith("!$")) {
    throw new NodeRefusal(400, "The emulator does not imitate joins in `filter_by`.");
  }
  const colon = text.indexOf(":");
  if (colon < 0) throw unreadable();
  return { field: text.slice(0, colon).trim(), text: text.slice(colon + 1).trim() };
}

function toPostfix(tokens: readonly FilterToken[]): (Condition | Operator)[] {
  const postfix: (Condition | Operator)[] = [];
  const waiting: (Operator | "(")[] = [];
  const flush = () => {
    for (let top = waiting.at(-1); top !== undefined && top !== "("; top = waiting.at(-1)) {
      postfix.push(top);
      waiting.pop();
    }
  };
  for (const token of tokens) {
    if (token === "(") waiting.push(token);
    else if (token === ")") {
      flush();
      if (waiting.pop() !== "(") throw unreadable(": unbalanced parentheses");
    } else if (isOperator(token)) {
      flush();
      waiting.push(token);
    } else postfix.push(token);
  }
  flush();
  if (waiting.length > 0) throw unreadable(": unbalanced parentheses");
  return postfix;
}

function checkOperands(postfix: Postfix): void {
  let values = 0;
  for (const token of postfix) {
    if (isOperator(token as Operator) && values < 2) {
      throw unreadable(`: unbalanced \`${String(token)}\` operands`);
    }
    values += isOperator(token as Operator) ? -1 : 1;
  }
  if (values > 1) throw unreadable();
}
