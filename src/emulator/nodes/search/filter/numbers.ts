import type { StoredField } from "../../record";
import { filterProblem, listOf, type ValuesTest } from "./values";

type NumberTest = (value: number) => boolean;

const COMPARE: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  "": (value, bound) => value === bound,
  "=": (value, bound) => value === bound,
  "!=": (value, bound) => value !== bound,
  "<": (value, bound) => value < bound,
  "<=": (value, bound) => value <= bound,
  ">": (value, bound) => value > bound,
  ">=": (value, bound) => value >= bound,
};

const INT32 = 2 ** 31;

/** `5`, `=5`, `!=5`, `<5`, `>=5`, `[1..3]`, `[1, 5..7, >9]`, `!=[1, 2]`. @throws NodeRefusal 400 */
export function numberTest(field: StoredField, text: string): ValuesTest {
  const [, not = "", rest = ""] = /^=?\s*(!=?|)\s*(.*)$/s.exec(text) ?? [];
  const tests = (listOf(rest) ?? [rest]).map((one) => oneTest(field, one));
  const passes: ValuesTest = (values) =>
    values.some((value) => typeof value === "number" && tests.some((test) => test(value)));
  return not === "" ? passes : (values) => !passes(values);
}

function oneTest(field: StoredField, text: string): NumberTest {
  const [, low, high] = /^(.+?)\.\.(.+)$/.exec(text) ?? [];
  if (low !== undefined && high !== undefined) {
    const [from, to] = [numberOf(field, low.trim()), numberOf(field, high.trim())];
    return (value) => value >= from && value <= to;
  }
  const [, operator = "", bound = ""] = /^(<=|>=|!=|<|>|=|)\s*(.*)$/s.exec(text) ?? [];
  const compare = COMPARE[operator];
  if (compare === undefined || !/^-?[\d.]/.test(bound)) {
    throw filterProblem(field.name, "Numerical field has an invalid comparator.");
  }
  const number = numberOf(field, bound);
  return (value) => compare(value, number);
}

function numberOf({ name, type }: StoredField, text: string): number {
  const kind = type.replace("[]", "");
  if (kind === "float") {
    if (/^-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text);
    throw filterProblem(name, "Not a float.");
  }
  if (!/^-?\d+$/.test(text)) throw filterProblem(name, `Not an ${kind}.`);
  const number = Number(text);
  if (kind === "int32" && (number < -INT32 || number >= INT32)) {
    throw filterProblem(name, `\`${text}\` exceeds the range of an int32.`);
  }
  return number;
}
