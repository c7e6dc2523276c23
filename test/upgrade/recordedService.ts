import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Row = Readonly<Record<string, unknown>>;

/** The records of a service when a state was recorded, as its API returns them; those of a cluster with its `cluster_id`. */
export interface Recording {
  /** The service's time, RFC 3339. */
  readonly now: string;
  readonly clusters: readonly Row[];
  readonly changes: readonly Row[];
  readonly clones: readonly Row[];
  readonly parameters: readonly Row[];
  /** The answers of the nodes by path, if the state has objects on them. All nodes answer the same. */
  readonly nodes?: Readonly<Record<string, unknown>>;
}

export interface RecordedService {
  readonly baseUrl: string;
  /** The URL of a node, with `{hostname}`. */
  readonly nodeUrl: string;
  /** The requests that were not a GET. */
  readonly writes: readonly string[];
  close(): Promise<void>;
}

/**
 * Answers reads from a recording and refuses everything else. Shares no code with the emulator or the client, so that
 * recordings stay valid.
 */
export async function recordedService(recording: Recording): Promise<RecordedService> {
  const writes: string[] = [];
  const server = createServer(({ method = "", url = "" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const path = pathname.replace("/api/v1", "");
    if (method !== "GET") writes.push(`${method} ${path}`);
    const onNode = /^\/nodes\/[^/]+(\/.*)/.exec(path)?.[1];
    const found = onNode === undefined ? answer(recording, path) : recording.nodes?.[onNode];
    const body = method === "GET" ? found : undefined;
    response
      .writeHead(body === undefined ? 404 : 200, {
        "content-type": "application/json",
        date: new Date(recording.now).toUTCString(),
      })
      .end(JSON.stringify(body ?? { success: false, message: "not found" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: `${origin}/api/v1`,
    nodeUrl: `${origin}/nodes/{hostname}`,
    writes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer({ clusters, changes, clones, parameters }: Recording, path: string): unknown {
  const [root, clusterId, children, id] = path.split("/").slice(1);
  if (root === "account") return { capabilities: ["admin"] };
  if (root === "cluster-options") return {};
  if (root !== "clusters") return undefined;
  if (clusterId === undefined) return page("clusters", clusters);
  if (children === undefined) return clusters.find((one) => one.id === clusterId);
  const rows = (all: readonly Row[]) =>
    all.flatMap(({ cluster_id, ...row }) => (cluster_id === clusterId ? [row as Row] : [])).reverse();
  const one = (all: readonly Row[]) => rows(all).find((row) => row.id === id);
  switch (children) {
    case "configuration-changes":
      return id === undefined ? page("configuration_changes", rows(changes)) : one(changes);
    case "cloning-operations":
      return id === undefined ? page("cloning_operations", rows(clones)) : one(clones);
    case "server-configuration-parameters":
      return id === undefined ? rows(parameters) : one(parameters);
    default:
      return undefined;
  }
}

/** All records fit on one page. */
function page(key: string, rows: readonly Row[]): unknown {
  return { page: 1, per_page: rows.length, total: rows.length, [key]: rows };
}
