import { isRecord } from "../../domain/rules/fields";
import type { StoredCollection } from "../../domain/store/data";
import { addressedCollection, type NodeCall, NodeRefusalError, type NodeReply, ok } from "../call";
import { storedPart } from "../documents/projection";
import { removeDocument } from "../documents/references";
import { dirtyValuesOf, parsedText, writeDocument } from "../documents/write";
import { collectionFilter } from "../search/filter/compile";

const NO_FILTER = "Parameter `filter_by` must be provided.";

/** Reads the size of a batch. @throws NodeRefusalError 400 */
export function checkBatchSize(query: URLSearchParams, name = "batch_size"): void {
  const given = query.get(name);
  if (given === null) return;
  const size = /^\s*\+?\d+$/.test(given) ? Number(given) : 0;
  if (size > 0 && size < 2 ** 32) return;
  throw new NodeRefusalError(400, `Parameter \`${name}\` must be a positive integer.`);
}

/** True if a condition on an unknown field is rejected. */
export function validatesNames({ query }: NodeCall): boolean {
  return query.get("validate_field_names") !== "false";
}

/** updateDocuments: changes the documents that match a filter. A document that the change does not fit stays as it is. */
export function updateDocuments(call: NodeCall): NodeReply {
  const { data, query, body } = call;
  const filter = query.get("filter_by");
  if (filter === null) throw new NodeRefusalError(400, NO_FILTER);
  const collection = addressedCollection(call);
  if (filter.trim() === "") return ok({ num_updated: 0 });
  const { value, hasFloats } = parsedText(body.text);
  const keys = filter.trim() === "*" ? [...collection.documents.keys()] : keysOf(call, collection, filter);
  const ids = keys.map((key) => collection.documents.get(key)?.id);
  if (ids.length > 0 && value !== null && !isRecord(value)) throw new NodeRefusalError(400, "Bad JSON.");
  const dirty = dirtyValuesOf(query, collection);
  let updated = 0;
  for (const id of ids) {
    try {
      const draft = { ...structuredCopy(value), id };
      writeDocument({ data, collection }, { draft, hasFloats }, { action: "update", dirty });
      updated += 1;
    } catch (error) {
      if (!(error instanceof NodeRefusalError)) throw error;
    }
  }
  return ok({ num_updated: updated });
}

/** Returns a copy for each document, because a write changes its input. */
function structuredCopy(value: unknown): Record<string, unknown> {
  return isRecord(value) ? (copyOf(value) as Record<string, unknown>) : {};
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)]));
}

/** deleteDocuments: deletes the documents that match a filter, all with `truncate`, or all but the first `k` of a field with `top_k_by`. */
export function deleteDocuments(call: NodeCall): NodeReply {
  const { data, query } = call;
  const collection = addressedCollection(call);
  const top = query.get("top_k_by");
  if (top !== null) {
    for (const key of outsideTop(collection, top)) removeDocument(data, collection, key);
    return ok({ ok: true });
  }
  if (query.get("truncate") === "true") {
    const keys = [...collection.documents.keys()];
    for (const key of keys) removeDocument(data, collection, key);
    return ok({ num_deleted: keys.length });
  }
  const filter = query.get("filter_by");
  if (filter === null) throw new NodeRefusalError(400, NO_FILTER);
  checkBatchSize(query);
  const keys = filter.trim() === "" ? [] : keysOf(call, collection, filter);
  const removed = keys.flatMap((key) => {
    const document = collection.documents.get(key);
    removeDocument(data, collection, key);
    return document === undefined ? [] : [storedPart(collection, document)];
  });
  const shows = (name: string) => query.get(name) === "true" && removed.length > 0;
  return ok({
    ...(shows("return_doc") ? { documents: removed } : {}),
    ...(shows("return_id") ? { ids: removed.map(({ id }) => id) } : {}),
    num_deleted: removed.length,
  });
}

function keysOf(call: NodeCall, collection: StoredCollection, filter: string): readonly string[] {
  const keep = collectionFilter(call, collection, filter, validatesNames(call));
  return [...collection.documents].flatMap(([key, document]) => (keep(document) ? [key] : []));
}

/** Returns the keys of documents without one of the `k` greatest values of a field. */
function outsideTop({ fields, documents }: StoredCollection, text: string): readonly string[] {
  const [name = "", k = "", ...more] = text.split(":").map((one) => one.trim());
  if (more.length > 0 || !/^\d+$/.test(k)) {
    throw new NodeRefusalError(400, "The `top_k_by` parameter is not valid.");
  }
  const field = fields.find((one) => one.name === name);
  if (field === undefined || !/^(int32|int64|float|bool)(\[\])?$/.test(field.type)) {
    throw new NodeRefusalError(500, `Field \`${name}\` not found in numerical index.`);
  }
  return [...documents]
    .filter(([, document]) => document[name] !== undefined)
    .sort(([, left], [, right]) => Number(right[name]) - Number(left[name]))
    .slice(Number(k))
    .map(([key]) => key);
}
