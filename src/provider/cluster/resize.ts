import { isUnknown, type Lane, type Plannable } from "../../framework";
import { chooseMoment, describeSchedule, leadOf, scheduleOf, waits } from "../schedule/moment";
import { clientOf, type Service } from "../service";
import { type ActContext, bringAbout, isPast } from "../sizing/act";
import { follow } from "../sizing/follow";
import { SIZING_NAMES, type Sizing } from "../sizing/sizing";
import { instantOf, viewOf } from "../sizing/words";
import type { ClusterValues } from "./fields";
import { type Kept, keptOf } from "./kept";
import { called, observedValues } from "./model";
import type { ClusterPlanning } from "./plan";
import { editedTopology } from "./planTopology";
import type { ClusterCall } from "./presence";
import { networkOn } from "./topology";

type Name = keyof ClusterValues & string;

const TOPOLOGY: readonly Name[] = [
  "high_availability",
  "high_availability_node_count",
  "search_delivery_network",
  "regions",
  "region_node_counts",
];

/** Edits of the size, version and topology: one scheduled configuration change (DESIGN.md, L3 and L4). */
export const resize: Lane<ClusterValues, Service, Kept> = {
  carriedBy: "POST /clusters/{cluster_id}/configuration-changes",
  due: isRescheduled,
  makesUnknown: (_, { change_schedule: schedule }, changed) => {
    if (!isUnknown(schedule) && !waits(schedule)) return ["pending_change"];
    const topology = changed.some((name) => TOPOLOGY.includes(name));
    return ["pending_change", "live", ...(topology ? (["hostnames", "load_balancing"] as const) : [])];
  },
  announce: (planning, changed) => {
    const { prior, planned } = planning;
    if (prior && planned) announce(planning, prior, planned, changed);
  },
  apply: resizeCluster,
};

/** An edit of the schedule alone matters to a change that waits for its moment. */
function isRescheduled(
  prior: ClusterValues,
  _: Kept | undefined,
  planned: Plannable<ClusterValues>,
): boolean {
  if (prior.pending_change?.status !== "pending") return false;
  const { change_schedule: schedule } = planned;
  return isUnknown(schedule) || JSON.stringify(schedule) !== JSON.stringify(prior.change_schedule);
}

function announce(
  planning: ClusterPlanning,
  prior: ClusterValues,
  planned: Plannable<ClusterValues>,
  changed: readonly Name[],
): void {
  const name = called(prior);
  const { change_schedule: block, high_availability: ha } = planned;
  if (prior.high_availability === true && ha === false) {
    planning.error(
      `High availability of cluster ${name} cannot be turned off`,
      "The service never turns it off again. To have a single node, clone the cluster's data into a new one and move over; or set " +
        "high_availability = true again.",
      ["high_availability"],
    );
    return;
  }
  if (isUnknown(block)) return;
  const schedule = scheduleOf(block);
  const now = planning.service.client?.serverNow() ?? Date.now();
  const lead = leadOf(planning.service.client?.pollInterval ?? 60_000);
  const moment = chooseMoment(schedule, now, lead);
  if ("past" in moment) {
    planning.error(...pastWords(moment.past, now, name), ["change_schedule"]);
    return;
  }
  const begins = `If applied now, it begins ${describeSchedule(schedule, moment.at)}.`;
  if (changed.length === 0) {
    planning.warn(`Cluster ${name}: the pending change is rescheduled`, begins);
    return;
  }
  planning.warn(
    `Cluster ${name} gets one configuration change: ${changed.join(", ")}`,
    `${begins} It usually takes from 30 minutes to several hours. ${interruption(prior, planned)}`,
  );
  if (prior.high_availability !== true && ha === true) {
    planning.warn(
      `Cluster ${name}: high availability cannot be turned off again`,
      "Turning it on, by itself or through a search delivery network, is for good.",
      ["high_availability"],
    );
  }
}

function interruption(prior: ClusterValues, planned: Plannable<ClusterValues>): string {
  const several = prior.high_availability === true;
  const network = planned.search_delivery_network;
  if (several) return "Its nodes are changed one after the other, and it goes on answering.";
  const grows = planned.high_availability === true || (!isUnknown(network) && networkOn(network));
  return `It has a single node, so it does not answer for 5 to 60 minutes meanwhile${grows ? "; from then on it is highly available" : ""}.`;
}

function pastWords(at: number, now: number, name: string): [string, string] {
  const { summary, detail } = isPast(at, now, name);
  return [summary, detail];
}

async function resizeCluster(
  call: ClusterCall,
  { prior, planned, changed }: { prior: ClusterValues; planned: ClusterValues; changed: readonly Name[] },
): Promise<Partial<ClusterValues>> {
  const client = clientOf(call.service);
  const id = prior.id ?? "";
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
  const context: ActContext = {
    client,
    signal: call.signal,
    deadline: call.deadline,
    warn: call.warn,
    ours: (change) => {
      call.keepPrivate({ ...keptOf(id, client.host, planned), ...(change && { change: change.id }) });
      call.keep({ ...sizes, pending_change: change && viewOf(change) });
    },
  };
  const autoUpgrade = planned.auto_upgrade_capacity === true;
  const { change, cluster, target } = await bringAbout(
    {
      clusterId: id,
      planned: sizing,
      edited: editedNames(changed),
      schedule: scheduleOf(planned.change_schedule),
      rescheduled: isRescheduled(prior, call.kept, planned),
      notificationEmailAddresses: planned.notification_email_addresses,
      autoUpgrade,
      ownChange: call.kept?.change,
    },
    context,
  );
  if (!change) return { ...runningValues(observedValues(cluster)), pending_change: null };
  if (change.perform_change_at !== null && change.status === "pending") {
    call.warn(
      `Cluster ${called(prior)}: its change begins ${instantOf(change.perform_change_at)}`,
      `Configuration change ${change.id} has been scheduled.`,
    );
  }
  if (!waits(planned.change_schedule)) return { pending_change: viewOf(change) };
  const changedCluster = await follow(id, change, target, autoUpgrade, context);
  context.ours(null, target);
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
