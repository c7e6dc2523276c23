import { isUnknown, type Update } from "../../framework";
import { toInstant } from "../api/convert";
import { describeCluster } from "../api/describe";
import { SIZING_NAMES, type Sizing } from "../api/sizing";
import { awaitChange } from "../clusterChange/awaitChange";
import type { ActContext, DesiredState } from "../clusterChange/desiredState";
import { reconcile } from "../clusterChange/reconcile";
import { NO_RESTART } from "../clusterChange/restart";
import { scheduleOf, waits } from "../schedule/moment";
import { clientOf, type Service } from "../service";
import { announceChange, isRescheduled } from "./announce";
import { isStarting, observedValues, pendingChangeValues } from "./model";
import { mayWrite } from "./parameters/update";
import { editedTopology } from "./planTopology";
import { type Kept, keptOf, keptRestart, restartOf } from "./privateState";
import type { ClusterCall } from "./read";
import type { ClusterValues } from "./schema";

type Name = keyof ClusterValues & string;

const TOPOLOGY: readonly Name[] = [
  "high_availability",
  "high_availability_node_count",
  "search_delivery_network",
  "regions",
  "region_node_counts",
];

/**
 * Edits of the size, version and topology: one scheduled configuration change (docs/design/laws.md#l3, #l4). It restarts the cluster
 * too, so it is due for server parameters that have been written.
 */
export const resize: Update<ClusterValues, Service, Kept> = {
  carriedBy: "POST /clusters/{cluster_id}/configuration-changes",
  due: (prior, kept, planned) =>
    isRescheduled(prior, planned) || kept?.restart_due === true || mayWrite(prior, kept, planned),
  makesUnknown: (prior, planned, changed) => {
    const { change_schedule: schedule } = planned;
    const isRestart = changed.length === 0 && prior.pending_change === null;
    if (isRestart || (!isUnknown(schedule) && !waits(schedule))) return ["pending_change"];
    const topology = changed.some((name) => TOPOLOGY.includes(name));
    return ["pending_change", "live", ...(topology ? (["hostnames", "load_balancing"] as const) : [])];
  },
  announce: announceChange,
  apply: resizeCluster,
};

async function resizeCluster(
  call: ClusterCall,
  { prior, planned, changed }: { prior: ClusterValues; planned: ClusterValues; changed: readonly Name[] },
): Promise<Partial<ClusterValues>> {
  const rescheduled = isRescheduled(prior, planned);
  if (changed.length === 0 && !rescheduled && !restartOf(call.privateState).due) {
    // The parameters held all already. What a cluster that starts shows, the wait for it has said.
    return isStarting(prior) ? {} : { pending_change: prior.pending_change, live: prior.live };
  }
  // Terraform holds on to node counts that ignore_changes names, also where the regions ask for others.
  const edited = editedTopology(planned, prior);
  const sizing: Sizing = {
    ...sizingOf(planned),
    ...(edited && { region_node_counts: edited.region_node_counts }),
  };
  const sizes = {
    ...Object.fromEntries(SIZING_NAMES.map((name) => [name, planned[name]])),
    regions: planned.regions,
  };
  const cluster = { id: prior.id ?? "", name: prior.name };
  const size = { planned: sizing, edited: editedNames(changed), rescheduled };
  return bringSize(call, cluster, planned, size, { keeps: sizes, deadline: call.deadline });
}

/**
 * Brings a size, and the restart that is due, about by one change, and waits for it where the schedule says so.
 *
 * @param keeps what state says besides as soon as a change is on its way
 * @param deadline milliseconds since the epoch
 */
export async function bringSize(
  call: ClusterCall,
  cluster: { readonly id: string; readonly name: string | null },
  planned: ClusterValues,
  size: Pick<DesiredState, "planned" | "edited" | "rescheduled">,
  { keeps, deadline }: { readonly keeps: Partial<ClusterValues>; readonly deadline: number },
): Promise<Partial<ClusterValues>> {
  const client = clientOf(call.service);
  const { id } = cluster;
  const context: ActContext = {
    client,
    signal: call.signal,
    deadline,
    warn: call.warn,
    ours: (change, _, restart) => {
      call.setPrivateState({
        ...keptOf(id, client.host, planned),
        ...(change && { change: change.id }),
        ...keptRestart(restart),
      });
      call.saveState({ ...keeps, pending_change: change && pendingChangeValues(change) });
    },
  };
  const autoUpgrade = planned.auto_upgrade_capacity === true;
  const {
    change,
    cluster: seen,
    target,
  } = await reconcile(
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
  if (!change) return { ...runningValues(observedValues(seen)), pending_change: null };
  if (change.perform_change_at !== null && change.status === "pending") {
    call.warn(
      `Cluster ${describeCluster(cluster)}: its change begins ${toInstant(change.perform_change_at)}`,
      `Configuration change ${change.id} has been scheduled.`,
    );
  }
  if (!waits(planned.change_schedule)) return { pending_change: pendingChangeValues(change) };
  const changedCluster = await awaitChange(id, change, target, autoUpgrade, context);
  context.ours(null, target, NO_RESTART);
  return { ...runningValues(observedValues(changedCluster)), pending_change: null };
}

/** What shows that a change has been made; the wanted values themselves are answered as planned. */
function runningValues(values: Partial<ClusterValues>): Partial<ClusterValues> {
  const { live, load_balancing, hostnames, status } = values;
  return { live, load_balancing, status, ...(hostnames && { hostnames }) };
}

function sizingOf(values: ClusterValues): Sizing {
  return Object.fromEntries(SIZING_NAMES.map((name) => [name, values[name]])) as unknown as Sizing;
}

/** The parts of a topology, and of a capacity, are edited together. */
function editedNames(changed: readonly Name[]): (keyof Sizing)[] {
  const topology = changed.some((name) => TOPOLOGY.includes(name));
  const capacity = changed.includes("memory") || changed.includes("vcpu");
  return SIZING_NAMES.filter(
    (name) =>
      changed.includes(name) ||
      (topology && TOPOLOGY.includes(name)) ||
      (capacity && (name === "memory" || name === "vcpu")),
  );
}
