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
}

export interface RecordedService {
  readonly baseUrl: string;
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
    const body = method === "GET" ? answer(recording, path) : undefined;
    response
      .writeHead(body === undefined ? 404 : 200, {
        "content-type": "application/json",
        date: new Date(recording.now).toUTCString(),
      })
      .end(JSON.stringify(body ?? { success: false, message: "not found" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
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
