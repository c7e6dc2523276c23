import { NodeRefusal } from "../call";

/** An object of a body, as the server goes on with it. */
export type Json = Record<string, unknown>;

/** What the server answers where it takes a value for what it is not. */
export function badRequest(): NodeRefusal {
  return new NodeRefusal(400, "Bad request.");
}

/** A refusal with 400. */
export function refused(message: string): NodeRefusal {
  return new NodeRefusal(400, message);
}

/** Nothing, as the server counts it: null, no properties, no elements. A text is something. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** A whole number that is not negative. */
export function isUnsigned(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
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
