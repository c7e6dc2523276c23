import { TerraformError } from "../../framework";
import type { Nodes } from "../../nodes";

/** What the nodes said of their versions, asked once for all that is on them. */
const asked = new WeakMap<Nodes, Promise<string | undefined>>();

/**
 * Refuses what a server is too old for. Nodes that do not say their version, or not to this key, are not refused: they answer
 * the request itself.
 *
 * @param major the first version that has it
 * @param what with a capital: "Synonym sets"
 * @throws TerraformError that names the version.
 */
export async function requireServer(
  nodes: Nodes,
  major: number,
  what: string,
  signal: AbortSignal,
): Promise<void> {
  const asking = asked.get(nodes) ?? oldestVersion(nodes, signal);
  asked.set(nodes, asking);
  asking.catch(() => asked.delete(nodes));
  const version = await asking;
  if (version === undefined || majorOf(version) >= major) return;
  throw new TerraformError(
    `${what} need server version ${major} or later`,
    `The nodes of ${nodes.target.named} run version ${version}. Nothing was changed. Change search_server_version of the cluster first, or ` +
      "leave this resource out.",
  );
}

/** While a cluster is upgraded, some nodes run the old version still. */
async function oldestVersion(nodes: Nodes, signal: AbortSignal): Promise<string | undefined> {
  const statuses = await nodes.each({ signal });
  const versions = statuses.flatMap(({ version }) =>
    version === null || Number.isNaN(majorOf(version)) ? [] : [version],
  );
  return versions.sort((a, b) => majorOf(a) - majorOf(b))[0];
}

/** "30.2" and "v30.2" are 30; NaN for what is no version. Before 27, servers counted as 0.25. */
function majorOf(version: string): number {
  return Number(/^v?(\d+)\b/.exec(version)?.[1]);
}
