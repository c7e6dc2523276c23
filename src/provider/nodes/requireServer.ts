import { isUnknown, type Plannable, TerraformError } from "../../framework";
import type { Nodes } from "../../nodes";
import { plannedUpgrade } from "../plannedChanges";
import type { NodeValues } from "./attributes";
import type { NodeCall } from "./resting";
import { nodesAtPlan } from "./target";

/** What nodes said that are new enough. A server that has gone back since refuses the request itself. */
const newEnough = new WeakMap<Nodes, number>();
/** Questions that are not answered yet: many records are written at once. */
const asking = new WeakMap<Nodes, Promise<string | undefined>>();

/**
 * Refuses what a server is too old for. Nodes that do not say their version, or not to this key, are not refused: they answer
 * the request itself.
 *
 * @param major the first version that has it
 * @param what with a capital: "Synonym sets"
 * @param more what else there is to say, as sentences
 * @throws TerraformError that names the version.
 */
export async function requireServer(
  nodes: Nodes,
  major: number,
  what: string,
  signal: AbortSignal,
  more = "",
): Promise<void> {
  if ((newEnough.get(nodes) ?? 0) >= major) return;
  const version = await askOnce(nodes, signal);
  if (version === undefined) return;
  const runs = majorOf(version);
  if (runs >= major) newEnough.set(nodes, runs);
  else
    throw new TerraformError(
      `${what} need server version ${major} or later`,
      `The nodes of ${nodes.target.named} run version ${version}. Nothing was changed. ${more || CHANGE}`,
    );
}

const CHANGE =
  "Change search_server_version of the cluster first, or leave this resource out. To do both with one apply, let this resource depend on the " +
  "change: refer to the searchcloud_cluster in cluster_id, or name it in depends_on.";

/**
 * {@link requireServer} at plan, which asks nobody where this very plan upgrades the cluster first, and its apply stays until that
 * is done: the apply asks.
 */
export async function requireServerAtPlan(
  call: NodeCall,
  values: Plannable<NodeValues>,
  { major, what, purpose }: { readonly major: number; readonly what: string; readonly purpose: string },
): Promise<void> {
  const { cluster_id, node_urls } = values;
  const upgrade =
    isUnknown(cluster_id) || isUnknown(node_urls)
      ? undefined
      : plannedUpgrade(call.service, { cluster_id, node_urls });
  const brings = upgrade && (isUnknown(upgrade.version) || majorOf(upgrade.version) >= major);
  if (brings && upgrade.waits) return;
  const nodes = await nodesAtPlan(call, values, purpose);
  if (nodes) await requireServer(nodes, major, what, call.signal, brings ? NO_WAIT : "");
}

const NO_WAIT =
  "This plan upgrades the cluster, but does not wait until that is done. Set wait = true in the schedule of the change, or add this resource " +
  "when the cluster is upgraded.";

/** The major version of the oldest node, as far as a plan can ask for it. Before 27, servers counted as 0.25. */
export async function versionAtPlan(
  call: NodeCall,
  values: Plannable<NodeValues>,
  purpose: string,
): Promise<number | undefined> {
  const nodes = await nodesAtPlan(call, values, purpose);
  const version = nodes && (await askOnce(nodes, call.signal));
  return version === undefined ? undefined : majorOf(version);
}

function askOnce(nodes: Nodes, signal: AbortSignal): Promise<string | undefined> {
  const asked = asking.get(nodes);
  if (asked) return asked;
  const question = oldestVersion(nodes, signal).finally(() => asking.delete(nodes));
  asking.set(nodes, question);
  return question;
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
