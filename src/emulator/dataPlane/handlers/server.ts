import { nodeNamesOf, nodesAt } from "../../domain/nodes/hosts";
import { isRecord } from "../../domain/rules/fields";
import { created, jsonOf, type NodeCall, NodeRefusalError, type NodeReply, ok } from "../call";
import { note } from "../collections/restart";
import { isAltering } from "../collections/update";
import type { NodeRouteId } from "../routes";

const DONE = { success: true };

/** Takes a snapshot. A restart of this node then keeps its current state. @throws NodeRefusalError 400 without a path */
export function createSnapshot({ cluster, hostname, now, query }: NodeCall): NodeReply {
  if (!query.has("snapshot_path")) throw new NodeRefusalError(400, "Parameter `snapshot_path` is required.");
  note(cluster.data, hostname, { kind: "snapshot", at: now });
  return created(DONE);
}

/** Makes this node the leader; answers false if it is already. */
export function vote({ cluster, hostname, now }: NodeCall): NodeReply {
  const leads = nodesAt(cluster, now).some((node) => node.leads && node.hostname === hostname);
  const success = !leads && cluster.data.quorum;
  if (success) cluster.data.leader = nodeNamesOf(cluster).indexOf(hostname);
  return ok({ success });
}

/** There is no cache to clear. */
export const clearCache = (): NodeReply => ok(DONE);

export const compactDatabase = (): NodeReply => ok(DONE);

export const resetPeers = (): NodeReply => ok(DONE);

/** Lists the collections with an update in progress; null if there are no collections. */
export function listSchemaChanges({ data, now }: NodeCall): NodeReply {
  if (data.collections.size === 0) return ok(null);
  const changing = [...data.collections.values()].filter((one) => isAltering(one, now));
  return ok(
    changing.map(({ name, documents }) => ({
      collection: name,
      validated_docs: documents.size,
      altered_docs: 0,
      alter_history: [],
    })),
  );
}

/** Seconds over which requests are counted. */
const WINDOW = 10;

/** The operations that the statistics count separately. */
const KINDS: { readonly [Id in NodeRouteId]?: "search" | "import" | "write" | "delete" } = {
  ...{ searchDocuments: "search", multiSearch: "search" },
  importDocuments: "import",
  ...{ createDocument: "write", updateDocument: "write", updateDocuments: "write" },
  ...{ deleteDocument: "delete", deleteDocuments: "delete" },
};

/** Counts the recent requests to this node. All latencies are 0. */
export function getStats({ world, hostname, now }: NodeCall): NodeReply {
  const prefix = `/nodes/${hostname}`;
  const recent = world.journal
    .entries()
    .filter(({ at, path, done }) => done && path.startsWith(prefix) && now - Date.parse(at) < WINDOW * 1000);
  const of = (kind: string) =>
    recent.filter(({ operation }) => operation !== null && KINDS[operation as NodeRouteId] === kind).length /
    WINDOW;
  const paths: Record<string, number> = {};
  for (const { method, path } of recent) {
    const line = `${method} ${path.slice(prefix.length)}`;
    paths[line] = (paths[line] ?? 0) + 1 / WINDOW;
  }
  const own = ["search", "import", "write", "delete"].flatMap((kind) => [
    [`${kind}_requests_per_second`, of(kind)],
    [`${kind}_latency_ms`, 0],
  ]);
  return ok({
    ...Object.fromEntries(own),
    cache_hit_ratio: 0,
    latency_ms: {},
    overloaded_requests_per_second: 0,
    pending_write_batches: 0,
    requests_per_second: paths,
    total_requests_per_second: recent.length / WINDOW,
  });
}

const GIB = 2 ** 30;

/** Answers invented metrics of a machine of this size. Every number is a string. */
export function getMetrics({ cluster, data }: NodeCall): NodeReply {
  const memory = Math.round(Number.parseFloat(cluster.memory) * GIB);
  const cpus = Number.parseInt(cluster.vcpu, 10) || 1;
  const documents = [...data.collections.values()].reduce((sum, one) => sum + one.documents.size, 0);
  const used = 64 * 2 ** 20 + documents * 1024;
  const bytes = {
    system_disk_total_bytes: memory * 5,
    system_disk_used_bytes: GIB + documents * 1024,
    system_memory_total_bytes: memory,
    system_memory_total_swap_bytes: 0,
    system_memory_used_bytes: used * 2,
    system_memory_used_swap_bytes: 0,
    system_network_received_bytes: data.writes * 1024,
    system_network_sent_bytes: data.writes * 1024,
    typesense_memory_active_bytes: used,
    typesense_memory_allocated_bytes: used,
    typesense_memory_mapped_bytes: used * 2,
    typesense_memory_metadata_bytes: 8 * 2 ** 20,
    typesense_memory_resident_bytes: used,
    typesense_memory_retained_bytes: 0,
  };
  const names = ["", ...Array.from({ length: cpus }, (_, place) => String(place + 1))];
  return ok({
    ...Object.fromEntries(names.map((name) => [`system_cpu${name}_active_percentage`, "0.00"])),
    ...Object.fromEntries(Object.entries(bytes).map(([name, value]) => [name, String(value)])),
    typesense_memory_fragmentation_ratio: "0.00",
  });
}

/** Settings that take effect without a restart, in the server's order. Other properties are ignored. */
const SETTINGS: readonly (readonly [
  name: string,
  kind: "integer" | "positive integer" | "boolean",
  other?: string,
])[] = [
  ["log-slow-requests-time-ms", "integer"],
  ["log-slow-searches-time-ms", "integer"],
  ["enable-search-logging", "boolean"],
  ["healthy-read-lag", "positive integer", "a positive integer"],
  ["healthy-write-lag", "positive integer"],
  ["cache-num-entries", "positive integer"],
  ["embedding-cache-num-entries", "positive integer"],
  ["skip-writes", "boolean"],
];

/** Changes settings of this node until it restarts. Settings before an invalid one are applied. */
export function updateConfig(call: NodeCall): NodeReply {
  const given = jsonOf(call);
  for (const [name, kind, other = "an integer"] of isRecord(given) ? SETTINGS : []) {
    const value = (given as Readonly<Record<string, unknown>>)[name];
    if (value === undefined) continue;
    const isRight = kind === "boolean" ? typeof value === "boolean" : Number.isInteger(value);
    const words = kind === "boolean" ? "a boolean" : other;
    if (!isRight) throw new NodeRefusalError(400, `Configuration \`${name}\` must be ${words}.`);
    if (kind === "positive integer" && Number(value) <= 0) {
      throw new NodeRefusalError(400, `Configuration \`${name}\` must be a positive integer.`);
    }
    take(call, name, value);
  }
  return created({ success: true });
}

/** Applies the two settings that have an effect here. */
function take({ cluster, data, hostname }: NodeCall, name: string, value: unknown): void {
  if (name === "cache-num-entries") data.cacheEntries = Number(value);
  if (name !== "skip-writes") return;
  if (value === true) cluster.data.skipping.add(hostname);
  else cluster.data.skipping.delete(hostname);
}

/** Checks a request to the proxy. The emulator forwards nothing. @throws NodeRefusalError 400; 501 for one that the server would forward */
function refuseProxy(call: NodeCall): NodeReply {
  const given = jsonOf(call);
  if (!isRecord(given) || given.url === undefined || given.method === undefined) {
    throw new NodeRefusalError(400, "Missing required fields.");
  }
  const { url, method, body, headers } = given;
  if (!isFilled(url) || !isFilled(method)) {
    throw new NodeRefusalError(400, "URL and method must be non-empty strings.");
  }
  if (body !== undefined && typeof body !== "string")
    throw new NodeRefusalError(400, "Body must be a string.");
  if (headers !== undefined && !isRecord(headers)) {
    throw new NodeRefusalError(400, "Headers must be a JSON object.");
  }
  if (Object.values(headers ?? {}).some((value) => typeof value !== "string")) {
    throw new NodeRefusalError(400, "Bad JSON.");
  }
  throw new NodeRefusalError(501, "The emulator sends no requests elsewhere.");
}

const isFilled = (value: unknown) => typeof value === "string" && value !== "";

export { refuseProxy as proxy, refuseProxy as proxyEvents };
