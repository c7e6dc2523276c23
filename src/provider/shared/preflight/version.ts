import { type Preflight, readHint } from "./hint";

/** The server version that a cluster runs, for a hint; null where nobody can tell. */
export async function runningVersion(planning: Preflight, clusterId: string): Promise<string | null> {
  const seen = await readHint(planning, (client, options) => client.read(clusterId, "shared", options));
  return seen?.kind === "present" ? seen.cluster.search_server_version : null;
}
