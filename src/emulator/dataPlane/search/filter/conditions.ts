import type { StoredField } from "../../../domain/store/data";
import { type NodeRefusalError, refused } from "../../call";
import { asList, isTextField } from "../../documents/schema";
import { distanceMeters, type GeoPoint, geoPointsOf, isInside, pairs, readDistance } from "../geo";
import { containsPhrase, type Tokenizer, termsOf } from "../text/words";
import { isFloat, isInt32, isInt64, isInteger, listedValues, split } from "../values";

/** True if the value of a field passes a condition. */
type ValueTest = (value: unknown) => boolean;
/** True if the values of a field pass a condition. */
type ValuesTest = (values: readonly unknown[]) => boolean;

/** Reads the condition on a field. @throws NodeRefusalError 400 */
export function fieldTest(
  field: StoredField,
  text: string,
  tokenize: Tokenizer,
  isSince30: boolean,
): ValueTest {
  if (field.type.startsWith("geo")) return geoTest(field, text);
  const test = valuesTest(field, text, tokenize, isSince30);
  return (value) => test(asList(value));
}

function valuesTest(field: StoredField, text: string, tokenize: Tokenizer, isSince30: boolean): ValuesTest {
  const { name, type } = field;
  if (isTextField(field)) return textTest(name, text, tokenize, isSince30);
  if (/^(int32|int64|float)(\[\])?$/.test(type)) return numberTest(field, text, isSince30);
  if (/^bool(\[\])?$/.test(type)) return booleanTest(name, text, isSince30);
  throw filterRefusal(name, "Unidentified field data type, see docs for supported data types.");
}

/** Returns the refusal of one condition. */
function filterRefusal(name: string, text: string): NodeRefusalError {
  return refused(`Error with filter field \`${name}\`: ${text}`);
}

const EMPTY_VALUE = "Filter value cannot be empty.";
const EMPTY_AFTER_NOT = "Filter value cannot be empty after '!' operator.";

/** Returns the content of a list in brackets; null if the text is no list. */
function insideBrackets(text: string): string | null {
  return text.startsWith("[") && text.endsWith("]") && text.length > 1 ? text.slice(1, -1) : null;
}

/** Reads `true`, `=true`, `!=true`, `[true, false]`, and since 30 `!true`. @throws NodeRefusalError 400 */
function booleanTest(name: string, text: string, isSince30: boolean): ValuesTest {
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
 * @throws NodeRefusalError 400
 */
function numberTest(field: StoredField, given: string, isSince30: boolean): ValuesTest {
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

type TextTest = (texts: readonly string[]) => boolean;

/**
 * Reads `word`, `=whole value`, `=beginning*`, `!=whole value`, `!word`, `"a phrase"`, and lists of values. `word`
 * looks for all its words anywhere in the field; `=` compares whole values.
 * @throws NodeRefusalError 400
 */
function textTest(name: string, text: string, tokenize: Tokenizer, isSince30: boolean): ValuesTest {
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

type Region = (place: GeoPoint) => boolean;

/**
 * Reads `(lat, lng, 2 km)`, `(lat, lng, lat, lng, …)`, `([lat, lng], radius: 2 km)`, lists of them, and `(lat, lng)`
 * for a field of polygons.
 * @throws NodeRefusalError 400
 */
function geoTest({ name, type }: StoredField, given: string): ValueTest {
  const text = given.replace(/^= */, "");
  const isPolygons = type.startsWith("geopolygon");
  const brackets = text.split("[").length - 1;
  const isNewer = (text.startsWith("(") && brackets > 0) || brackets > 1 || text.includes(":");
  const regions = isNewer
    ? newerRegions(name, text)
    : olderValues(text).map((one) => olderRegion(name, one, isPolygons));
  if (isPolygons)
    return (value) => regions.some(({ center }) => center !== null && containsPlace(value, center));
  return (value) => geoPointsOf(value).some((place) => regions.some(({ has }) => has(place)));
}

interface RegionOf {
  readonly has: Region;
  readonly center: GeoPoint | null;
}

function containsPlace(value: unknown, place: GeoPoint): boolean {
  if (!Array.isArray(value)) return false;
  if (value.some(Array.isArray)) return value.some((one) => containsPlace(one, place));
  return isInside(place, pairs(value.map(Number)));
}

function olderValues(text: string): string[] {
  const list = insideBrackets(text);
  return list === null ? [text] : split(list, "),").map((one) => (one.endsWith(")") ? one : `${one})`));
}

function olderRegion(name: string, text: string, isPolygons: boolean): RegionOf {
  const where = "must be in the `(-44.50, 170.29, 0.75 km)` or (56.33, -65.97, 23.82, -127.82) format.";
  const problem = () => refused(`Value of filter field \`${name}\`: ${where}`);
  if (!(text.startsWith("(") && text.endsWith(")"))) throw problem();
  const parts = split(text.slice(1, -1));
  if (parts.length < 3 && !isPolygons) throw problem();
  if (isPolygons && parts.length !== 2) {
    throw refused("Value of geopolygon filter field must be in the format `(-44.50, 170.29)`");
  }
  const [lat = "", lng = "", radius = ""] = parts;
  if (parts.every(isFloat)) return polygon(parts);
  if (!isNumber(lat) || !isNumber(lng)) throw problem();
  return circle([Number(lat), Number(lng)], metersIn(radius, problem));
}

/** Reads `([lat, lng], radius: 2 km, exact_filter_radius: 5 km)`. The last option only affects the server's speed. */
function newerRegions(name: string, text: string): RegionOf[] {
  const form = "`([-44.50, 170.29], radius: 0.75 km, exact_filter_radius: 5 km)`";
  const other = "([56.33, -65.97, 23.82, -127.82], exact_filter_radius: 7 km) format.";
  const problem = () => refused(`Value of filter field \`${name}\`: must be in the ${form} or ${other}`);
  const values = [...text.matchAll(/\(([^)]*)(\)|$)/g)];
  if (values.length === 0) throw problem();
  return values.map(({ 1: value = "", 2: closing }) => {
    const [whole, points = "", rest = ""] = /^\s*\[([^\]]*)\](.*)$/s.exec(value) ?? [];
    const corners = split(points);
    if (closing !== ")" || whole === undefined || corners.length < 2 || corners.length % 2 === 1)
      throw problem();
    if (!corners.every(isNumber)) throw problem();
    const options = new Map(split(rest).map((one) => split(one, ":") as [string, string]));
    const exact = options.get("exact_filter_radius");
    if (exact !== undefined) metersIn(exact, problem);
    if (corners.length > 2) return polygon(corners);
    const radius = options.get("radius");
    if (radius === undefined) throw problem();
    return circle([Number(corners[0]), Number(corners[1])], metersIn(radius, problem));
  });
}

function isNumber(text: string): boolean {
  return isFloat(text) && !/nan/i.test(text);
}

function metersIn(text: string, problem: () => NodeRefusalError): number {
  return readDistance(text, "Unit must be either `km` or `mi`.", problem);
}

function polygon(parts: readonly string[]): RegionOf {
  const corners = pairs(parts.map(Number));
  return { has: (place) => isInside(place, corners), center: corners[0] ?? null };
}

function circle(center: GeoPoint, meters: number): RegionOf {
  return { has: (place) => distanceMeters(center, place) <= meters, center };
}
