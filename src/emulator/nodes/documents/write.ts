import { isRecord } from "../../rules/fields";
import { NodeRefusal } from "../call";
import type { StoredCollection, StoredDocument } from "../record";
import { DIRTY_VALUES, type DirtyValues } from "./fit";
import { conforming, infersFields, newFields } from "./schema";
import { mergePatch } from "./values";

/** What to do with a document whose id exists, or does not. */
const ACTIONS = ["create", "upsert", "update", "emplace"] as const;

export interface WriteOptions {
  readonly action: (typeof ACTIONS)[number];
  readonly dirty: DirtyValues;
}

/** Reads `action` and `dirty_values`. @throws NodeRefusal 400 */
export function writeOptions(query: URLSearchParams, collection: StoredCollection): WriteOptions {
  const given = query.get("action") ?? "create";
  const action = ACTIONS.find((one) => one === given);
  if (action === undefined) throw new NodeRefusal(400, "Parameter `action` must be a create|update|upsert.");
  const wanted = query.get("dirty_values")?.toLowerCase();
  const usual = infersFields(collection) ? "coerce_or_reject" : "reject";
  return { action, dirty: DIRTY_VALUES.find((one) => one === wanted) ?? usual };
}

/**
 * Stores a document and answers it as it is stored. When it is refused, nothing has changed.
 * @throws NodeRefusal in the server's words
 */
export function writeDocument(
  collection: StoredCollection,
  given: unknown,
  { action, dirty }: WriteOptions,
): StoredDocument {
  if (!isRecord(given)) throw new NodeRefusal(400, "Bad JSON: not a properly formed document.");
  const id = checkedId(given.id, action);
  const existing = id === null ? undefined : collection.documents.get(id);
  if (existing !== undefined && action === "create") {
    throw new NodeRefusal(409, `A document with id ${id} already exists.`);
  }
  if (existing === undefined && action === "update") {
    throw new NodeRefusal(404, `Could not find a document with id: ${id}`);
  }
  const found = newFields(collection, given, dirty);
  const fields = found.length === 0 ? collection.fields : [...collection.fields, ...found];
  const base = action === "upsert" ? undefined : existing;
  const partial = base !== undefined;
  const fit = conforming({ ...collection, fields }, given, { partial, dirty });
  const merged = base === undefined ? fit : mergePatch(base, fit);
  const stored = id === null ? { ...merged, id: freeId(collection) } : merged;
  collection.fields = fields;
  if (existing === undefined) collection.nextDocumentId += 1;
  collection.documents.set(String(stored.id), stored);
  return stored;
}

function checkedId(id: unknown, action: WriteOptions["action"]): string | null {
  if (id === undefined) {
    if (action === "update") throw new NodeRefusal(400, "For update, the `id` key must be provided.");
    return null;
  }
  if (id === "") throw new NodeRefusal(400, "The `id` should not be empty.");
  if (typeof id !== "string") throw new NodeRefusal(400, "Document's `id` field should be a string.");
  return id;
}

/** Ids that the server assigns are numbers that grow; one that a document brought itself is passed over. */
function freeId(collection: StoredCollection): string {
  while (collection.documents.has(String(collection.nextDocumentId))) collection.nextDocumentId += 1;
  return String(collection.nextDocumentId);
}
