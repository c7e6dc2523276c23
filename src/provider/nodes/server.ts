import { TerraformError } from "../../framework";
import type { Nodes } from "../../nodes";

/** What each server says of its version, asked once. */
const versions = new WeakMap<Nodes, Promise<string | null>>();

/**
 * Refuses what an older server does not have. A server that does not say its version, or cannot be asked, decides by itself.
 *
 * @param least its first version that has it, as a whole number
 * @param what as a sentence begins with it: "searchcloud_preset"
 * @throws TerraformError that names the version of the server.
 */
export async function requireServer(
  nodes: Nodes,
  least: number,
  what: string,
  signal: AbortSignal,
): Promise<void> {
  const known = versions.get(nodes) ?? versionOf(nodes, signal);
  versions.set(nodes, known);
  const version = await known;
  const major = /^v?(\d+)\./.exec(version ?? "")?.[1];
  if (major === undefined || Number(major) >= least) return;
  throw new TerraformError(
    `${what} needs server ${least} or later`,
    `The server of ${nodes.target.named} has version ${version}. Nothing was changed. Upgrade it first (search_server_version of its ` +
      "searchcloud_cluster), or remove the resource.",
  );
}

async function versionOf(nodes: Nodes, signal: AbortSignal): Promise<string | null> {
  try {
    return (await nodes.call("getDebug", {}, { signal, patienceMs: 0 })).version;
  } catch (error) {
    versions.delete(nodes);
    nodes.log.debug("The version of the server is not known", { reason: String(error) });
    return null;
  }
}
