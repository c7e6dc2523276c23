import { isOlder } from "../../../api/versions";
import type { Nodes } from "../../../dataPlane";
import { isUnknown, type Plannable, TerraformError } from "../../../framework";
import { runState } from "../runState";
import { plannedUpgrade } from "../thisRun";

import type { NodeValues } from "./attributes";
import { resolveNodesAtPlan } from "./target";
import type { NodeCall } from "./unavailable";

/** A requirement for the version of a server. */
export interface ServerNeed {
  /** The feature, at the start of a sentence: "Synonym sets". */
  readonly what: string;
  /** The first version that has it. @default all versions */
  readonly from?: string | undefined;
  /** The first version that no longer has it. @default none */
  readonly before?: string | undefined;
  /** The alternative on other servers, as sentences. */
  readonly otherwise?: string | undefined;
}

/** The oldest and the newest version of the nodes, which differ during an upgrade. */
interface Versions {
  readonly oldest: string;
  readonly newest: string;
}

interface AskedVersions {
  /** The last known versions. A server that has changed since rejects the request itself. */
  last?: Versions;
  /** A request in progress, which concurrent writes of many records share. */
  pending?: Promise<Versions | undefined> | undefined;
}

const askedVersions = runState((_: Nodes): AskedVersions => ({}));

/**
 * Checks the version of a server. Nodes that do not report it, or not to this key, pass: the server judges the request itself.
 *
 * @param advice for a server that is too old, as sentences
 * @throws TerraformError with the version if the server is too old or too new.
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

/** Returns the version that does not have it; undefined: all have it. */
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

const UPGRADE = "Upgrade the server first, or remove this resource.";
const CHANGE =
  "Change search_server_version of the cluster first, or remove this resource. To do both in one apply, make this resource depend on the " +
  "change: refer to the searchcloud_cluster in cluster_id, or add it to depends_on.";

/** Checks the version at plan. If the same plan upgrades the cluster first, and its apply waits for that, only the apply checks. */
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
  "after the upgrade.";

/** True if all nodes run a version before this one, as far as a plan can read it; also if no node reports its version. */
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

/** True if a node runs a version before this one; false if no node reports its version. */
export async function isServerOlder(nodes: Nodes, version: string, signal: AbortSignal): Promise<boolean> {
  const versions = await readVersionsOnce(nodes, signal);
  return versions !== undefined && isOlder(versions.oldest, version);
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

/** True if a version has a number that can be compared: "30.2", "v30.2", "30.0-main-4a092b04". */
function hasNumber(version: string): boolean {
  return /^v?\d+\b/.test(version);
}
