import { isSameSetting } from "../../../api/comparison";
import { STARTING_STATUSES } from "../../../api/enumerations";
import { CHANGE_SETTINGS } from "../../../api/settings";
import type { Client, ClusterRecord, ConfigurationChangeRecord } from "../../../client";
import { describeChange, describeCluster, isRestart } from "../../model/describe";
import { hasFailed } from "../../model/errors";
import { CHANGES_NOT_READ } from "../../model/refreshChanges";
import { liveSizing, type Sizing, withChange } from "../../model/sizing";
import { isInFlight } from "../../shared/changes/inFlight";
import { type Changes, changesWith, isCatchingUp } from "../../shared/changes/observe";
import { currentRestart, type Restart, restartAfterWrite } from "../../shared/changes/restart";
import { runState } from "../../shared/runState";
import { clientOf } from "../../shared/service";
import { pendingChangeValues } from "./model";
import { type PrivateState, restartOf } from "./privateState";
import type { ClusterCall, ClusterValues } from "./schema";

/**
 * Reads the values that the cluster will have: the live ones with the pending or running change applied (docs/design/laws.md#l3); also
 * the change to follow, and the remaining restart.
 *
 * @param writtenAt - epoch seconds of the last write of server parameters that are not in the state yet
 */
export async function readPendingState(
  call: ClusterCall,
  record: ClusterRecord,
  state: ClusterValues,
  writtenAt?: number,
): Promise<{ readonly values: Partial<ClusterValues>; readonly change?: string; readonly restart: Restart }> {
  const before = restartOf(call.privateState);
  const client = clientOf(call.service);
  const name = describeCluster(record);
  const live = liveSizing(record);
  const isNeeded = writtenAt !== undefined || mustReadChanges(call.privateState, record, state);
  const isSought =
    !isNeeded && call.service.refreshesChanges === true && !STARTING_STATUSES.includes(record.status);
  const changes = isNeeded
    ? await changesWith(record.id, before.by, client, { signal: call.signal })
    : isSought
      ? await readChangesOrWarn(call, record, {})
      : undefined;
  noteRefreshed(client, record.id, isNeeded || isSought);
  if (!changes) return { values: { pending_change: null }, restart: before };
  const active = changes.find(isInFlight);
  const current = currentRestart(before, changes);
  const known = call.privateState?.change ?? before.by;
  const followed = changes.find(({ id }) => id === known);
  const isLost = before.by !== undefined && current.due && !before.due;
  if (followed) reportEnd(call, followed, name, active, isLost);
  else if (isLost)
    call.warn(`Cluster ${name}: configuration change ${before.by} no longer exists`, NO_RESTART_YET);
  if (active && active.status !== "pending") {
    call.warn(
      `Cluster ${name} is being changed`,
      `${describeChange(active)}. The plan compares the configuration with the values after this change.`,
    );
  }
  // If a change ended between the two reads, the cluster does not show it yet.
  const ended = isSought ? changes : changes.filter((one) => one === followed);
  const now = client.serverNow();
  const laid = active ?? ended.find((change) => isCatchingUp(change, changes, live, now));
  return {
    values: pendingValues(live, laid, active),
    ...(laid && { change: laid.id }),
    restart: writtenAt === undefined ? current : restartAfterWrite(current, writtenAt, changes),
  };
}

/** True if a change can matter. Changes cost a request of their own (docs/design/laws.md#l7). */
export function mustReadChanges(
  known: PrivateState | undefined,
  record: ClusterRecord,
  state: ClusterValues,
): boolean {
  if (known === undefined || known.imported || state.pending_change !== null) return true;
  if (known.change !== undefined || known.restart_by !== undefined) return true;
  const { live } = state;
  if (live === null) return record.status === "in_service";
  const now = liveSizing(record);
  return CHANGE_SETTINGS.some((name) => !isSameSetting(live[name], now[name]));
}

/** Returns the values of a cluster after a change, and the change that is pending or in progress. */
export function pendingValues(
  live: Sizing,
  laid: ConfigurationChangeRecord | undefined,
  active: ConfigurationChangeRecord | undefined,
): Partial<ClusterValues> {
  return {
    ...(laid && laidOver(live, laid)),
    pending_change: active ? pendingChangeValues(active) : null,
  };
}

function laidOver(live: Sizing, change: ConfigurationChangeRecord): Partial<ClusterValues> {
  const { memory, vcpu, region_node_counts: counts, ...rest } = withChange(live, change);
  return {
    ...rest,
    ...(memory !== null && { memory }),
    ...(vcpu !== null && { vcpu }),
    ...(counts && { region_node_counts: counts, regions: Object.keys(counts).sort() }),
  };
}

function reportEnd(
  call: ClusterCall,
  change: ConfigurationChangeRecord,
  name: string,
  successor: ConfigurationChangeRecord | undefined,
  isRestartLost: boolean,
): void {
  if (change.status !== "canceled" && change.status !== "failed") return;
  const drift = successor
    ? `${describeChange(successor)} has taken its place.`
    : "Its settings show as drift, and the next apply requests them again.";
  const next = isRestartLost ? `${isRestart(change) ? "" : `${drift} `}${NO_RESTART_YET}` : drift;
  const [end, left] =
    change.status === "canceled"
      ? ["was cancelled outside of Terraform", ""]
      : ["has failed", "The service leaves the cluster in a state between old and new. "];
  call.warn(
    `Cluster ${name}: configuration change ${change.id} ${end}`,
    `${describeChange(change)}. ${left}${next}`,
  );
}

const NO_RESTART_YET =
  "It was to restart the cluster for its server_parameters, which have not taken effect yet. The next apply requests another restart.";

/** By cluster: true if its refresh has read its changes. */
const refreshed = runState((_: Client) => new Map<string, boolean>());

/** Records that this process has refreshed a cluster. @param hasRead true if it read its changes */
function noteRefreshed(client: Client, clusterId: string, hasRead: boolean): void {
  refreshed(client).set(clusterId, hasRead);
}

/**
 * True if this process has refreshed a cluster without reading its changes. False for the plan inside an apply, which refreshes nothing:
 * the plan before has reported the changes, and the apply itself reads them again.
 */
export function mayHaveUnseenChanges(client: Client, clusterId: string): boolean {
  return refreshed(client).get(clusterId) === false;
}

/**
 * Reads the changes of a cluster if only messages depend on them: undefined, with a warning, if the service does not answer.
 */
export async function readChangesOrWarn(
  { service, signal, warn }: Pick<ClusterCall, "service" | "signal" | "warn">,
  cluster: Pick<ClusterRecord, "id" | "name">,
  options: { readonly repeats?: number },
): Promise<Changes | undefined> {
  try {
    return await clientOf(service).changes(cluster.id, { signal, ...options });
  } catch (error) {
    if (signal.aborted || !hasFailed(error)) throw error;
    warn(
      `${CHANGES_NOT_READ} for cluster ${describeCluster(cluster)}`,
      `${error.summary}. ${error.detail}\n\nIf somebody has scheduled a change of the cluster, this plan does not show it. An apply that requests ` +
        "a change looks again first.",
    );
    return undefined;
  }
}
