import { toInstant } from "../api/convert";
import { describeCluster } from "../api/describe";
import { SIZING_NAMES, type Sizing, sizingBy } from "../api/sizing";
import { type ChangeContext, type DesiredState, reconcile } from "../clusterChange/reconcile";
import { NO_RESTART } from "../clusterChange/restart";
import { awaitChange } from "../clusterChange/waits";
import { scheduleOf, waits } from "../schedule/moment";
import { clientOf } from "../service";
import { isStarting, observedValues, pendingChangeValues } from "./model";
import { isRescheduled } from "./planResize";
import { editedTopology, TOPOLOGY_NAMES } from "./planTopology";
import { privateStateOf, restartKeys, restartOf } from "./privateState";
import type { ClusterCall, ClusterName, ClusterValues } from "./types";

/** Carries edits of the sizing values, and a restart that is due. */
export async function resizeCluster(
  call: ClusterCall,
  {
    prior,
    planned,
    changed,
  }: { prior: ClusterValues; planned: ClusterValues; changed: readonly ClusterName[] },
): Promise<Partial<ClusterValues>> {
  const rescheduled = isRescheduled(prior, planned);
  if (changed.length === 0 && !rescheduled && !restartOf(call.privateState).due) {
    // The service held all parameters already. What a starting cluster shows, the wait for it has answered.
    return isStarting(prior) ? {} : { pending_change: prior.pending_change, live: prior.live };
  }
  // Terraform holds on to node counts that ignore_changes names, also where the regions require others.
  const edited = editedTopology(planned, prior);
  const sizing: Sizing = {
    ...sizingBy((name) => planned[name]),
    ...(edited && { region_node_counts: edited.region_node_counts }),
  };
  const saved = { ...sizingBy((name) => planned[name]), regions: planned.regions };
  const cluster = { id: prior.id ?? "", name: prior.name };
  const size = { planned: sizing, edited: editedNames(changed), rescheduled };
  return bringSize(call, cluster, planned, size, {
    saved: saved as Partial<ClusterValues>,
    deadline: call.deadline,
  });
}

/**
 * Brings a size, and the restart that is due, about by one change, and waits for it where the schedule says so.
 *
 * @param saved what state says besides as soon as a change is in flight
 * @param deadline milliseconds since the epoch
 */
export async function bringSize(
  call: ClusterCall,
  cluster: { readonly id: string; readonly name: string | null },
  planned: ClusterValues,
  size: Pick<DesiredState, "planned" | "edited" | "rescheduled">,
  { saved, deadline }: { readonly saved: Partial<ClusterValues>; readonly deadline: number },
): Promise<Partial<ClusterValues>> {
  const client = clientOf(call.service);
  const { id } = cluster;
  const context: ChangeContext = {
    client,
    signal: call.signal,
    deadline,
    timeout: call.timeout,
    warn: call.warn,
    onChange: (change, _, restart) => {
      call.setPrivateState({
        ...privateStateOf(id, client.host, planned, call.privateState),
        ...(change && { change: change.id }),
        ...restartKeys(restart),
      });
      call.saveState({ ...saved, pending_change: change && pendingChangeValues(change) });
    },
  };
  const autoUpgrade = planned.auto_upgrade_capacity === true;
  const outcome = await reconcile(
    {
      ...size,
      clusterId: id,
      schedule: scheduleOf(planned.change_schedule),
      notificationEmailAddresses: planned.notification_email_addresses,
      autoUpgrade,
      ownChange: call.privateState?.change,
      restart: restartOf(call.privateState),
    },
    context,
  );
  const { change, target } = outcome;
  if (!change) return { ...runningValues(observedValues(outcome.cluster)), pending_change: null };
  if (change.perform_change_at !== null && change.status === "pending") {
    call.warn(
      `Cluster ${describeCluster(cluster)}: its change begins ${toInstant(change.perform_change_at)}`,
      `Configuration change ${change.id} has been scheduled.`,
    );
  }
  if (!waits(planned.change_schedule)) return { pending_change: pendingChangeValues(change) };
  const changedCluster = await awaitChange(id, change, target, autoUpgrade, context);
  context.onChange(null, target, NO_RESTART);
  return { ...runningValues(observedValues(changedCluster)), pending_change: null };
}

/** What shows that a change has been made; the planned values themselves are answered as planned. */
function runningValues(values: Partial<ClusterValues>): Partial<ClusterValues> {
  const { live, load_balancing, hostnames, status } = values;
  return { live, load_balancing, status, ...(hostnames && { hostnames }) };
}

/** The parts of a topology, and of a capacity, are edited together. */
function editedNames(changed: readonly ClusterName[]): (keyof Sizing)[] {
  const groups: readonly (readonly ClusterName[])[] = [TOPOLOGY_NAMES, ["memory", "vcpu"]];
  const isEdited = (name: ClusterName) => changed.includes(name);
  const together = groups.filter((names) => names.some(isEdited)).flat();
  return SIZING_NAMES.filter((name) => isEdited(name) || together.includes(name));
}
