import type { StoredField } from "../../../domain/store/data";
import { type NodeRefusal, refused } from "../../call";
import { isFloat, isInt32, isInt64, isInteger, split } from "../values";

/** True if the values of a field pass a condition. */
export type ValuesTest = (values: readonly unknown[]) => boolean;

/** Returns the refusal of one condition. */
export function filterRefusal(name: string, text: string): NodeRefusal {
  return refused(`Error with filter field \`${name}\`: ${text}`);
}

export const EMPTY_VALUE = "Filter value cannot be empty.";
const EMPTY_AFTER_NOT = "Filter value cannot be empty after '!' operator.";

/** Returns the content of a list in brackets; null if the text is no list. */
export function insideBrackets(text: string): string | null {
  return text.startsWith("[") && text.endsWith("]") && text.length > 1 ? text.slice(1, -1) : null;
}

/** Reads `true`, `=true`, `!=true`, `[true, false]`, and since 30 `!true`. @throws NodeRefusal 400 */
export function booleanTest(name: string, text: string, isSince30: boolean): ValuesTest {
  const pattern = isSince30 ? /^(!=|!|=|)\s*(.*)$/s : /^(!=|=|)\s*(.*)$/s;
  const [, operator = "", rest = ""] = pattern.exec(text.replace(/^=\s*/, "")) ?? [];
  if (rest === "") throw filterRefusal(name, isSince30 && operator !== "" ? EMPTY_AFTER_NOT : EMPTY_VALUE);
  const list = insideBrackets(rest);
  const wanted = (list === null ? [rest] : split(list)).map((one) => {
    if (one === "true" || one === "false") return one === "true";
    const words =
      list === null ? `Value of filter field \`${name}\` must` : `Values of filter field \`${name}\`: must`;
    throw refused(`${words} be \`true\` or \`false\`.`);
  });
  const has: ValuesTest = (values) => values.some((one) => wanted.some((value) => value === one));
  return operator.startsWith("!") ? (values) => !has(values) : has;
}

type Compare = (value: number, bound: number) => boolean;

const COMPARE: Readonly<Record<string, Compare>> = {
  "": (value, bound) => value === bound,
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
};

/**
 * Reads `5`, `=5`, `!=5`, `<5`, `>=5`, `1..3`, `[1, 5..7, >9]`, `!=[1, 2]`, and since 30 `!5`.
 * @throws NodeRefusal 400
 */
export function numberTest(field: StoredField, given: string, isSince30: boolean): ValuesTest {
  let text = given.replace(/^= */, "");
  const isNegated = isSince30 && /^!(?!=)/.test(text);
  if (isNegated) text = text.replace(/^! */, "");
  if (isNegated && text === "") throw filterRefusal(field.name, EMPTY_AFTER_NOT);
  const test = listTest(field, text) ?? oneOrList(field, text);
  return isNegated ? (values) => !test(values) : test;
}

function listTest(field: StoredField, text: string): ValuesTest | null {
  const list = insideBrackets(text);
  if (list === null) return null;
  const tests = split(list).map((one) => oneTest(field, one));
  return (values) => tests.some((test) => test(values));
}

function oneOrList(field: StoredField, text: string): ValuesTest {
  const inner = text.startsWith("!=") ? listTest(field, text.slice(2).trim()) : null;
  return inner === null ? oneTest(field, text) : (values) => !inner(values);
}

function oneTest(field: StoredField, text: string): ValuesTest {
  if (isInteger(text) || isFloat(text)) return comparison(COMPARE[""], numberOf(field, text));
  const [, operator, bound = ""] = /^(<=|>=|!=|<|>)(.*)$/s.exec(text) ?? [];
  if (operator === "!=") {
    const equal = comparison(COMPARE[""], numberOf(field, bound.trim()));
    return (values) => !equal(values);
  }
  if (operator !== undefined) return comparison(COMPARE[operator], numberOf(field, bound.trim()));
  if (!text.includes("..")) throw filterRefusal(field.name, "Numerical field has an invalid comparator.");
  const [from, to] = split(text, "..").map((one) => numberOf(field, one));
  if (from === undefined) return () => false;
  const [low, high] = [from, to ?? from];
  return (values) => values.some((value) => typeof value === "number" && value >= low && value <= high);
}

function comparison(compare: Compare | undefined, bound: number): ValuesTest {
  if (compare === undefined) return () => false;
  return (values) => values.some((value) => typeof value === "number" && compare(value, bound));
}

function numberOf({ name, type }: StoredField, text: string): number {
  const kind = type.replace("[]", "");
  if (kind === "float") {
    if (!isFloat(text)) throw filterRefusal(name, "Not a float.");
    return Number(text);
  }
  const isRight = kind === "int32" ? isInteger(text) : isInt64(text);
  if (!isRight) throw filterRefusal(name, `Not an ${kind}.`);
  if (kind === "int32" && !isInt32(text)) {
    throw filterRefusal(name, `\`${text}\` exceeds the range of an int32.`);
  }
  return Number(text);
}
