import type { ClusterRecord, ConfigurationChangeRecord } from "../../client";
import { describeChange, describeCluster, isRestart } from "../api/describe";
import { liveSizing, type Sizing, sameSetting, withChange } from "../api/sizing";
import { changeInFlight } from "../clusterChange/inFlight";
import { changesWith } from "../clusterChange/observe";
import { currentRestart, type Restart } from "../clusterChange/restart";
import { clientOf } from "../service";
import { pendingChangeValues } from "./model";
import { type Kept, restartOf } from "./privateState";
import type { ClusterCall } from "./read";
import type { ClusterValues } from "./schema";

/** How long a cluster may take to show what a change of it has brought, in seconds. */
const CATCHING_UP = 600;

export interface Effective {
  readonly values: Partial<ClusterValues>;
  /** The change to look for at the next read. */
  readonly change: string | undefined;
  readonly restart: Restart;
}

/** The configuration in effect: live, with the pending or running change laid over it (docs/design/laws.md#l3). */
export async function effectiveValues(
  call: ClusterCall,
  record: ClusterRecord,
  state: ClusterValues,
): Promise<Effective> {
  const before = restartOf(call.privateState);
  if (!mustLookUp(call.privateState, record, state))
    return { values: { pending_change: null }, change: undefined, restart: before };
  const client = clientOf(call.service);
  const known = call.privateState?.change ?? before.by;
  const changes = await changesWith(record.id, before.by, client, { signal: call.signal });
  const active = changeInFlight(changes);
  const restart = currentRestart(before, changes);
  const followed = changes.find(({ id }) => id === known);
  const isLost = before.by !== undefined && restart.due && !before.due;
  if (followed) reportEnd(call, followed, describeCluster(record), active, isLost);
  else if (isLost) reportLost(call, before.by, describeCluster(record));
  const laid = active ?? (followed && isCatchingUp(followed, client.serverNow()) ? followed : undefined);
  if (active && active.status !== "pending") {
    call.warn(
      `Cluster ${describeCluster(record)} is being changed`,
      `${describeChange(active)}. The plan compares with what it brings.`,
    );
  }
  return {
    values: {
      ...(laid && laidOver(liveSizing(record), laid)),
      pending_change: active ? pendingChangeValues(active) : null,
    },
    change: laid?.id,
    restart,
  };
}

/** Changes cost a request of their own, so they are looked up only where one can matter (docs/design/laws.md#l7). */
export function mustLookUp(kept: Kept | undefined, record: ClusterRecord, state: ClusterValues): boolean {
  if (kept === undefined || kept.imported || state.pending_change !== null) return true;
  if (kept.change !== undefined || kept.restart_by !== undefined) return true;
  const { live } = state;
  if (live === null) return record.status === "in_service";
  const now = liveSizing(record);
  return Object.entries(live).some(([name, value]) => !sameSetting(value, now[name as keyof Sizing]));
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

/** A succeeded change whose values the cluster does not show yet is in effect all the same, for a while. */
function isCatchingUp(change: ConfigurationChangeRecord, now: number): boolean {
  if (change.status !== "succeeded" || change.completed_at === null) return false;
  return now / 1000 - change.completed_at < CATCHING_UP;
}

function reportEnd(
  call: ClusterCall,
  change: ConfigurationChangeRecord,
  name: string,
  successor: ConfigurationChangeRecord | undefined,
  isRestartLost: boolean,
): void {
  const drift = successor
    ? `${describeChange(successor)} has taken its place.`
    : "What it was to bring shows as drift, and the next apply asks for it again.";
  const next = isRestartLost ? `${isRestart(change) ? "" : `${drift} `}${NO_RESTART_YET}` : drift;
  if (change.status === "canceled") {
    call.warn(
      `Cluster ${name}: configuration change ${change.id} was cancelled outside of Terraform`,
      `${describeChange(change)}. ${next}`,
    );
  }
  if (change.status === "failed") {
    call.warn(
      `Cluster ${name}: configuration change ${change.id} has failed`,
      `${describeChange(change)}. The service leaves the cluster in a state between old and new. ${next}`,
    );
  }
}

function reportLost(call: ClusterCall, change: string | undefined, name: string): void {
  call.warn(`Cluster ${name}: configuration change ${change} cannot be found any more`, NO_RESTART_YET);
}

const NO_RESTART_YET =
  "The server_parameters that wait for the restart it was to bring have not taken effect; the next apply asks for another one.";
