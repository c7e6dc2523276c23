/**
 * Terraform values as plain data. Objects and maps are records without a prototype, so that any key a user writes is
 * only a key; lists, sets and tuples are arrays.
 */

/** What Terraform will only know after apply. */
export const UNKNOWN: unique symbol = Symbol.for("terraform.unknown");
export type Unknown = typeof UNKNOWN;

/** A number that neither a JavaScript number nor a bigint carries without loss; `text` is its decimal form. */
export interface ExactDecimal {
  readonly text: string;
}

/** What a slot of type "dynamic" holds. */
export interface DynamicValue {
  readonly type: CtyType;
  readonly value: Value;
}

export type Value =
  | null
  | Unknown
  | string
  | boolean
  | number
  | bigint
  | ExactDecimal
  | DynamicValue
  | Value[]
  | ValueRecord;

export interface ValueRecord {
  [key: string]: Value;
}

/** A Terraform (cty) type in its JSON form. */
export type CtyType =
  | "string"
  | "number"
  | "bool"
  | "dynamic"
  | readonly ["list" | "set" | "map", CtyType]
  | readonly ["tuple", readonly CtyType[]]
  | readonly ["object", { readonly [name: string]: CtyType }];

/** The way to a value: attribute and block names as strings, list positions as numbers, keys of maps as `{ key }`. */
export type Path = readonly (string | number | { readonly key: string })[];

export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

export function isRecord(value: unknown): value is ValueRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) && isPlain(value);
}

/** Whether the value is unknown or holds an unknown anywhere. */
export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  if (isRecord(value)) return Object.values(value).some(hasUnknown);
  return isDynamic(value) && hasUnknown(value.value);
}

/** A copy in which every unknown is null: what can be stored when an operation ends early. */
export function withoutUnknown(value: Value): Value {
  if (value === UNKNOWN) return null;
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (isRecord(value)) return mapRecord(value, withoutUnknown);
  return isDynamic(value) && hasUnknown(value.value) ? null : value;
}

export function mapRecord<T, R>(record: { [key: string]: T }, change: (value: T, key: string) => R) {
  const result: { [key: string]: R } = Object.create(null);
  for (const [key, value] of Object.entries(record)) result[key] = change(value, key);
  return result;
}

/** Whether two values of one type are the same to Terraform: the order of a set does not count, that of a list does. */
export function sameValue(type: CtyType, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null || a === UNKNOWN || b === UNKNOWN) return false;
  if (type === "dynamic") return sameDynamic(a, b);
  if (typeof type === "string") return numberText(a) !== undefined && numberText(a) === numberText(b);
  switch (type[0]) {
    case "list":
      return sameArrays(a, b, () => type[1]);
    case "tuple":
      return sameArrays(a, b, (index) => type[1][index] ?? "dynamic");
    case "set":
      return sameSets(type[1], a, b);
    case "map":
      return sameRecords(a, b, () => type[1]);
    case "object":
      return sameRecords(a, b, (key) => type[1][key] ?? "dynamic");
  }
}

/** The shortest decimal text of a number of any form, without an exponent; undefined for anything else. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === "number") return withoutExponent(String(value));
  if (typeof value === "bigint") return String(value);
  return isExactDecimal(value) ? value.text : undefined;
}

/** JavaScript writes very large and very small numbers as "1.5e+21". */
function withoutExponent(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + fraction;
  const zeros = Number(exponent) < 0 ? -Number(exponent) - 1 : Number(exponent) - fraction.length;
  return sign + (Number(exponent) < 0 ? `0.${"0".repeat(zeros)}${digits}` : digits + "0".repeat(zeros));
}

function sameDynamic(a: Value, b: Value): boolean {
  if (!isDynamic(a) || !isDynamic(b)) return false;
  return JSON.stringify(a.type) === JSON.stringify(b.type) && sameValue(a.type, a.value, b.value);
}

function sameArrays(a: Value, b: Value, typeOf: (index: number) => CtyType): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((item, index) => sameValue(typeOf(index), item, b[index] ?? null));
}

function sameSets(type: CtyType, a: Value, b: Value): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  const rest = [...b];
  return a.every((item) => {
    const at = rest.findIndex((other) => sameValue(type, item, other));
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

function sameRecords(a: Value, b: Value, typeOf: (key: string) => CtyType): boolean {
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => key in b && sameValue(typeOf(key), a[key] ?? null, b[key] ?? null));
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function isDynamic(value: unknown): value is DynamicValue {
  return (
    typeof value === "object" && value !== null && !isPlain(value) && "type" in value && "value" in value
  );
}

function isExactDecimal(value: unknown): value is ExactDecimal {
  return typeof value === "object" && value !== null && !isPlain(value) && "text" in value;
}
