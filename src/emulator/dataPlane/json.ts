import { isRecord } from "../domain/rules/fields";
import type { JsonObject } from "../domain/store/named";
import { badRequest, HandlerFailure, NodeRefusal } from "./call";

/** An object with only the entries that have a value. */
export function withoutNothing<const Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}

/** What the server finds at a name: nothing in what is no object. */
export function partsOf(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** The server takes values without a look where it expects a type, and gives up on another one. @throws HandlerFailure */
function taken<Value>(is: (value: unknown) => value is Value) {
  return (value: unknown): Value => {
    if (is(value)) return value;
    throw new HandlerFailure();
  };
}

export const isText = (value: unknown): value is string => typeof value === "string";
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(isText);

export const takenText = taken(isText);
export const takenTexts = taken(isTexts);
export const takenFlag = taken((value): value is boolean => typeof value === "boolean");

/** A flag counts as a number, a fraction is cut off. @throws HandlerFailure */
export function takenWhole(value: unknown): number {
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "number") throw new HandlerFailure();
  return Math.trunc(value);
}

/** As {@link takenWhole}; a negative number wraps around at 32 bits. @throws HandlerFailure */
export function takenUint32(value: unknown): number {
  return takenWhole(value) >>> 0;
}

/** A number that the server stores as unsigned: no fraction, not negative. */
export function isUnsigned(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

const MAX_UINT32 = 2 ** 32 - 1;
const MAX_INT32 = 2 ** 31 - 1;

/** A whole number in a query. @throws NodeRefusal 400 with `words`; HandlerFailure for one that the server checks and cannot read */
export function wholeIn(query: URLSearchParams, name: string, words: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  const number = /^\s*\+?\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (number > MAX_UINT32) throw new NodeRefusal(400, words);
  if (number > MAX_INT32) throw new HandlerFailure();
  return number;
}

/** A part of a list, by `limit` and `offset` of the query. @throws NodeRefusal 400 */
export function pageOf<Value>(query: URLSearchParams, all: () => readonly Value[]): readonly Value[] {
  const offset = wholeIn(query, "offset", "Offset param should be unsigned integer.") ?? 0;
  const limit = wholeIn(query, "limit", "Limit param should be unsigned integer.") ?? 0;
  const list = all();
  if (offset > 0 && offset >= list.length) throw new NodeRefusal(400, "Invalid offset param.");
  return list.slice(offset, limit > 0 ? offset + limit : undefined);
}

/** An object of a body, as the server goes on with it. */
export type Json = Record<string, unknown>;

/** Nothing, as the server counts it: null, no properties, no elements. A text is something. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** What the server goes through where a list is expected: a single value is a list of one. */
export function elements(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return typeof value === "object" ? Object.values(value) : [value];
}

/** One byte: a symbol or a separator. */
export function isByte(value: unknown): value is string {
  return typeof value === "string" && Buffer.byteLength(value) === 1;
}

/** The texts of a list. @throws NodeRefusal 400 for anything else */
export function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.some((one) => typeof one !== "string")) throw badRequest();
  return value;
}
