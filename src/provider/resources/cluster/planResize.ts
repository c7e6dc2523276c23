import { changedNames, isUnknown, type Plannable } from "../../../framework";
import { describeCluster } from "../../model/describe";
import { difference, isEmptyChange, sizingBy } from "../../model/sizing";
import { networkOn } from "../../model/topology";
import { ifAppliedNow, scheduleOf } from "../../shared/schedule/moment";
import { isStarting } from "./model";
import { entriesOf } from "./parameters/difference";
import { type HeldParameters, heldParameters, mayWrite } from "./parameters/plan";
import { type ClusterName, type ClusterPlanning, type ClusterValues, clusterSchema } from "./schema";

/** True if an edit of the schedule moves a pending change. */
export function isRescheduled(prior: ClusterValues, planned: Plannable<ClusterValues>): boolean {
  if (prior.pending_change?.status !== "pending") return false;
  return changedNames(clusterSchema, prior, planned).includes("change_schedule");
}

/** Warns at plan of the change that apply requests, its moment and the interruption, or rejects it (docs/design/laws.md#l5). */
export function describeResize(planning: ClusterPlanning, changed: readonly ClusterName[]): void {
  const { prior, planned } = planning;
  if (!prior || !planned) return;
  const name = describeCluster(prior);
  const { change_schedule: block, high_availability: ha } = planned;
  if (isAvailable(prior) && ha === false) {
    planning.error(
      `High availability of cluster ${name} cannot be turned off`,
      "The service never turns it off again. Set high_availability = true. To have a single node, clone the cluster into a new one " +
        "and switch to it.",
      ["high_availability"],
    );
    return;
  }
  if (isUnknown(block)) return;
  const { past, begins } = ifAppliedNow(planning.service.client, scheduleOf(block));
  const rescheduled = isRescheduled(prior, planned);
  const restart = plannedRestart(planning, prior, planned);
  if (past) {
    const isEdited = changed.length > 0 || rescheduled;
    // A pending change restarts the cluster, however late.
    if (!isEdited && (restart === "none" || prior.pending_change?.status === "pending")) return;
    const report = isEdited || restart === "sure" ? planning.error : planning.warn;
    const { summary, detail, path } = past(name);
    report(summary, detail, path);
    return;
  }
  if (changed.length === 0) {
    if (rescheduled) planning.warn(`Cluster ${name}: the pending change is rescheduled`, begins);
    if (restart !== "none")
      describeRestart(planning, name, `${begins} ${interruption(prior, planned)}`, restart);
    return;
  }
  // The prior values include a pending change, so an edit of them affects it.
  const pending = prior.pending_change?.status === "pending" ? prior.pending_change : null;
  if (pending !== null && restart === "none" && runsAlready(prior, planned)) {
    planning.warn(
      `Cluster ${name}: the pending change is cancelled`,
      `The configuration matches what already runs: configuration change ${pending.id} is cancelled, and no other one is requested.`,
    );
    return;
  }
  const besides = [
    restart === "none" ? "" : " The same change restarts the cluster for its server_parameters.",
    pending === null ? "" : ` The pending change ${pending.id} is cancelled: this one carries all edits.`,
  ];
  planning.warn(
    `Cluster ${name} gets one configuration change: ${changed.join(", ")}`,
    `${begins} It usually takes from 30 minutes to several hours. ${interruption(prior, planned)}${besides.join("")}`,
  );
  if (!isAvailable(prior) && ha === true) {
    planning.warn(
      `Cluster ${name}: high availability cannot be turned off again`,
      "It stays on, whether it is turned on directly or by a search delivery network.",
      ["high_availability"],
    );
  }
}

type PlannedRestart = "none" | "sure" | "covered" | "open";

const COVERED = "If the change that is already pending begins in time, no other one is requested.";

/** @param course beginning and interruption of the restart, as sentences */
function describeRestart(
  { prior, warn }: ClusterPlanning,
  name: string,
  course: string,
  restart: Exclude<PlannedRestart, "none">,
): void {
  if (restart !== "open") {
    const then = restart === "sure" ? "They take effect with this restart." : COVERED;
    warn(`Cluster ${name} is restarted for its server_parameters`, `${course} ${then}`);
    return;
  }
  const pending = prior?.pending_change?.status === "pending" ? ` ${COVERED}` : "";
  warn(
    `Cluster ${name} is restarted only if its server_parameters are not in effect yet`,
    "If the service already has all of them and has restarted the cluster since, apply writes nothing, restarts nothing, and only " +
      `stores them in the state. Otherwise the cluster is restarted for them. ${course}${pending}`,
  );
}

/** Returns how likely apply requests a restart, or a change that includes one. */
export function plannedRestart(
  { privateState }: ClusterPlanning,
  prior: ClusterValues,
  planned: Plannable<ClusterValues>,
): PlannedRestart {
  const isDue = privateState?.restart_due === true;
  if (!isDue && !mayWrite(prior, planned)) return "none";
  // After an import or an interrupted create, only the service knows its parameters.
  const isOpen =
    isUnknown(planned.server_parameters) || prior.server_parameters === null || isStarting(prior);
  const held = heldParameters(prior);
  if (isOpen && !isDue && held === undefined) return "open";
  if (held && !isDue && !held.restart.due && holdsAll(held, planned)) return "none";
  return prior.pending_change?.status === "pending" ? "covered" : "sure";
}

function holdsAll(
  { names }: HeldParameters,
  { server_parameters: wanted }: Plannable<ClusterValues>,
): boolean {
  return !isUnknown(wanted) && entriesOf(wanted).every(([name]) => names.has(name));
}

/** True if the live sizing, before any change, matches the plan. */
function runsAlready({ live }: ClusterValues, planned: Plannable<ClusterValues>): boolean {
  const target = sizingBy((name) => planned[name]);
  if (live === null || Object.values(target).some(isUnknown)) return false;
  const autoUpgrade = planned.auto_upgrade_capacity === true;
  return isEmptyChange(
    difference(
      target,
      sizingBy((name) => live[name]),
      autoUpgrade,
    ),
  );
}

/** True if high availability is on, or certain to come. A change that has not begun can still be cancelled. */
function isAvailable({ high_availability, live, pending_change }: ClusterValues): boolean {
  const isOpen = pending_change?.status === "pending" && live !== null;
  return (isOpen ? live.high_availability : high_availability) === true;
}

function interruption(prior: ClusterValues, planned: Plannable<ClusterValues>): string {
  if (isAvailable(prior)) return "Its nodes are changed one after the other, so it stays available.";
  const network = planned.search_delivery_network;
  const grows = planned.high_availability === true || (!isUnknown(network) && networkOn(network));
  return `It has a single node, so it is unavailable for 5 to 60 minutes.${grows ? " After that it is highly available." : ""}`;
}
