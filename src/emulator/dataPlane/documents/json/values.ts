import { isRecord } from "../../../domain/rules/fields";

/** Invalid JSON. The message is the one of the server's parser. */
export class JsonParseError extends Error {
  override readonly name = "JsonParseError";
}

/** An integer that was written as a fraction: `5.0`, `1e3`. */
export class WrittenAsFloat {
  constructor(readonly value: number) {}
}

type JsonKind = "null" | "boolean" | "integer" | "float" | "string" | "array" | "object";

/** Returns the kind of a value, as the server's parser sees it. */
export function kindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof WrittenAsFloat) return "float";
  if (typeof value === "number") return isInteger(value) ? "integer" : "float";
  return typeof value === "object" ? "object" : (typeof value as "boolean" | "string");
}

const MAX_INTEGER = 2 ** 64;

/** True if a number is an integer for the server, which has 64 bits. */
function isInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < MAX_INTEGER;
}

/** True for a number of any kind. */
export function isNumber(value: unknown): boolean {
  return typeof value === "number" || value instanceof WrittenAsFloat;
}

export function numberOf(value: unknown): number {
  return value instanceof WrittenAsFloat ? value.value : Number(value);
}

/** Returns the value with each {@link WrittenAsFloat} replaced by a plain number. */
export function withPlainNumbers(value: unknown): unknown {
  if (value instanceof WrittenAsFloat) return value.value;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withPlainNumbers(one)]));
}
