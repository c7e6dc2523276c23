import { isRecord } from "../../domain/rules/fields";
import type { StoredDocument } from "../../domain/store/data";

/**
 * A document after an update: objects are merged, null removes, everything else replaces. Nulls inside of what is new are
 * taken out.
 */
export function merged(target: StoredDocument, patch: StoredDocument): StoredDocument {
  const result = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const before = result.get(key);
    if (value === null) result.delete(key);
    else result.set(key, isRecord(value) && isRecord(before) ? merged(before, value) : withoutNulls(value));
  }
  return Object.fromEntries(result);
}

/** The value without nulls, at any depth: itself where it has none. */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !hasNulls(value)) return value;
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls);
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === null ? [] : [[key, withoutNulls(one)]])),
  );
}

function hasNulls(value: object): boolean {
  for (const one of Object.values(value)) {
    if (one === null || (typeof one === "object" && hasNulls(one))) return true;
  }
  return false;
}
