import { setMaxListeners } from "node:events";
import { createNodesClient, type Nodes } from "../../../src/dataPlane";
import type { SyncContext, SyncProgress, UpdatedAt } from "../../../src/dataPlane/versions/sync";
import type { HttpRequest, StreamRequest, Transport } from "../../../src/http/transport";
import { ending, type Run, run } from "../../client/faults/run";
import { memoryLog, never } from "../../client/kit/client";

export const CLUSTER = "c-1";
export const FROM = "catalog_aaaaaaaa";
export const TO = "catalog_bbbbbbbb";
export const UPDATED_AT: UpdatedAt = { field: "updated_at", unit: "s" };
const KEY = "data-key-0123456789abcdef";

export const FIELDS = [
  { name: "title", type: "string" },
  { name: "updated_at", type: "int64" },
];

export interface Doc {
  readonly id: string;
  readonly title: string;
  readonly updated_at: number;
  readonly [name: string]: unknown;
}

/** "GET export catalog_aaaaaaaa" of a request: its method, the last part of its path, and its collection. */
export type Hook = (line: string, url: string) => Promise<void> | void;

export interface Versions extends Run {
  readonly nodes: Nodes;
  readonly hostnames: readonly string[];
  readonly log: ReturnType<typeof memoryLog>;
  readonly progress: SyncProgress[];
  /** Called before each request of the update; requests of the application do not count. */
  hook: Hook;
  ctx(given?: Partial<SyncContext>): SyncContext;
  /** Writes as the application, now, by a clock that is some seconds behind. */
  write(id: string, title: string, given?: { collection?: string; behind?: number }): Promise<void>;
  remove(id: string, collection?: string): Promise<void>;
  /** The documents of a collection by their ids, sorted; the newer of two with the same id. */
  rows(collection: string): Promise<ReadonlyMap<string, Doc>>;
  /** Runs the clock until the work ends; throws its error. */
  ended<T>(work: Promise<T>): Promise<T>;
  /** Seconds since the epoch. */
  seconds(): number;
}

/**
 * Two versions on a cluster of three nodes in this process, on a simulated clock.
 *
 * @param documents those of the live version, written an hour ago
 */
export function twoVersions(
  documents: readonly (Partial<Doc> | string)[] = [],
  { to = FIELDS, from = FIELDS }: { to?: readonly object[]; from?: readonly object[] } = {},
): Versions {
  const settings = { high_availability: "yes", region_node_counts: { oregon: 3 } };
  const on = run({ seed: { clusters: [{ id: CLUSTER, search_server_version: "30.2", ...settings }] } });
  const { service, clock } = on;
  service.createNodeKeyOutside(CLUSTER, { value: KEY, actions: ["*"], collections: ["*"] });
  const seconds = () => Math.floor(clock.now() / 1000);
  service.createCollectionOutside(CLUSTER, { name: FROM, fields: [...from] });
  service.createCollectionOutside(CLUSTER, { name: TO, fields: [...to] });
  const early = seconds() - 3600;
  const given = documents.map((one) => (typeof one === "string" ? { id: one } : one));
  if (given.length > 0)
    service.addDocumentsOutside(
      CLUSTER,
      FROM,
      given.map((one) => ({ title: "old", updated_at: early, ...one })),
    );
  const hostnames = service.state().clusters[0]?.hostnames?.nodes ?? [];
  const log = memoryLog();
  const at = (transport: Transport) =>
    createNodesClient({ log, dependencies: { transport, clock, random: () => 0 } }).at({
      urls: hostnames.map((name) => `http://127.0.0.1/nodes/${name}`),
      apiKey: KEY,
      keyOrigin: "data_api_key of the provider",
      named: `cluster ${CLUSTER}`,
    });
  const before = async ({ method, url, signal }: HttpRequest | StreamRequest) => {
    const { pathname } = new URL(url);
    const [, collection = "", rest = ""] = /\/collections\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
    await versions.hook(`${method} ${rest.replace("documents/", "") || "collection"} ${collection}`, url);
    if (signal.aborted) throw new Error("aborted");
  };
  const transport: Transport = {
    ...service.transport,
    async send(request) {
      await before(request);
      return service.transport.send(request);
    },
    async open(request) {
      await before(request);
      const { headers, body, ...answer } = await service.transport.open(request);
      // As a server answers: in chunks, so that the end is known.
      return { ...answer, headers: { "transfer-encoding": "chunked", ...headers }, body: inPieces(body) };
    },
  };
  const app = at(service.transport);
  const options = { signal: never() };
  setMaxListeners(0, options.signal);
  const progress: SyncProgress[] = [];
  const versions: Versions = {
    ...on,
    log,
    nodes: at(transport),
    hostnames,
    progress,
    hook: () => undefined,
    seconds,
    ctx({ signal = never(), ...more } = {}) {
      // The service listens to it for ever, at each request.
      setMaxListeners(0, signal);
      return {
        nodes: versions.nodes,
        pair: { from: FROM, to: TO },
        updatedAt: UPDATED_AT,
        signal,
        deadline: clock.now() + 12 * 3_600_000,
        onProgress: (one) => progress.push(one),
        ...more,
      };
    },
    async write(id, title, { collection = FROM, behind = 0 } = {}) {
      const body = { id, title, updated_at: seconds() - behind };
      await app.call(
        "createDocument",
        { path: { name: collection }, query: { action: "upsert" }, body },
        options,
      );
    },
    async remove(id, collection = FROM) {
      await app.call("deleteDocument", { path: { name: collection, id } }, options);
    },
    async rows(collection) {
      const found = new Map<string, Doc>();
      const answer = await app.stream("exportDocuments", { path: { name: collection } }, options);
      let text = "";
      for await (const piece of answer) text += Buffer.from(piece).toString();
      const all = text.split("\n").filter((line) => line !== "");
      for (const line of all) found.set(JSON.parse(line).id, JSON.parse(line));
      return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    async ended(work) {
      const end = await ending(clock, work);
      if ("error" in end) throw end.error;
      return end.answer as never;
    },
  };
  return versions;
}

async function* inPieces(body: AsyncIterable<Uint8Array>) {
  for await (const piece of body)
    for (let at = 0; at < piece.length; at += PIECE) yield piece.subarray(at, at + PIECE);
}

const PIECE = 16 * 1024;

/** Returns "1" to the number. */
export const numbered = (most: number) => Array.from({ length: most }, (_, at) => String(at + 1));
