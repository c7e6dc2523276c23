import { parseJson } from "../../domain/rules/body";
import { isRecord } from "../../domain/rules/fields";
import type { ClusterData, Embedded, NodeKey } from "../../domain/store/data";
import type { NodeCall } from "../call";
import { NODE_ROUTES, type NodeRoute } from "../routes";
import { type Access, accessOf, withEmbedded } from "./access";

/** The parts of a request that the check of its key needs. */
interface Asked {
  readonly secret: string | null;
  /** The name of the header, and of the property of a search, that contains a key. */
  readonly header: string;
  readonly query: URLSearchParams;
  /** Empty for a streamed body. */
  readonly body: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A collection of a request, and the key for it. */
interface Opened {
  /** The name in the request; null: none. */
  readonly collection: string | null;
  readonly secret: string | null;
}

/** Returns the permissions of a request's key; null if the request is not allowed. Only decides access, not the validity of the request. */
export function granted(
  data: ClusterData,
  route: NodeRoute,
  asked: Asked,
): Pick<NodeCall, "key" | "query" | "embedded"> | null {
  const { query, now } = asked;
  if (route.id === "getHealth") return { key: null, query, embedded: [] };
  const { action } = NODE_ROUTES[route.id];
  const opened = openedBy(data, route, asked);
  const server = serversKey(data, asked.secret);
  if (server !== null) return { key: server, query, embedded: opened.map(() => ({})) };
  const all: { access: Access; embedded: Embedded }[] = [];
  for (const { collection, secret } of opened) {
    const access = secret === null || secret === "" ? null : accessOf(data.keys, secret);
    const embedded = access?.grant(action, collection, now) ?? null;
    if (access === null || embedded === null) return null;
    all.push({ access, embedded });
  }
  const embedded = all.map((one) => one.embedded);
  const own = route.id === "multiSearch" ? query : withEmbedded(query, embedded[0] ?? {});
  return { key: all[0]?.access.key ?? null, query: own, embedded };
}

/**
 * Returns the key if it is the server's own, as issued admin keys are (docs/design/api-assumptions.md#keys). It
 * allows everything, and the keys of its searches are ignored.
 */
function serversKey(data: ClusterData, secret: string | null): NodeKey | null {
  const found = data.keys.find(({ listed, value }) => !listed && value === secret);
  return found?.actions.includes("*") && found.collections.includes("*") ? found : null;
}

/** Returns the collections of a request, at least one entry. */
function openedBy(data: ClusterData, route: NodeRoute, asked: Asked): readonly Opened[] {
  const { secret, query, body } = asked;
  if (route.id !== "multiSearch") return [{ collection: collectionOf(route, query, body), secret }];
  const preset = query.get("preset");
  const searches = preset === null ? parsed(body) : data.named.presets.get(preset)?.value;
  const list = isRecord(searches) && Array.isArray(searches.searches) ? searches.searches : [];
  const opened = list.map((search: unknown): Opened => {
    if (!isRecord(search)) return { collection: null, secret };
    const own = search[asked.header];
    return {
      collection: collectionOfSearch(data, search, query),
      secret: typeof own === "string" ? own : secret,
    };
  });
  return opened.length === 0 ? [{ collection: null, secret }] : opened;
}

/** Returns the collection of one search in a multi-search: its own, the common one, or that of its preset. */
function collectionOfSearch(
  data: ClusterData,
  search: Readonly<Record<string, unknown>>,
  query: URLSearchParams,
) {
  if (typeof search.collection === "string") return search.collection;
  const common = query.get("collection");
  if (common !== null) return common;
  const preset = data.named.presets.get(String(search.preset))?.value;
  return isRecord(preset) && typeof preset.collection === "string" ? preset.collection : null;
}

function collectionOf({ id, params }: NodeRoute, query: URLSearchParams, body: string): string | null {
  if (id === "createCollection") {
    const value = parsed(body);
    return isRecord(value) && typeof value.name === "string" ? value.name : null;
  }
  if (NODE_ROUTES[id].path.startsWith("/collections/")) return params.name ?? null;
  return query.get("collection");
}

/** Parses a body; undefined if it is invalid, which the handler then reports. */
function parsed(body: string): unknown {
  try {
    return parseJson(body);
  } catch {
    return undefined;
  }
}
