import type { ClusterData, StoredCollection, StoredDocument, StoredField } from "../../domain/store/data";
import { collectionNamed, NodeRefusalError } from "../call";
import type { Draft, Flattened } from "./flatten";
import { kindOf } from "./json/values";
import { compiledSchema, findField, type Schema, valueAt } from "./schema";

/** The target of a field: a collection, by its name or an alias, and one of its fields, or `id`. */
interface Reference {
  readonly to: string;
  readonly by: string;
}

function referenceOf({ reference }: StoredField): Reference {
  const [to = "", ...by] = String(reference).split(".");
  return { to, by: by.join(".") };
}

/** Checks that the documents that a document refers to exist. @throws NodeRefusalError 400 */
export function checkReferences(
  data: Pick<ClusterData, "collections" | "aliases">,
  schema: Schema,
  document: Draft,
  flat: Flattened["values"],
  isUpdate: boolean,
): void {
  for (const field of compiledSchema(schema).references) {
    const { name, optional, async_reference } = field;
    const isThere = Object.hasOwn(document, name) || flat.has(name);
    if (!isThere) {
      if (isUpdate || optional) continue;
      throw new NodeRefusalError(400, `Missing the required reference field \`${name}\` in the document.`);
    }
    const { to, by } = referenceOf(field);
    const target = collectionNamed(data as ClusterData, to);
    if (target === undefined) {
      if (async_reference === true) continue;
      throw new NodeRefusalError(400, `Referenced collection \`${to}\` not found.`);
    }
    const value = Object.hasOwn(document, name) ? document[name] : flat.get(name);
    if (by === "id") checkIds(field, target, value);
    else checkValues(field, target, by, value);
  }
}

function checkIds(field: StoredField, target: StoredCollection, value: unknown): void {
  const { name, optional, async_reference } = field;
  if (value === null && optional) return;
  for (const id of Array.isArray(value) ? value : [value]) {
    if (id === null && optional) continue;
    if (typeof id !== "string") throw new NodeRefusalError(400, `Field \`${name}\` must have string value.`);
    if (target.documents.has(id) || async_reference === true) continue;
    throw notFound("Referenced", `id: ${id}`, target);
  }
}

const REFERABLE: Readonly<Record<string, "string" | "int32" | "int64">> = {
  string: "string",
  "string[]": "string",
  int32: "int32",
  "int32[]": "int32",
  int64: "int64",
  "int64[]": "int64",
};

function checkValues(field: StoredField, target: StoredCollection, by: string, value: unknown): void {
  const { name, optional, async_reference, type } = field;
  const to = findField(target, by);
  const place = `in the collection \`${target.name}\``;
  if (to === undefined) throw new NodeRefusalError(400, `Referenced field \`${by}\` not found ${place}.`);
  if (!to.index) throw new NodeRefusalError(400, `Referenced field \`${by}\` ${place} must be indexed.`);
  const wanted = REFERABLE[to.type];
  if (wanted === undefined) {
    const words = `Cannot add a reference to \`${target.name}.${by}\` of type \`${to.type}\`.`;
    throw new NodeRefusalError(400, words);
  }
  const isList = type.endsWith("[]");
  if (value === null && (isList || optional)) return;
  if (isList && !Array.isArray(value)) {
    throw new NodeRefusalError(400, `Expected \`${name}\` to be an array.`);
  }
  for (const one of isList ? (value as unknown[]) : [value]) {
    const text = wordsOf(name, wanted, one);
    const count = matching(target, by, one);
    if (count === 1 || (count === 0 && async_reference === true)) continue;
    const query = `${by}${type.startsWith("string") ? ":= " : ": "}${text}`;
    if (count === 0) throw notFound("Reference", query, target);
    throw new NodeRefusalError(400, `Multiple documents having \`${query}\` found ${place}.`);
  }
}

/** Formats a value for a filter. @throws NodeRefusalError 400 for one that cannot be searched */
function wordsOf(name: string, wanted: "string" | "int32" | "int64", value: unknown): string {
  if (value === null) throw new NodeRefusalError(400, `Field \`${name}\` cannot have \`null\` value.`);
  if (typeof value === "string" && wanted === "string") {
    if (value === "") throw new NodeRefusalError(400, `Error with field \`${name}\`: Value cannot be empty.`);
    if (!value.includes("`")) return `\`${value}\``;
    const outside = value.split("`").filter((_, at) => at % 2 === 0);
    if (!outside.some((part) => /[()]|&&|\|\|/.test(part))) return value;
    throw new NodeRefusalError(400, `Filter value \`${value}\` cannot be parsed.`);
  }
  const isInt32 = Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
  if (kindOf(value) === "integer" && (wanted === "int64" || (wanted === "int32" && isInt32)))
    return String(value);
  throw new NodeRefusalError(400, `Field \`${name}\` must have \`${wanted}\` value.`);
}

function matching(
  { documents, enable_nested_fields: nested }: StoredCollection,
  by: string,
  value: unknown,
): number {
  let count = 0;
  for (const document of documents.values()) if (holds(valueAt(document, by, nested), value)) count += 1;
  return count;
}

function holds(found: unknown, value: unknown): boolean {
  return Array.isArray(found) ? found.includes(value) : found === value;
}

function notFound(
  word: "Reference" | "Referenced",
  what: string,
  { name }: StoredCollection,
): NodeRefusalError {
  return new NodeRefusalError(
    400,
    `${word} document having \`${what}\` not found in the collection \`${name}\`.`,
  );
}

/** A document that refers to another one. */
interface Referrer {
  readonly collection: StoredCollection;
  readonly field: StoredField;
  readonly key: string;
  readonly document: StoredDocument;
  /** The value of its reference. */
  readonly value: unknown;
}

/** Returns the documents of all collections that refer to a document. Of each collection, only the first such field counts. */
function referrersOf(
  data: ClusterData,
  target: StoredCollection,
  document: StoredDocument,
): readonly Referrer[] {
  return [...data.collections.values()].flatMap((collection) => {
    const { enable_nested_fields: nested } = collection;
    const field = compiledSchema(collection).references.find(
      (one) => collectionNamed(data, referenceOf(one).to) === target,
    );
    if (field === undefined) return [];
    const value = document[referenceOf(field).by];
    if (value === undefined) return [];
    return [...collection.documents]
      .filter(([, one]) => holds(valueAt(one, field.name, nested), value))
      .map(([key, one]) => ({ collection, field, key, document: one, value }));
  });
}

/** Deletes a document, and the documents that refer to it. */
export function removeDocument(data: ClusterData, collection: StoredCollection, key: string): void {
  const document = collection.documents.get(key);
  if (document === undefined) return;
  collection.documents.delete(key);
  for (const referrer of referrersOf(data, collection, document)) release(data, referrer);
}

/** Updates or deletes a document whose reference is gone. */
function release(data: ClusterData, { collection, field, key, document, value }: Referrer): void {
  const own = document[field.name];
  if (Array.isArray(own) && own.length > 1) {
    const left = own.filter((one) => one !== value);
    collection.documents.set(key, { ...document, [field.name]: left });
    return;
  }
  const references = compiledSchema(collection).references.filter(({ name }) => isGiven(document, name));
  if (references.length < 2 || !field.optional) {
    removeDocument(data, collection, key);
    return;
  }
  const { [field.name]: _, ...others } = document;
  collection.documents.set(key, others);
}

function isGiven(document: StoredDocument, name: string): boolean {
  return document[name] !== undefined && document[name] !== null;
}
