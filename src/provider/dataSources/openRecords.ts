import type { Client } from "../../client";
import type { t } from "../../framework";
import { toBool, toInstant } from "../model/convert";
import { isObject, sortedJson } from "../model/jsonText";

/** Readers for records, whether or not their fields are documented: null for any value of another kind. */

/**
 * Returns the values of attributes, each from the field of its name: strings, numbers and booleans converted, times (named `…_at`
 * or `…_date`) as RFC 3339, anything else unchanged.
 */
export function valuesFrom<const A extends t.NestedAttributes>(
  attributes: A,
  record: unknown,
): t.NestedOf<A> {
  const fields = membersOf(record);
  const values = Object.entries(attributes).map(([name, { type }]) => {
    const value = fields[name] ?? null;
    if (type.cty === "string") return [name, /_(at|date)$/.test(name) ? instantOf(value) : stringOf(value)];
    if (type.cty === "number") return [name, numberOf(value)];
    return [name, type.cty === "bool" ? booleanOf(value) : value];
  });
  return Object.fromEntries(values);
}

/** Returns the members of an object; none for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the strings of a list; none for anything else. */
export function stringsOf(value: unknown): string[] {
  return listOf(value).filter((one) => typeof one === "string");
}

/** Returns the numbers of an object by name, also from strings; null for anything else. */
export function numbersOf(value: unknown): { [name: string]: number } | null {
  if (!isObject(value)) return null;
  const numbers = Object.entries(value).flatMap(([name, one]) => {
    const number = numberOf(one);
    return number === null ? [] : [[name, number] as const];
  });
  return Object.fromEntries(numbers);
}

/** Returns a string as it is, null as null, and anything else as JSON. */
export function stringOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns a number, also from a string. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** Returns a boolean, also from the API's yes and no. */
function booleanOf(value: unknown): boolean | null {
  if (typeof value === "boolean") return value;
  return typeof value === "string" ? toBool(value) : null;
}

/** Returns epoch seconds, or a string that is a time, as RFC 3339. */
function instantOf(value: unknown): string | null {
  const seconds = numberOf(value) ?? (typeof value === "string" ? Date.parse(value) / 1000 : Number.NaN);
  return Math.abs(seconds) <= LAST_SECOND ? toInstant(seconds) : null;
}

/** The last second that a Date can hold. */
const LAST_SECOND = 8_640_000_000_000;

/**
 * Returns a whole record for an attribute `json`. Its content is not documented, so it is redacted: the key must not get into the
 * state (docs/design/laws.md#l9).
 */
export function jsonOf(record: unknown, { redact }: Client): string {
  return redact(sortedJson(record));
}
