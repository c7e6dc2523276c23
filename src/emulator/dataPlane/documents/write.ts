import { isRecord } from "../../domain/rules/fields";
import type { ClusterData, StoredCollection, StoredDocument } from "../../domain/store/data";
import { NodeRefusalError } from "../call";
import { ACTIONS, type Action, conform } from "./conform";
import { detected } from "./detect";
import { withVectors } from "./embed";
import { DIRTY_VALUES, type DirtyValues } from "./fit";
import type { Draft } from "./flatten";
import { parsedDocument } from "./json/parse";
import { JsonParseError, withPlainNumbers } from "./json/values";
import { checkReferences } from "./references";
import { compiledSchema, findField, infersFields } from "./schema";

/** The collection that documents are written to. */
export interface WriteTarget {
  readonly data: ClusterData;
  readonly collection: StoredCollection;
}

export interface WriteOptions {
  readonly action: Action;
  readonly dirty: DirtyValues;
  /** Ids that are new in this batch of an import. */
  readonly batch?: Set<string>;
}

/** Reads `action`. @throws NodeRefusalError 400 */
export function actionOf(query: URLSearchParams): Action {
  const given = query.get("action") ?? "create";
  const action = ACTIONS.find((one) => one === given);
  if (action === undefined)
    throw new NodeRefusalError(400, "Parameter `action` must be a create|update|upsert.");
  return action;
}

/** Reads `dirty_values`. Unknown values mean the default. */
export function dirtyValuesOf(query: URLSearchParams, collection: StoredCollection): DirtyValues {
  const wanted = query.get("dirty_values")?.toLowerCase();
  const usual = infersFields(collection) ? "coerce_or_reject" : "reject";
  return DIRTY_VALUES.find((one) => one === wanted) ?? usual;
}

/** A document as received. It may be changed, because nothing else refers to it. */
export interface Incoming {
  readonly draft: Draft;
  /** True if it contains integers written as fractions. */
  readonly hasFloats: boolean;
}

/** The message for JSON that is not an object. */
export const NO_OBJECT = "Bad JSON: not a properly formed document.";

/** Parses a document. @throws NodeRefusalError 400 */
export function incoming(text: string): Incoming {
  const { value, hasFloats } = parsedText(text);
  if (!isRecord(value)) throw new NodeRefusalError(400, NO_OBJECT);
  return { draft: value, hasFloats };
}

/** Parses JSON. @throws NodeRefusalError 400 with the message of the server's parser */
export function parsedText(text: string): ReturnType<typeof parsedDocument> {
  try {
    return parsedDocument(text);
  } catch (error) {
    if (error instanceof JsonParseError) throw new NodeRefusalError(400, `Bad JSON: ${error.message}`);
    throw error;
  }
}

/**
 * Stores a document. Returns the stored document.
 * @param ofPath the id in the path of the request
 * @throws NodeRefusalError; fields that the document added to the schema stay
 */
export function writeDocument(
  { data, collection }: WriteTarget,
  { draft, hasFloats }: Incoming,
  options: WriteOptions,
  ofPath?: string,
): StoredDocument {
  const { action, dirty } = options;
  const { id, before, isGenerated } = claimed(collection, draft, options, ofPath);
  const isUpdate = before !== null;
  const { fields, flat, refusal } = detected(collection, draft, dirty, isUpdate);
  if (fields.length > 0) collection.fields = [...collection.fields, ...fields];
  if (refusal !== null) throw refusal;
  checkReferences(data, collection, draft, flat, isUpdate);
  increment(collection, draft, before);
  conform(collection, draft, flat, { action, isUpdate, dirty });
  const given = (hasFloats ? withPlainNumbers(draft) : draft) as StoredDocument;
  const stored = withVectors(compiledSchema(collection), changed(collection, given, before, action), before);
  if (isGenerated) shadow(collection, id);
  collection.documents.set(id, stored);
  return stored;
}

/** Returns a document after a write. A replacement keeps vectors that it does not contain. */
function changed(
  collection: StoredCollection,
  given: StoredDocument,
  before: StoredDocument | null,
  action: Action,
): StoredDocument {
  if (before === null) return given;
  if (action !== "upsert") return merged(before, given);
  const { embeddings } = compiledSchema(collection);
  const stored = withoutNulls(given) as StoredDocument;
  if (embeddings.length === 0) return stored;
  const vectors = embeddings.flatMap(({ field: { name } }) =>
    Object.hasOwn(before, name) ? [[name, before[name]]] : [],
  );
  return { ...Object.fromEntries(vectors), ...stored };
}

interface Claim {
  readonly id: string;
  /** The existing document with this id. */
  readonly before: StoredDocument | null;
  readonly isGenerated: boolean;
}

/** Returns the id of a document. A new document uses up the next number, even if it is rejected later. */
function claimed(
  collection: StoredCollection,
  draft: Draft,
  { action, batch }: WriteOptions,
  ofPath: string | undefined,
): Claim {
  const { id = ofPath } = draft;
  if (ofPath !== undefined && id !== ofPath) {
    throw new NodeRefusalError(400, "The `id` of the resource does not match the `id` in the JSON body.");
  }
  if (id === "") throw new NodeRefusalError(400, "The `id` should not be empty.");
  if (id === undefined) {
    if (action === "update") throw new NodeRefusalError(400, "For update, the `id` key must be provided.");
    draft.id = String(takeNumber(collection));
    return { id: String(draft.id), before: null, isGenerated: true };
  }
  if (typeof id !== "string") throw new NodeRefusalError(400, "Document's `id` field should be a string.");
  draft.id = id;
  // A document that repeats a new id ends the batch, and is counted twice.
  if (batch?.has(id)) {
    takeNumber(collection);
    batch.clear();
  }
  const before = collection.documents.get(id) ?? null;
  if (before !== null && action === "create") {
    throw new NodeRefusalError(409, `A document with id ${id} already exists.`);
  }
  if (before !== null) return { id, before, isGenerated: false };
  if (action === "update") throw notFound(id);
  takeNumber(collection);
  batch?.add(id);
  return { id, before, isGenerated: false };
}

export function notFound(id: string): NodeRefusalError {
  return new NodeRefusalError(404, `Could not find a document with id: ${id}`);
}

/** Returns the number of a new document, which is its default id. */
function takeNumber(collection: StoredCollection): number {
  const number = collection.nextDocumentId;
  collection.nextDocumentId += 1;
  return number;
}

/**
 * A generated id may already exist. The server then has both documents, and finds the newer by id. The older one
 * keeps its place under a key that is not an id.
 */
function shadow({ documents }: StoredCollection, id: string): void {
  if (!documents.has(id)) return;
  const all = [...documents];
  documents.clear();
  for (const [key, document] of all) documents.set(key === id ? `\u0000${all.length} ${id}` : key, document);
}

/** Carries out `{"$operations": {"increment": {…}}}`. */
function increment(collection: StoredCollection, draft: Draft, before: StoredDocument | null): void {
  if (!Object.hasOwn(draft, "$operations")) return;
  const { $operations: operations } = draft;
  delete draft.$operations;
  if (!isRecord(operations) || !isRecord(operations.increment)) return;
  for (const [name, by] of Object.entries(operations.increment)) {
    const type = findField(collection, name)?.type;
    if ((type !== "int32" && type !== "int64") || !Number.isInteger(by)) continue;
    draft[name] = Number(before?.[name] ?? 0) + Number(by);
  }
}

/** Merges an update into a document: objects are merged, null removes, anything else replaces. Nulls inside new values are removed. */
export function merged(target: StoredDocument, patch: StoredDocument): StoredDocument {
  const result = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    const before = result.get(key);
    if (value === null) result.delete(key);
    else result.set(key, isRecord(value) && isRecord(before) ? merged(before, value) : withoutNulls(value));
  }
  return Object.fromEntries(result);
}

/** Removes nulls at any depth. Returns the same value if it has none. */
function withoutNulls(value: unknown): unknown {
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
