import type { CtyType } from "./type";

/** A value that is known only after apply. */
export const UNKNOWN: unique symbol = Symbol.for("terraform.unknown");
export type Unknown = typeof UNKNOWN;

/**
 * A number that neither a JavaScript number nor a bigint represents without loss. `text` is its decimal form without
 * superfluous zeros, so that equal numbers have equal strings. It has an exponent only if it would otherwise be longer than 1000
 * digits.
 */
export class Decimal {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/**
 * A number that Terraform sent as a binary double which differs from its shortest decimal string: 0.1 in binary is not the
 * 0.1 that somebody writes. It is sent back unchanged.
 */
export class Double {
  constructor(readonly value: number) {}

  /** The shortest decimal string of the double. */
  get text(): string {
    return String(this.value);
  }
}

/** A number in one of the exact forms. */
export type ExactNumber = number | bigint | Decimal | Double;

/** The content of a slot of type "dynamic" whose type is known: a value, null or unknown of that type. */
export class Dynamic {
  constructor(
    readonly type: CtyType,
    readonly value: Value,
  ) {}
}

/**
 * Terraform's values as plain data. Lists, sets and tuples are arrays; objects and maps are records without a prototype,
 * so that any key a user writes is only a key.
 */
export type Value =
  | null
  | Unknown
  | string
  | boolean
  | number
  | bigint
  | Decimal
  | Double
  | Dynamic
  | Value[]
  | ValueRecord;

export interface ValueRecord {
  [key: string]: Value;
}

export function isUnknown(value: unknown): value is Unknown {
  return value === UNKNOWN;
}

/** True if the value is null, or a null of a known type in a dynamic slot. */
export function isNull(value: Value | undefined): boolean {
  return (value ?? null) === null || (value instanceof Dynamic && isNull(value.value));
}

/** True if the value is an object or a map. */
export function isRecord(value: unknown): value is ValueRecord {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !(value instanceof Decimal || value instanceof Double || value instanceof Dynamic);
}

export function isNumber(value: Value): value is ExactNumber {
  if (typeof value === "number" || typeof value === "bigint") return true;
  return value instanceof Decimal || value instanceof Double;
}

/** True if the value is unknown or contains an unknown. */
export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  if (isRecord(value)) return Object.values(value).some(hasUnknown);
  return value instanceof Dynamic && hasUnknown(value.value);
}

/** Copies a value with every unknown replaced by null, so that it can be stored when an operation ends early. */
export function withoutUnknown(value: Value): Value {
  if (value === UNKNOWN) return null;
  if (Array.isArray(value)) return value.map(withoutUnknown);
  if (isRecord(value)) return mapRecord(value, withoutUnknown);
  return value instanceof Dynamic ? new Dynamic(value.type, withoutUnknown(value.value)) : value;
}

export function mapRecord<T, R>(record: { [key: string]: T }, change: (value: T, key: string) => R) {
  const result: { [key: string]: R } = Object.create(null);
  for (const [key, value] of Object.entries(record)) result[key] = change(value, key);
  return result;
}

/** Replaces each value that is unknown in any part by UNKNOWN, so that no author finds a symbol inside a value. */
export function collapseUnknown(values: ValueRecord): ValueRecord {
  const collapsed = (value: Value) => (hasUnknown(value) ? UNKNOWN : value);
  for (const name in values) if (hasUnknown(values[name])) return mapRecord(values, collapsed);
  return values;
}

/** Returns the kind of a value for error messages, never the value itself. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === UNKNOWN) return "unknown";
  if (isNumber(value as Value)) return "number";
  if (value instanceof Dynamic) return "dynamic";
  return Array.isArray(value) ? "array" : typeof value;
}
