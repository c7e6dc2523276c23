import { isObjectType } from "../../../api/dataPlane/fields";
import { isRecord } from "../../domain/rules/fields";
import type { StoredCollection, StoredDocument } from "../../domain/store/data";
import { compiledSchema, type Schema } from "./schema";

/** Returns the part of a document in a response. */
type Projection = (document: StoredDocument) => StoredDocument;

/**
 * Parses include_fields and exclude_fields: names separated by commas, with dots into objects. An asterisk at the
 * end matches all fields of the schema with that prefix.
 */
export function projectionOf(include: string | null, exclude: string | null, schema: Schema): Projection {
  const included = names(include)
    .filter((name) => name !== "*")
    .flatMap((name) => meant(name, schema));
  const excluded = names(exclude).flatMap((name) => meant(name, schema));
  if (included.length === 0 && excluded.length === 0) return (document) => document;
  const rules = { included: new Set(included), prefixes: included, excluded: new Set(excluded) };
  return (document) => pruned(document, "", rules);
}

function names(text: string | null): readonly string[] {
  return (text ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

/** Returns the fields that a name matches; the name itself if the schema has none. */
function meant(name: string, schema: Schema): readonly string[] {
  if (name === "id") return [name];
  const isPattern = name.includes("*");
  const prefix = isPattern ? name.slice(0, -1) : name;
  const found = compiledSchema(schema).ordered.filter((field) => {
    if (!field.name.startsWith(prefix)) return false;
    if (field.name === name) return !isObjectType(field.type);
    if (isPattern) return field.index;
    return schema.enable_nested_fields && field.name[name.length] === ".";
  });
  const own = ["*", "i*", "id*"].includes(name) ? ["id"] : [];
  return [...own, ...(found.length === 0 ? [name] : found.map((field) => field.name))];
}

interface Rules {
  readonly included: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly excluded: ReadonlySet<string>;
}

function pruned(object: StoredDocument, parent: string, rules: Rules): StoredDocument {
  const { included, prefixes, excluded } = rules;
  const entries = Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
    const name = parent === "" ? key : `${parent}.${key}`;
    if (included.size > 0 && !prefixes.some((one) => one.startsWith(name))) return [];
    if (excluded.has(name)) return [];
    if (excluded.size === 0 && included.has(name)) return [[key, value]];
    if (isRecord(value)) {
      const inner = pruned(value, name, rules);
      return Object.keys(inner).length === 0 && Object.keys(value).length > 0 ? [] : [[key, inner]];
    }
    if (Array.isArray(value) && value.some(isRecord)) {
      return [[key, value.map((one) => (isRecord(one) ? pruned(one, name, rules) : one))]];
    }
    return included.size === 0 || included.has(name) ? [[key, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns a document without the fields that the server only indexes, with sorted names as the server has them. */
export function storedPart(collection: StoredCollection, document: StoredDocument): StoredDocument {
  const { unstored } = compiledSchema(collection);
  if (unstored.length === 0) return inOrder(document);
  return inOrder(Object.fromEntries(Object.entries(document).filter(([name]) => !unstored.includes(name))));
}

/** Sorts the names of an object, at any depth. */
function inOrder(object: StoredDocument): StoredDocument {
  const names = Object.keys(object);
  let isSorted = true;
  let isFlat = true;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? "";
    isSorted &&= at === 0 || (names[at - 1] ?? "") < name;
    isFlat &&= typeof object[name] !== "object";
  }
  if (isSorted && isFlat) return object;
  if (!isSorted) names.sort();
  // A plain loop, because every document of an export passes here. `__proto__` must be a property like any other.
  const result: Record<string, unknown> = names.includes("__proto__") ? Object.create(null) : {};
  for (const name of names) result[name] = valueInOrder(object[name]);
  return result;
}

function valueInOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!Array.isArray(value)) return inOrder(value as StoredDocument);
  return value.some((one) => typeof one === "object") ? value.map(valueInOrder) : value;
}

/** Returns a document as it is answered: the stored and requested part. */
export function documentAnswer(
  collection: StoredCollection,
  document: StoredDocument,
  shown: Projection,
): StoredDocument {
  return shown(storedPart(collection, document));
}
