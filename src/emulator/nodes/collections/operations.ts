import { seconds } from "../../clock";
import {
  addressedCollection,
  bodyOf,
  created,
  type NodeCall,
  NodeRefusal,
  type NodeReply,
  ok,
} from "../call";
import { coversCollection } from "../keys/access";
import { createdAtOn } from "../life";
import type { StoredCollection } from "../record";
import { answerCollection } from "./answer";
import { createdCollection } from "./create";
import { changeCollection } from "./update";

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

/** One at a time; answers what was sent. */
export function updateCollection(call: NodeCall): NodeReply {
  const { world, data, now } = call;
  const collection = addressedCollection(call);
  if (now < collection.alteringUntil) {
    throw new NodeRefusal(422, "Another collection update operation is in progress.");
  }
  const body = bodyOf(call);
  changeCollection(data, collection, body, world.assumptions, now);
  return ok(body);
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

/** As this node shows it: each one takes the moment at which it has applied the create itself. */
function shown({ cluster, world, hostname }: NodeCall, collection: StoredCollection) {
  const answer = answerCollection(collection, cluster.search_server_version, world.assumptions);
  return { ...answer, created_at: seconds(createdAtOn(cluster.data, hostname, collection)) };
}
