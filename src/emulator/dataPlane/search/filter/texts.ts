import { containsPhrase, type Tokenizer, termsOf } from "../text/words";
import { listedValues } from "../values";
import { EMPTY_VALUE, filterRefusal, insideBrackets, type ValuesTest } from "./values";

type TextTest = (texts: readonly string[]) => boolean;

/**
 * Reads `word`, `=whole value`, `=beginning*`, `!=whole value`, `!word`, `"a phrase"`, and lists of values. `word`
 * looks for all its words anywhere in the field; `=` compares whole values.
 * @throws NodeRefusalError 400
 */
export function textTest(name: string, text: string, tokenize: Tokenizer, isSince30: boolean): ValuesTest {
  const [, operator = "", rest = ""] = /^(!=|!|=|) *(.*)$/s.exec(text) ?? [];
  if (rest === "") throw filterRefusal(name, EMPTY_VALUE);
  const phrase = isSince30 ? quotedPhrase(rest) : null;
  const list = insideBrackets(rest);
  const values = list === null ? [rest] : listedValues(list);
  const whole = operator.endsWith("=") || (isSince30 && list !== null && values.some(isPhrase));
  const tests =
    phrase === null
      ? values.map((value) => testOf(name, value, { whole, isSince30, isList: list !== null }, tokenize))
      : [phraseTest(name, phrase, tokenize)];
  return (all) => {
    const texts = all.filter((one) => typeof one === "string");
    return tests.some((test) => test(texts)) !== operator.startsWith("!");
  };
}

interface How {
  readonly whole: boolean;
  readonly isSince30: boolean;
  readonly isList: boolean;
}

function testOf(
  name: string,
  given: string,
  { whole, isSince30, isList }: How,
  tokenize: Tokenizer,
): TextTest {
  const phrase = isSince30 && isList ? quotedPhrase(given) : null;
  if (phrase !== null) return phraseTest(name, phrase, tokenize);
  const isBeginning = given.length > 1 && given.endsWith("*");
  const wanted = wordsOf(name, isBeginning ? given.slice(0, -1) : given, tokenize);
  return whole ? wholeTest(wanted, isBeginning, tokenize) : wordsTest(wanted, isBeginning, tokenize);
}

function wordsOf(name: string, value: string, tokenize: Tokenizer): string[] {
  const words = termsOf(tokenize, value);
  if (words.length === 0) throw filterRefusal(name, EMPTY_VALUE);
  return words;
}

function wholeTest(wanted: readonly string[], isBeginning: boolean, tokenize: Tokenizer): TextTest {
  const text = wanted.join(" ");
  const found = (one: string) => termsOf(tokenize, one).join(" ");
  if (isBeginning) return (texts) => texts.some((one) => found(one).startsWith(text));
  return (texts) => texts.some((one) => found(one) === text);
}

function wordsTest(wanted: readonly string[], isBeginning: boolean, tokenize: Tokenizer): TextTest {
  const whole = isBeginning ? wanted.slice(0, -1) : wanted;
  const last = isBeginning ? (wanted.at(-1) ?? "") : null;
  return (texts) => {
    const there = new Set(texts.flatMap((text) => termsOf(tokenize, text)));
    if (!whole.every((word) => there.has(word))) return false;
    return last === null || [...there].some((word) => word.startsWith(last));
  };
}

function phraseTest(name: string, phrase: string, tokenize: Tokenizer): TextTest {
  const wanted = wordsOf(name, phrase, tokenize).join(" ");
  return (texts) => texts.some((one) => containsPhrase(termsOf(tokenize, one).join(" "), wanted));
}

function isPhrase(value: string): boolean {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"');
}

function quotedPhrase(value: string): string | null {
  return isPhrase(value) ? value.slice(1, -1) : null;
}

/** Reads ids, which are compared exactly. @throws NodeRefusalError 400 */
export function idTest(text: string): (id: unknown) => boolean {
  const [, operator = "", rest = ""] = /^(!=|=|) *(.*)$/s.exec(text) ?? [];
  const list = insideBrackets(rest);
  const values = listedValues(list ?? rest);
  if (rest === "" || (list === null && values.length === 0)) throw filterRefusal("id", EMPTY_VALUE);
  const wanted = new Set(list === null ? values.slice(0, 1) : values);
  const all = wanted.has("*");
  return (id) => (all || wanted.has(String(id))) !== operator.startsWith("!");
}
