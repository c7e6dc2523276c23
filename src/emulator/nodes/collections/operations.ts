import {
  addressedCollection,
  bodyOf,
  created,
  type NodeCall,
  NodeRefusal,
  type NodeReply,
  ok,
} from "../call";
import { reindexed } from "../documents/reindex";
import { coversCollection } from "../keys/access";
import type { StoredCollection, StoredDocument, StoredField } from "../record";
import { alteredFields } from "./alter";
import { answerCollection } from "./answer";
import { checkSets, createdCollection } from "./create";

/** Those that the key covers, the newest first; `exclude_fields` names properties to leave out. */
export function listCollections(call: NodeCall): NodeReply {
  const { data, key, query } = call;
  const excluded = new Set((query.get("exclude_fields") ?? "").split(","));
  const [offset, limit] = [pageOf(query, "offset"), pageOf(query, "limit")];
  const seen = [...data.collections.values()]
    .filter(({ name }) => key === null || coversCollection(key, name))
    .reverse()
    .slice(offset ?? 0, limit === null || limit === 0 ? undefined : (offset ?? 0) + limit);
  return ok(
    seen.map((one) =>
      Object.fromEntries(Object.entries(shown(call, one)).filter(([name]) => !excluded.has(name))),
    ),
  );
}

function pageOf(query: URLSearchParams, name: "offset" | "limit"): number | null {
  const value = query.get(name);
  if (value === null) return null;
  const words = `${name === "limit" ? "Limit" : "Offset"} param should be unsigned integer.`;
  if (!/^\d+$/.test(value)) throw new NodeRefusal(400, words);
  return Number(value);
}

export function createCollection(call: NodeCall): NodeReply {
  const { data, world, now } = call;
  const needsSorting = world.assumptions.default_sorting_field_demanded === "yes";
  return created(shown(call, createdCollection(data, bodyOf(call), needsSorting, now)));
}

/** Of an alias too: the collection that it leads to. */
export function getCollection(call: NodeCall): NodeReply {
  return ok(shown(call, addressedCollection(call)));
}

const ALTERABLE = ["fields", "metadata", "synonym_sets", "curation_sets"];

/** One at a time; answers what was sent. */
export function updateCollection(call: NodeCall): NodeReply {
  const { world, data, now } = call;
  const { collection_alter_seconds: duration } = world.assumptions;
  const collection = addressedCollection(call);
  if (now < collection.alteringUntil) {
    throw new NodeRefusal(422, "Another collection update operation is in progress.");
  }
  const body = bodyOf(call);
  if (Object.keys(body).length === 0) throw new NodeRefusal(400, "Alter payload is empty.");
  if (!Object.keys(body).every((name) => ALTERABLE.includes(name))) {
    throw new NodeRefusal(400, "Only `fields`, `metadata` and `synonym_sets` can be updated at the moment.");
  }
  const changes: Partial<StoredCollection> = {
    ...("metadata" in body ? { metadata: metadataIn(body.metadata) } : {}),
    ...("synonym_sets" in body ? { synonym_sets: namesIn("synonym_sets", body.synonym_sets) } : {}),
    ...("curation_sets" in body ? { curation_sets: namesIn("curation_sets", body.curation_sets) } : {}),
  };
  checkSets(data, changes);
  if ("fields" in body) {
    const schema = { ...collection, fields: alteredFields(collection, body.fields) };
    changes.fields = fitting(call, schema, collection.documents.values());
    changes.alteringUntil = now + duration * 1000;
  }
  Object.assign(collection, changes);
  return ok(body);
}

/** The altered fields, with those found in the documents. @throws NodeRefusal for documents that do not fit */
function fitting(
  { world }: NodeCall,
  schema: StoredCollection,
  documents: Iterable<StoredDocument>,
): readonly StoredField[] {
  try {
    return reindexed(schema, documents);
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    throw new NodeRefusal(Number(world.assumptions.alter_misfit_status), error.message);
  }
}

function metadataIn(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new NodeRefusal(400, "The `metadata` value should be an object.");
}

function namesIn(property: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw new NodeRefusal(400, `The \`${property}\` value should be an array.`);
}

/** With all of its documents. An alias is no collection here. */
export function deleteCollection(call: NodeCall): NodeReply {
  const { data, params } = call;
  const { name = "" } = params;
  const collection = data.collections.get(name);
  if (collection === undefined) throw new NodeRefusal(404, `No collection with name \`${name}\` found.`);
  data.collections.delete(name);
  return ok(shown(call, collection));
}

function shown({ cluster, world }: NodeCall, collection: StoredCollection) {
  return answerCollection(collection, cluster.search_server_version, world.assumptions);
}
