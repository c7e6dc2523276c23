import { seconds } from "../../domain/clock";
import type { ClusterData, StoredCollection } from "../../domain/store/data";
import {
  addressedCollection,
  collectionNamed,
  created,
  HandlerError,
  isAtLeast,
  jsonOf,
  type NodeCall,
  NodeRefusalError,
  type NodeReply,
  ok,
} from "../call";
import { writeDocument } from "../documents/write";
import { coversCollection } from "../keys/access";
import { answerCollection } from "./answer";
import { clonedCollection, createdCollection } from "./create";
import { collectionOnNode, createdAtOn } from "./restart";
import { altered, changedCollection, checkUpdate, isAltering } from "./update";

/** Lists the collections that the key covers, the newest first. `exclude_fields` removes properties. */
export function listCollections(call: NodeCall): NodeReply {
  const { data, key, query } = call;
  const excluded = (query.get("exclude_fields") ?? "").split(",").map((name) => name.trim());
  const [offset, limit] = [pageOf(query, "offset"), pageOf(query, "limit")];
  if (offset > 0 && offset >= data.collections.size) throw new NodeRefusalError(400, "Invalid offset param.");
  const seen = [...data.collections.values()]
    .reverse()
    .slice(offset, limit === 0 ? undefined : offset + limit)
    .filter(({ name }) => key === null || coversCollection(key, name));
  return ok(
    seen.map((one) =>
      Object.fromEntries(Object.entries(shown(call, one)).filter(([name]) => !excluded.includes(name))),
    ),
  );
}

const MAX_UINT32 = 2 ** 32 - 1;
const MAX_INT32 = 2 ** 31 - 1;

function pageOf(query: URLSearchParams, name: "offset" | "limit"): number {
  const value = query.get(name);
  if (value === null) return 0;
  if (/^\d+$/.test(value) && Number(value) <= MAX_UINT32) {
    if (Number(value) > MAX_INT32) throw new HandlerError(`${name} is beyond 32 bits with a sign.`);
    return Number(value);
  }
  const words = `${name === "limit" ? "Limit" : "Offset"} param should be unsigned integer.`;
  throw new NodeRefusalError(400, words);
}

/** Creates a collection from the body, or with `src_name` from another collection. `copy_documents` also copies its documents. */
export function createCollection(call: NodeCall): NodeReply {
  const { data, query, now, world } = call;
  const body = jsonOf(call);
  const source = query.get("src_name");
  const from30 = isAtLeast(call, "30.0");
  const needsSorting = world.assumptions.default_sorting_field_demanded === "yes";
  const collection =
    source === null
      ? createdCollection(data, body, { from30, needsSorting, now })
      : clonedCollection(data, source, body, now);
  if (source !== null && from30 && query.has("copy_documents")) copyDocuments(data, source, collection);
  return created(shown(call, collection));
}

function copyDocuments(data: ClusterData, source: string, collection: StoredCollection): void {
  for (const document of data.collections.get(source)?.documents.values() ?? []) {
    const incoming = { draft: structuredClone(document) as Record<string, unknown>, hasFloats: false };
    try {
      writeDocument({ data, collection }, incoming, { action: "create", dirty: "coerce_or_drop" });
    } catch (error) {
      // A document that does not fit is skipped silently.
      if (!(error instanceof NodeRefusalError)) throw error;
    }
  }
}

/** Returns a collection, by its name or an alias. */
export function getCollection(call: NodeCall): NodeReply {
  return ok(shown(call, addressedCollection(call)));
}

/** Updates a collection, one update at a time. Answers the body with every default. */
export async function updateCollection(call: NodeCall): Promise<NodeReply> {
  const { world, data, params, now } = call;
  const named = collectionNamed(data, params.name ?? "");
  if (named !== undefined && isAltering(named, now)) {
    throw new NodeRefusalError(422, "Another collection update operation is in progress.");
  }
  const body = jsonOf(call);
  const from30 = isAtLeast(call, "30.0");
  checkUpdate(body, from30);
  const collection = addressedCollection(call);
  const { assumptions } = world;
  return ok(
    await altered(collection, changedCollection(data, collection, body, { from30, assumptions, now })),
  );
}

/** Deletes a collection with its documents, by its name or an alias. The alias stays. */
export function deleteCollection(call: NodeCall): NodeReply {
  const { data, params } = call;
  const collection = collectionNamed(data, params.name ?? "");
  if (collection === undefined) {
    throw new NodeRefusalError(404, `No collection with name \`${params.name}\` found.`);
  }
  data.collections.delete(collection.name);
  return ok(shown(call, collection));
}

/** Returns a collection as this node shows it: with the time at which the node itself applied the create. */
function shown({ cluster, world, hostname }: NodeCall, collection: StoredCollection) {
  const own = collectionOnNode(cluster.data, hostname, collection);
  const answer = answerCollection(own, cluster.search_server_version, world.assumptions);
  return { ...answer, created_at: seconds(createdAtOn(cluster.data, hostname, collection)) };
}
