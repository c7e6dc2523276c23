import { setMaxListeners } from "node:events";
import { createNodesClient, type Nodes } from "../../../src/dataPlane";
import type { SyncContext } from "../../../src/dataPlane/versions/sync";
import type { HttpRequest, StreamRequest, Transport } from "../../../src/http/transport";
import { run } from "../../client/faults/run";
import { memoryLog } from "../../client/kit/client";

const CLUSTER = "c-1";
const KEY = "data-key-0123456789abcdef";

export const UPDATED_AT = { field: "at", unit: "s" } as const;
export const FIELDS = [
  { name: "at", type: "int64" },
  { name: "title", type: "string", optional: true },
];

/** A document as the applications of these tests write it. */
export type Written = { readonly id: string; readonly at?: number } & Readonly<Record<string, unknown>>;

/** Called with "METHOD operation-path" before each request of the update. */
type Hook = (line: string) => Promise<void> | void;

/** The emulator in this process with one cluster, an update's nodes, and an application that writes by itself. */
export function settleWorld({ version = "30.2", nodeCount = 1 } = {}) {
  const settings =
    nodeCount > 1 ? { high_availability: "yes", region_node_counts: { oregon: nodeCount } } : {};
  const { service, clock } = run({
    seed: { clusters: [{ id: CLUSTER, search_server_version: version, ...settings }] },
  });
  service.createNodeKeyOutside(CLUSTER, { value: KEY, actions: ["*"], collections: ["*"] });
  const hostnames = service.state().clusters[0]?.hostnames?.nodes ?? [];
  const lines: string[] = [];
  let hook: Hook = () => {};
  const told = async ({ method, url, signal }: HttpRequest | StreamRequest) => {
    const line = `${method} ${decodeURIComponent(new URL(url).pathname.replace(/^\/nodes\/[^/]*/, ""))}`;
    lines.push(line);
    await hook(line);
    if (signal.aborted) throw new Error("aborted");
  };
  const transport: Transport = {
    async send(request) {
      await told(request);
      return service.transport.send(request);
    },
    async open(request) {
      await told(request);
      const { headers, ...answer } = await service.transport.open(request);
      // As a server answers: in chunks, so that the end is known.
      return { ...answer, headers: { "transfer-encoding": "chunked", ...headers } };
    },
    close: async () => undefined,
  };
  const log = memoryLog();
  const nodesOver = (over: Transport): Nodes =>
    createNodesClient({ log, dependencies: { transport: over, clock, random: () => 0 } }).at({
      urls: hostnames.map((name) => `http://127.0.0.1/nodes/${name}`),
      apiKey: KEY,
      keyOrigin: "api_key of this resource",
      named: `cluster ${CLUSTER}`,
    });
  const nodes = nodesOver(transport);
  const application = nodesOver(service.transport);
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  let count = 0;

  return {
    service,
    clock,
    application,
    signal,
    nodes,
    hostnames,
    lines,
    setHook(given: Hook) {
      hook = given;
    },
    /** Creates two empty versions. */
    createPair(fields: readonly object[] = FIELDS) {
      count += 1;
      const pair = { from: `shop_${count}_old`, to: `shop_${count}_new` };
      for (const name of Object.values(pair)) service.createCollectionOutside(CLUSTER, { name, fields });
      return pair;
    },
    seed(name: string, documents: readonly Written[]) {
      if (documents.length > 0) service.addDocumentsOutside(CLUSTER, name, [...documents]);
    },
    async put(name: string, document: Written) {
      await application.call(
        "createDocument",
        { path: { name }, query: { action: "upsert" }, body: document },
        { signal },
      );
    },
    async remove(name: string, id: string) {
      const query = { filter_by: `id:=${id}` };
      await application.call("deleteDocuments", { path: { name }, query }, { signal });
    },
    async documents(name: string): Promise<readonly Written[]> {
      const answer = await application.stream("exportDocuments", { path: { name } }, { signal });
      let text = "";
      for await (const piece of answer) text += Buffer.from(piece).toString();
      const found = text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Written);
      return found.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    context(pair: SyncContext["pair"], given: Partial<SyncContext> = {}): SyncContext {
      return {
        nodes,
        pair,
        updatedAt: UPDATED_AT,
        signal,
        deadline: clock.now() + 3_600_000,
        ...given,
      };
    },
    async drop(pair: SyncContext["pair"]) {
      for (const name of Object.values(pair))
        await application.call("deleteCollection", { path: { name } }, { signal });
    },
  };
}

export type SettleWorld = ReturnType<typeof settleWorld>;
