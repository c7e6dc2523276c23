import { isRecord } from "../../domain/rules/fields";
import type { StoredDocument } from "../../domain/store/data";

/**
 * The value of a document at the name of a field, or undefined. A property of exactly that name comes first. With
 * `nested`, dots lead into objects, and the values of an array of objects are one list.
 */
export function valueAt(document: StoredDocument, name: string, nested: boolean): unknown {
  if (Object.hasOwn(document, name)) return document[name];
  return nested && name.includes(".") ? walk(document, name.split(".")) : undefined;
}

function walk(value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(value)) {
    const found = value.map((one) => walk(one, path)).filter((one) => one !== undefined);
    return found.length === 0 ? undefined : found.flat();
  }
  return isRecord(value) && Object.hasOwn(value, key) ? walk(value[key], rest) : undefined;
}

/** A value as the list of its single values: none for null and undefined. */
export function singles(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
