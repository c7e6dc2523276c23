import { EVERY_FIELD, isDynamic, isObjectType, isPattern } from "../../../api/dataPlane/fields";
import { isRecord } from "../../domain/rules/fields";
import type { StoredCollection, StoredDocument, StoredField } from "../../domain/store/data";

import { hashOf } from "../hash";

/** What of a collection decides about its documents. */
export type Schema = Pick<StoredCollection, "fields" | "default_sorting_field" | "enable_nested_fields">;

/** A field whose name is a pattern, or whose type is found in the documents. */
export interface Rule {
  readonly field: StoredField;
  readonly applies: (name: string) => boolean;
}

/** A field whose values are checked. */
export interface Target {
  readonly field: StoredField;
  /** Whether it lies in an object: its values may be those of a list of objects. */
  readonly isNested: boolean;
}

/** How a field computes its values from the texts of others. */
export interface Embedding {
  readonly field: StoredField;
  readonly from: readonly string[];
}

/** The fields of a schema, as documents are looked at. */
export interface CompiledSchema {
  /** Those with a name and a type, in the order in which documents are checked; `id` is none of them. */
  readonly ordered: readonly StoredField[];
  /** Those whose values are checked one by one: no objects, and nothing that the server computes. */
  readonly checked: readonly Target[];
  readonly byName: ReadonlyMap<string, StoredField>;
  readonly rules: readonly Rule[];
  /** `.*`, unless its type makes it a rule. */
  readonly everyField: StoredField | null;
  /** Those that lie in objects and are not parts of one that is listed itself. */
  readonly nested: readonly StoredField[];
  readonly embeddings: readonly Embedding[];
  readonly references: readonly StoredField[];
  /** Names of those that are indexed only. */
  readonly unstored: readonly string[];
}

const COMPILED = new WeakMap<readonly StoredField[], CompiledSchema>();

/** What the fields mean for documents: worked out once for each list of fields, since every line of an import asks. */
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

/** Whether the server finds further fields by this one. `.*` is none of them, unless its type is `string*`. */
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

/** Fields in objects, without the parts of objects that are fields themselves. */
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

/** Whether the collection infers fields; documents are then coerced unless the request says otherwise. */
export function infersFields(schema: Schema): boolean {
  const { rules, everyField } = compiledSchema(schema);
  return rules.length > 0 || everyField !== null;
}

/** The field of a name. One whose type is found is there once with its rule and once with its type: the latter. */
export function findField({ fields }: Pick<Schema, "fields">, name: string): StoredField | undefined {
  return fields.find((field) => field.name === name && !isDynamic(field));
}

/** The fields in which text is looked for. */
export function isTextField({ type }: Pick<StoredField, "type">): boolean {
  return type === "string" || type === "string[]";
}

/** Whether a field holds vectors that can be searched. */
export function isVector(field: StoredField): boolean {
  return field.type === "float[]" && Number(field.num_dim ?? 0) > 0;
}

/** The texts of a document at a field. */
export function textsAt(document: StoredDocument, name: string, nested: boolean): readonly string[] {
  return asList(valueAt(document, name, nested)).filter((one) => typeof one === "string");
}

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
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/**
 * The order in which the server goes through the fields of a schema: that of the buckets of its hash table. It decides
 * which of several problems of a document is told.
 */

const FEWEST_BUCKETS = 32;
/** How many names a bucket holds on average before there are twice as many buckets. */
const LOAD = 8;

/** What has a name, in the order of the server's table. */
function inTableOrder<Named extends { readonly name: string }>(all: readonly Named[]): Named[] {
  let buckets = FEWEST_BUCKETS;
  while (all.length > buckets * LOAD) buckets *= 2;
  return all
    .map((one) => ({ one, bucket: Number(hashOf(one.name) & BigInt(buckets - 1)) }))
    .sort((left, right) => left.bucket - right.bucket)
    .map(({ one }) => one);
}
