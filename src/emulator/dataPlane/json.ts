import { isRecord } from "../domain/rules/fields";
import type { JsonRecord } from "../domain/store/named";
import { badRequest, HandlerError, refused } from "./call";

/** Returns an object without undefined entries. */
export function withoutUndefined<const Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}

/** Returns the properties of an object; none for any other value, as the server reads them. */
export function propertiesOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

/** Checks the type of a value that the server uses unchecked. @throws HandlerError for another type */
function required<Value>(is: (value: unknown) => value is Value) {
  return (value: unknown): Value => {
    if (is(value)) return value;
    throw new HandlerError();
  };
}

export const isString = (value: unknown): value is string => typeof value === "string";
const isStringList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isString);

export const requireString = required(isString);
export const requireStrings = required(isStringList);
export const requireBoolean = required((value): value is boolean => typeof value === "boolean");

/** Returns an integer; a boolean counts as a number, a fraction is truncated. @throws HandlerError */
export function requireInteger(value: unknown): number {
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "number") throw new HandlerError();
  return Math.trunc(value);
}

/** Returns an integer as {@link requireInteger} does; a negative one wraps around at 32 bits. @throws HandlerError */
export function requireUint32(value: unknown): number {
  return requireInteger(value) >>> 0;
}

/** True for a number that the server stores as unsigned: an integer that is not negative. */
export function isUnsigned(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

const MAX_UINT32 = 2 ** 32 - 1;
const MAX_INT32 = 2 ** 31 - 1;

/**
 * Reads an integer parameter of a query.
 * @throws NodeRefusalError 400 with `words`; HandlerError for one that passes the server's check but overflows
 */
export function integerParameter(query: URLSearchParams, name: string, words: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const number = /^\s*\+?\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (number > MAX_UINT32) throw refused(words);
  if (number > MAX_INT32) throw new HandlerError();
  return number;
}

/** Returns the part of a list that `limit` and `offset` of a query select. @throws NodeRefusalError 400 */
export function pageOf<Value>(query: URLSearchParams, all: () => readonly Value[]): readonly Value[] {
  const offset = integerParameter(query, "offset", "Offset param should be unsigned integer.") ?? 0;
  const limit = integerParameter(query, "limit", "Limit param should be unsigned integer.") ?? 0;
  const list = all();
  if (offset > 0 && offset >= list.length) throw refused("Invalid offset param.");
  return list.slice(offset, limit > 0 ? offset + limit : undefined);
}

/** A mutable object of a body. */
export type Json = Record<string, unknown>;

/** True for what the server treats as empty: null, no properties, no elements. A string is never empty. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Returns what the server iterates over where it expects a list: a single value counts as a list of one. */
export function elements(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return typeof value === "object" ? Object.values(value) : [value];
}

/** True for a single byte: a symbol or a separator. */
export function isByte(value: unknown): value is string {
  return typeof value === "string" && Buffer.byteLength(value) === 1;
}

/** Returns a list of strings. @throws NodeRefusalError 400 for anything else */
export function stringsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.some((one) => typeof one !== "string")) throw badRequest();
  return value;
}
