import { EVERY_FIELD, isDynamic, isObjectType, isPattern } from "../../../api/dataPlane/fields";
import { isRecord } from "../../domain/rules/fields";
import type { StoredCollection, StoredDocument, StoredField } from "../../domain/store/data";

import { hashOf } from "../hash";

/** The part of a collection that its documents must fit. */
export type Schema = Pick<StoredCollection, "fields" | "default_sorting_field" | "enable_nested_fields">;

/** A field whose name is a pattern, or whose type is found in the documents. */
export interface Rule {
  readonly field: StoredField;
  readonly applies: (name: string) => boolean;
}

/** A field whose values are checked. */
export interface Target {
  readonly field: StoredField;
  /** True inside an object: its values may come from a list of objects. */
  readonly isNested: boolean;
}

/** A field that is computed from the strings of others. */
export interface Embedding {
  readonly field: StoredField;
  readonly from: readonly string[];
}

/** The fields of a schema, prepared for checking documents. */
export interface CompiledSchema {
  /** Fields with a fixed name and type, in the order in which documents are checked, without `id`. */
  readonly ordered: readonly StoredField[];
  /** Fields whose values are checked one by one: no objects, and no computed fields. */
  readonly checked: readonly Target[];
  readonly byName: ReadonlyMap<string, StoredField>;
  readonly rules: readonly Rule[];
  /** `.*`, unless its type makes it a rule. */
  readonly everyField: StoredField | null;
  /** Nested fields, without parts of an object that is a field itself. */
  readonly nested: readonly StoredField[];
  readonly embeddings: readonly Embedding[];
  readonly references: readonly StoredField[];
  /** Names of fields that are only indexed. */
  readonly unstored: readonly string[];
}

const COMPILED = new WeakMap<readonly StoredField[], CompiledSchema>();

/** Prepares the fields of a schema for checking documents: once per list of fields, because every line of an import needs it. */
export function compiledSchema({
  fields,
  enable_nested_fields: isNested,
}: Pick<Schema, "fields" | "enable_nested_fields">): CompiledSchema {
  const found = COMPILED.get(fields);
  if (found !== undefined) return found;
  const plain = fields.filter((field) => !isRule(field) && field.name !== EVERY_FIELD && field.name !== "id");
  const byName = new Map(plain.map((field) => [field.name, field]));
  const ordered = inTableOrder([...byName.values()]);
  const embeddings = ordered.flatMap((field) => embeddingOf(field) ?? []);
  const checked = ordered.filter(
    (field) => !isObjectType(field.type) && !embeddings.some((one) => one.field === field),
  );
  const made: CompiledSchema = {
    ordered,
    checked: checked.map((field) => ({ field, isNested: isNested && field.name.includes(".") })),
    byName,
    rules: fields.filter(isRule).map((field) => ({ field, applies: ruleOf(field.name) })),
    everyField: fields.find(({ name }) => name === EVERY_FIELD) ?? null,
    nested: isNested ? roots(ordered) : [],
    embeddings,
    references: [...byName.values()].filter(
      ({ reference }) => typeof reference === "string" && reference !== "",
    ),
    unstored: plain.filter(({ store }) => store === false).map(({ name }) => name),
  };
  COMPILED.set(fields, made);
  return made;
}

/** True if the server finds further fields by this one. `.*` only counts with the type `string*`. */
export function isRule({ name, type }: Pick<StoredField, "name" | "type">): boolean {
  return type === "string*" || (name !== EVERY_FIELD && isDynamic({ name, type }));
}

function ruleOf(pattern: string): (name: string) => boolean {
  if (!isPattern(pattern)) return (name) => name === pattern;
  try {
    const expression = new RegExp(`^(?:${pattern})$`);
    return (name) => expression.test(name);
  } catch {
    return () => false;
  }
}

/** Returns nested fields, without the parts of objects that are fields themselves. */
function roots(fields: readonly StoredField[]): StoredField[] {
  const nested = fields.filter(({ name, type }) => isObjectType(type) || name.includes("."));
  const objects = nested.filter(({ type }) => isObjectType(type)).map(({ name }) => `${name}.`);
  return nested.filter(({ name, index }) => index && !objects.some((object) => name.startsWith(object)));
}

function embeddingOf(field: StoredField): Embedding | null {
  const { embed } = field;
  if (!isRecord(embed) || !Array.isArray(embed.from)) return null;
  return { field, from: embed.from.filter((one) => typeof one === "string") };
}

/** True if the collection infers fields; documents are then coerced by default. */
export function infersFields(schema: Schema): boolean {
  const { rules, everyField } = compiledSchema(schema);
  return rules.length > 0 || everyField !== null;
}

/**
 * Returns the field of a name. A field with a derived type is in the schema twice, with its rule and with its type:
 * this returns the latter.
 */
export function findField({ fields }: Pick<Schema, "fields">, name: string): StoredField | undefined {
  return fields.find((field) => field.name === name && !isDynamic(field));
}

/** True for fields that text search covers. */
export function isTextField({ type }: Pick<StoredField, "type">): boolean {
  return type === "string" || type === "string[]";
}

/** True for fields with searchable vectors. */
export function isVector(field: StoredField): boolean {
  return field.type === "float[]" && Number(field.num_dim ?? 0) > 0;
}

/** Returns the strings of a document in a field. */
export function textsAt(document: StoredDocument, name: string, nested: boolean): readonly string[] {
  return asList(valueAt(document, name, nested)).filter((one) => typeof one === "string");
}

/**
 * Returns the value of a document at a field, or undefined. A property of exactly that name comes first. With
 * `nested`, dots lead into objects, and the values of an array of objects form one list.
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

/** Returns a value as a list; empty for null and undefined. */
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The server checks fields in the order of the buckets of its hash table. The order decides which of several problems is reported. */

const FEWEST_BUCKETS = 32;
/** The average number of names per bucket before the table doubles. */
const LOAD = 8;

/** Sorts named items in the order of the server's table. */
function inTableOrder<Named extends { readonly name: string }>(all: readonly Named[]): Named[] {
  let buckets = FEWEST_BUCKETS;
  while (all.length > buckets * LOAD) buckets *= 2;
  return all
    .map((one) => ({ one, bucket: Number(hashOf(one.name) & BigInt(buckets - 1)) }))
    .sort((left, right) => left.bucket - right.bucket)
    .map(({ one }) => one);
}
