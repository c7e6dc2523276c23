import { CHANGE_SETTINGS } from "../../../api/settings";
import type { ClusterRecord } from "../../../client";
import type { Change } from "../../../framework";
import { toInstant } from "../../model/convert";
import { describeCluster } from "../../model/describe";
import { type Sizing, sizingBy } from "../../model/sizing";
import { type ChangeContext, type DesiredState, reconcile } from "../../shared/changes/reconcile";
import { NO_RESTART } from "../../shared/changes/restart";
import { awaitChange } from "../../shared/changes/waits";
import { scheduleOf, waits } from "../../shared/schedule/moment";
import { clientOf } from "../../shared/service";
import { awaitHealth } from "./health";
import { isStarting, observedValues, pendingChangeValues } from "./model";
import { isRescheduled } from "./planResize";
import { editedTopology, TOPOLOGY_NAMES } from "./planTopology";
import { privateStateOf, restartKeys, restartOf } from "./privateState";
import type { ClusterCall, ClusterName, ClusterValues } from "./schema";

/** Applies edits of the sizing values, and a due restart. */
export async function resizeCluster(
  call: ClusterCall,
  { prior, planned, changed }: Change<ClusterValues>,
): Promise<Partial<ClusterValues>> {
  const rescheduled = isRescheduled(prior, planned);
  if (changed.length === 0 && !rescheduled && !restartOf(call.privateState).due) {
    // The service already had all parameters. For a starting cluster, the wait has returned the values.
    return isStarting(prior) ? {} : { pending_change: prior.pending_change, live: prior.live };
  }
  const sizing = sizingBy((name) => planned[name]);
  // Terraform keeps node counts that ignore_changes names, even if the regions require others.
  const edited = editedTopology(planned, prior);
  const target = edited ? { ...sizing, region_node_counts: edited.region_node_counts } : sizing;
  const size = { planned: target, edited: editedNames(changed), rescheduled };
  const saved = { ...sizing, regions: planned.regions } as Partial<ClusterValues>;
  return bringSize(call, planned, size, call.deadline, saved);
}

/**
 * Applies a size and a due restart in one change, and waits for it if the schedule says so.
 *
 * @param deadline milliseconds since the epoch
 * @param saved other values for the state as soon as a change is in flight
 */
export async function bringSize(
  call: ClusterCall,
  planned: ClusterValues,
  size: Pick<DesiredState, "planned" | "edited" | "rescheduled">,
  deadline: number,
  saved: Partial<ClusterValues> = {},
): Promise<Partial<ClusterValues>> {
  const { signal, timeout, warn, privateState: before } = call;
  const client = clientOf(call.service);
  const clusterId = planned.id ?? "";
  const autoUpgrade = planned.auto_upgrade_capacity === true;
  const context: ChangeContext = {
    client,
    signal,
    deadline,
    timeout,
    warn,
    onChange: (change, _, restart) => {
      call.setPrivateState({
        ...privateStateOf(client.host, planned, call.privateState),
        ...(change && { change: change.id }),
        ...restartKeys(restart),
      });
      call.saveState({ ...saved, pending_change: change && pendingChangeValues(change) });
    },
  };
  const desired: DesiredState = {
    ...size,
    clusterId,
    schedule: scheduleOf(planned.change_schedule),
    notificationEmailAddresses: planned.notification_email_addresses,
    autoUpgrade,
    ownChange: before?.change,
    restart: restartOf(before),
  };
  const { change, cluster, target } = await reconcile(desired, context);
  if (!change) return runningValues(cluster);
  if (change.perform_change_at !== null && change.status === "pending") {
    warn(
      `Cluster ${describeCluster(planned)}: its change begins ${toInstant(change.perform_change_at)}`,
      `Configuration change ${change.id} has been scheduled.`,
    );
  }
  if (!waits(planned.change_schedule)) return { pending_change: pendingChangeValues(change) };
  const changed = await awaitChange(clusterId, change, target, autoUpgrade, context);
  context.onChange(null, target, NO_RESTART);
  const values = runningValues(changed);
  await awaitHealth(call, planned, values, deadline);
  return values;
}

/** Returns the values that show the result of a change. The planned values stay as planned. */
function runningValues(record: ClusterRecord): Partial<ClusterValues> {
  const { live, load_balancing, hostnames, status, pending_change } = observedValues(record);
  return { live, load_balancing, status, pending_change, ...(hostnames && { hostnames }) };
}

/** Returns the edited settings. The parts of a topology, and of a capacity, are edited together. */
export function editedNames(changed: readonly ClusterName[]): (keyof Sizing)[] {
  const groups: readonly (readonly ClusterName[])[] = [TOPOLOGY_NAMES, ["memory", "vcpu"]];
  const together = groups.filter((names) => names.some((name) => changed.includes(name))).flat();
  return CHANGE_SETTINGS.filter((name) => changed.includes(name) || together.includes(name));
}
