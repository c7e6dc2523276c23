import type { Client } from "../../client";
import { sortedJson } from "../api/sortedJson";

/** Readers for records whose fields are not documented: null for any value of another kind. */

/** The members of an object; none for anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; of anything else but null, its JSON. */
export function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A number, or a text that is one. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** Epoch seconds, or a text that names a time, as RFC 3339. */
export function instantOf(value: unknown): string | null {
  const seconds = numberOf(value);
  const moment = new Date(
    seconds === null && typeof value === "string" ? value : (seconds ?? Number.NaN) * 1000,
  );
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString().replace(".000Z", "Z");
}

/** A whole record for an attribute `json`. Nobody says what it holds: the key must not get into the state with it (docs/design/laws.md#l9). */
export function jsonOf(record: unknown, { redact }: Client): string {
  return redact(sortedJson(record));
}
