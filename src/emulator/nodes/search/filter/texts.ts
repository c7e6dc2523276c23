import { type Tokenizer, termsOf } from "../tokens";
import { filterProblem, listOf, unquoted, type ValuesTest } from "./values";

type TextTest = (values: readonly string[]) => boolean;

/**
 * `word`, `=whole value`, `=beginning*`, `!=whole value`, `!word`, and lists of values. `word` looks for all words of
 * the value anywhere in the field, `=` compares the words of one value as a whole.
 * @param verbatim whether `word`, too, compares a value as a whole, letter by letter
 * @throws NodeRefusal 400
 */
export function textTest(name: string, text: string, tokenize: Tokenizer, verbatim: boolean): ValuesTest {
  const [, operator = "", rest = ""] = /^(!=|!|=|)\s*(.*)$/s.exec(text) ?? [];
  if (rest === "") throw filterProblem(name, "Filter value cannot be empty.");
  const wanted = (listOf(rest) ?? [rest]).map(unquoted);
  const whole = operator.endsWith("=");
  const tests = wanted.map((value): TextTest => {
    if (whole) return wholeTest(value, tokenize);
    return verbatim ? (values) => values.includes(value) : wordsTest(value, tokenize);
  });
  return (values) => {
    const texts = values.filter((one) => typeof one === "string");
    return tests.some((test) => test(texts)) !== operator.startsWith("!");
  };
}

function wholeTest(value: string, tokenize: Tokenizer): TextTest {
  const wanted = termsOf(tokenize, value).join(" ");
  if (!value.endsWith("*"))
    return (texts) => texts.some((one) => termsOf(tokenize, one).join(" ") === wanted);
  return (texts) => texts.some((one) => termsOf(tokenize, one).join(" ").startsWith(wanted));
}

function wordsTest(value: string, tokenize: Tokenizer): TextTest {
  const wanted = termsOf(tokenize, value);
  const last = value.endsWith("*") ? wanted.pop() : undefined;
  return (texts) => {
    const there = new Set(texts.flatMap((one) => termsOf(tokenize, one)));
    return (
      wanted.every((word) => there.has(word)) &&
      (last === undefined || [...there].some((word) => word.startsWith(last)))
    );
  };
}

/** Ids, compared letter by letter. @throws NodeRefusal 400 */
export function idTest(text: string): ValuesTest {
  const [, operator = "", rest = ""] = /^(!=|=|)\s*(.*)$/s.exec(text) ?? [];
  if (rest === "") throw filterProblem("id", "Filter value cannot be empty.");
  const wanted = (listOf(rest) ?? [rest]).map(unquoted);
  const all = wanted.includes("*");
  return ([id]) => (all || wanted.some((one) => one === id)) !== operator.startsWith("!");
}
