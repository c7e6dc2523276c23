import { isOlder } from "../../../api/versions";
import type { Nodes } from "../../../dataPlane";
import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { runState } from "../runState";
import { plannedUpgrade } from "../thisRun";

import type { NodeValues } from "./attributes";
import { resolveNodesAtPlan } from "./target";
import type { NodeCall } from "./unavailable";

/** The servers that have something. */
export interface ServerNeed {
  /** With a capital: "Synonym sets". */
  readonly what: string;
  /** The first version that has it. @default all have it */
  readonly from?: string | undefined;
  /** The first version that does not have it any more. @default none */
  readonly before?: string | undefined;
  /** What the others have instead, as sentences. */
  readonly otherwise?: string | undefined;
}

/** The oldest and the newest version that the nodes have said: while a cluster is upgraded, they differ. */
interface Versions {
  readonly oldest: string;
  readonly newest: string;
}

interface AskedVersions {
  /** What the nodes have said last. A server that has been changed since refuses the request itself. */
  last?: Versions;
  /** A question that is not answered yet: many records are written at once. */
  pending?: Promise<Versions | undefined> | undefined;
}

const askedVersions = runState((_: Nodes): AskedVersions => ({}));

/**
 * Refuses what a server is too old or too new for. Nodes that do not say their version, or not to this key, are not refused: they
 * answer the request itself.
 *
 * @param advice what to do where the server is too old, as sentences
 * @throws TerraformError that names the version.
 */
export async function requireServer(
  nodes: Nodes,
  need: ServerNeed,
  signal: AbortSignal,
  advice = nodes.target.named.startsWith("cluster ") ? CHANGE : UPGRADE,
): Promise<void> {
  const asked = askedVersions(nodes);
  if (asked.last && versionWithout(asked.last, need) === undefined) return;
  const versions = await readVersionsOnce(nodes, signal);
  if (versions === undefined) return;
  asked.last = versions;
  const version = versionWithout(versions, need);
  if (version === undefined) return;
  const runs = `The nodes of ${nodes.target.named} run version ${version}.`;
  throw isTooNew(versions, need)
    ? tooNewError(need, runs)
    : new TerraformError(
        `${need.what} need server version ${need.from} or later`,
        [runs, "Nothing was changed.", need.otherwise, advice].filter(Boolean).join(" "),
      );
}

/** The version that does not have it; undefined: all have it. */
function versionWithout(versions: Versions, need: ServerNeed): string | undefined {
  if (isTooNew(versions, need)) return versions.newest;
  return need.from !== undefined && isOlder(versions.oldest, need.from) ? versions.oldest : undefined;
}

function isTooNew({ newest }: Versions, { before }: ServerNeed): boolean {
  return before !== undefined && !isOlder(newest, before);
}

function tooNewError({ what, before, otherwise }: ServerNeed, runs: string): TerraformError {
  return new TerraformError(
    `${what} need a server before version ${before}`,
    [runs, "Nothing was changed.", otherwise, "Then remove this resource from the configuration."]
      .filter(Boolean)
      .join(" "),
  );
}

const UPGRADE = "Upgrade the server first, or leave this resource out.";
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
  need: ServerNeed & { readonly purpose: string },
): Promise<void> {
  const { cluster_id, node_urls } = values;
  const upgrade =
    isUnknown(cluster_id) || isUnknown(node_urls)
      ? undefined
      : plannedUpgrade(call.service, { cluster_id, node_urls });
  const { from, before } = need;
  const version = upgrade && !isUnknown(upgrade.version) ? upgrade.version : undefined;
  if (version !== undefined && before !== undefined && !isOlder(version, before))
    throw tooNewError(need, `This plan upgrades the cluster to version ${version}.`);
  const brings =
    upgrade &&
    from !== undefined &&
    (version === undefined || (hasNumber(version) && !isOlder(version, from)));
  if (brings && upgrade.waits) return;
  const nodes = await resolveNodesAtPlan(call, values, need.purpose);
  if (nodes) await requireServer(nodes, need, call.signal, brings ? NO_WAIT : undefined);
}

const NO_WAIT =
  "This plan upgrades the cluster, but does not wait until that is done. Set wait = true in the schedule of the change, or add this resource " +
  "when the cluster is upgraded.";

/** Whether no node runs a version from this one on, as far as a plan can ask; also where none says its version. */
export async function isSurelyBefore(
  call: NodeCall,
  values: Plannable<NodeValues>,
  version: string,
  purpose: string,
): Promise<boolean> {
  const nodes = await resolveNodesAtPlan(call, values, purpose);
  const versions = nodes && (await readVersionsOnce(nodes, call.signal));
  return versions === undefined || isOlder(versions.newest, version);
}

function readVersionsOnce(nodes: Nodes, signal: AbortSignal): Promise<Versions | undefined> {
  const asked = askedVersions(nodes);
  asked.pending ??= readVersions(nodes, signal).finally(() => {
    asked.pending = undefined;
  });
  return asked.pending;
}

async function readVersions(nodes: Nodes, signal: AbortSignal): Promise<Versions | undefined> {
  const statuses = await nodes.each({ signal });
  const versions = statuses.flatMap(({ version }) =>
    version !== null && hasNumber(version) ? [version] : [],
  );
  const [oldest, ...others] = versions.sort((a, b) => (isOlder(a, b) ? -1 : isOlder(b, a) ? 1 : 0));
  return oldest === undefined ? undefined : { oldest, newest: others.at(-1) ?? oldest };
}

/** Whether a version says a number that can be compared: "30.2", "v30.2", "30.0-main-4a092b04". */
function hasNumber(version: string): boolean {
  return /^v?\d+\b/.test(version);
}
