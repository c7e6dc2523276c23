import type { Type } from "./type";

/** What Terraform will only know after apply. */
export const UNKNOWN: unique symbol = Symbol.for("terraform.unknown");
export type Unknown = typeof UNKNOWN;

/**
 * A number that neither a JavaScript number nor a bigint carries without loss. `text` is its decimal form, without
 * superfluous zeros, so that equal numbers have equal texts; it has an exponent only when it would be longer than 1000
 * digits without one.
 */
export class Decimal {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What a slot of type "dynamic" holds, when it is neither null nor unknown: a value and its type. */
export class Dynamic {
  constructor(
    readonly type: Type,
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
  | Dynamic
  | Value[]
  | ValueRecord;

export interface ValueRecord {
  [key: string]: Value;
}

/** What a value is, in the words of an error message; never the value itself. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === UNKNOWN) return "unknown";
  if (value instanceof Decimal) return "number";
  if (value instanceof Dynamic) return "dynamic";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" ? "number" : typeof value;
}
