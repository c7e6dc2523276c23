import { isUnknown, UNKNOWN, type Unknown } from "../../../framework";
import { describeCluster } from "../../api/describe";
import { ifAppliedNow } from "../../schedule/ifNow";
import { describeSchedule, pastMomentError, scheduleOf } from "../../schedule/moment";
import { valueProblem } from "../../serverParameter/validateValue";
import type { ClusterPlanning } from "../plan";
import { entriesOf, mayHold } from "./difference";
import { needsNewer } from "./version";

/** Plans what the parameters of a new cluster lead to: a restart, once the cluster is in service (docs/design/architecture.md#types). */
export function planStart(planning: ClusterPlanning): void {
  const { planned } = planning;
  if (!planned) return;
  const restarts = mayHold(planned.server_parameters);
  planning.set("pending_change", restarts ? UNKNOWN : null);
  if (!restarts) return;
  warnOfParameters(planning);
  const { change_schedule: block, name } = planned;
  if (isUnknown(block)) return;
  const schedule = scheduleOf(block);
  const { now, moment } = ifAppliedNow(planning.service.client, schedule);
  if ("past" in moment) {
    const { summary, detail } = pastMomentError(moment.past, now, whoOf(name));
    planning.error(summary, detail, ["change_schedule"]);
    return;
  }
  const begins =
    schedule.kind === "at once"
      ? "as soon as they are written"
      : `${describeSchedule(schedule, moment.at)}, or at the next moment that change_schedule allows`;
  planning.warn(
    `The server_parameters of ${whoOf(name)} take effect with a restart`,
    `They are written when it is in service. Then it is restarted once; that begins ${begins}.`,
  );
}

/** What the service may refuse of the parameters that the plan brings: never an error, because the service decides. */
export function warnOfParameters(planning: ClusterPlanning): void {
  const { prior, planned } = planning;
  if (!planned || isUnknown(planned.server_parameters)) return;
  const before = new Map(entriesOf(prior?.server_parameters ?? null));
  // Of a cluster that exists they are written before its version changes.
  const version = prior ? (prior.live ?? prior).search_server_version : planned.search_server_version;
  const doubts = entriesOf(planned.server_parameters)
    .filter(([name, value]) => before.get(name) !== value)
    .flatMap(([name, value]) => valueProblem(name, value) ?? needsNewer(name, version) ?? []);
  if (doubts.length === 0) return;
  const who = prior ? `cluster ${describeCluster(prior)}` : whoOf(planned.name);
  planning.warn(
    `The service may refuse server_parameters of ${who}`,
    `${doubts.join(" ")} The service may know more than this provider, and decides when it is applied.`,
    ["server_parameters"],
  );
}

function whoOf(name: string | null | Unknown): string {
  return typeof name === "string" ? `the new cluster "${name}"` : "the new cluster";
}
