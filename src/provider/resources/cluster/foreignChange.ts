import { OPTIONAL_READ_REPEATS } from "../../../api/limits";
import type { Client, ConfigurationChangeRecord } from "../../../client";
import { isUnknown, type Plannable } from "../../../framework";
import { describeChange, describeCluster, isRestart } from "../../model/describe";
import { foreignPart, type Sizing, sizingBy } from "../../model/sizing";
import { comesFirst, decide } from "../../shared/changes/decide";
import { isInFlight } from "../../shared/changes/inFlight";
import { scheduleOf, timingOf } from "../../shared/schedule/moment";
import { isStarting } from "./model";
import { heldParameters } from "./parameters/plan";
import { mayHaveUnseenChanges, readChangesOrWarn } from "./pendingState";
import { plannedRestart } from "./planResize";
import { editedNames } from "./resize";
import { type ClusterPlanning, type ClusterValues, clusterSchema } from "./schema";

/**
 * Warns at plan of a change in flight that the state does not have, at a cluster that the plan edits: its settings, its moment, and the
 * effect of apply on it. Costs one request per edited cluster, none if the refresh has read the changes (docs/design/laws.md#l7).
 */
export async function warnOfForeignChange(planning: ClusterPlanning): Promise<void> {
  const { prior, planned, changed, privateState, service, warn } = planning;
  const { client } = service;
  if (!client || !prior || prior.id === null || !planned || isStarting(prior)) return;
  if (service.refreshesChanges === false) return;
  if (changed.length === 0 && privateState?.restart_due !== true) return;
  if (!mayHaveUnseenChanges(client, prior.id)) return;
  const cluster = { id: prior.id, name: prior.name };
  const changes =
    heldParameters(prior)?.changes ??
    (await readChangesOrWarn(planning, cluster, { repeats: OPTIONAL_READ_REPEATS }));
  const active = changes?.find(isInFlight);
  if (!active) return;
  warn(
    `Cluster ${describeCluster(prior)} has a configuration change that was requested elsewhere`,
    `${describeChange(active)} was not requested by this resource. ${effectOnChange(planning, prior, planned, active, client)}`,
  );
}

/** Returns the effect of apply, if it follows at once, on a change in flight, as a sentence. */
function effectOnChange(
  planning: ClusterPlanning,
  prior: ClusterValues,
  planned: Plannable<ClusterValues>,
  active: ConfigurationChangeRecord,
  client: Client,
): string {
  const edited = planning.changed.filter((name) => {
    const attribute = clusterSchema[name];
    return "updatedBy" in attribute && attribute.updatedBy === "resize";
  });
  const restart = plannedRestart(planning, prior, planned);
  if (edited.length === 0 && restart === "none") return left(active);
  const wanted = sizingBy((name) => planned[name]);
  const { change_schedule: block } = planned;
  const { live } = prior;
  if (isUnknown(block) || live === null || Object.values(wanted).some(isUnknown))
    return "What apply does to it depends on values that are only known after apply.";
  const running = sizingBy((name) => live[name]);
  const names = editedNames(edited);
  const foreign = foreignPart(running, active);
  const own = Object.fromEntries(names.map((name) => [name, wanted[name]]));
  const timing = timingOf(client);
  const decision = decide({
    target: { ...wanted, ...foreign, ...own },
    live: running,
    active,
    autoUpgrade: planned.auto_upgrade_capacity === true,
    restart: restart !== "none",
    schedule: scheduleOf(block),
    rescheduled: false,
    ...timing,
  });
  const ends = "Apply waits for its end, and then requests a change of its own.";
  switch (decision.act) {
    case "keep":
      return "Apply leaves it in place and requests no other change: it brings what this plan needs, in time.";
    case "await":
      return `It has begun. ${ends}`;
    case "cancel":
      if (comesFirst(decision, undefined, timing)) return `It is about to begin. ${ends}`;
      return `Apply cancels it, because a cluster has one change at a time${replaced(decision.why, foreign, names)}`;
    default:
      return left(active);
  }
}

function left(active: ConfigurationChangeRecord): string {
  const then = isRestart(active) ? "" : " Once it has begun, plans show what it changes as drift.";
  return `Apply leaves it in place.${then}`;
}

/** @param edited the settings that this plan decides */
function replaced(
  why: "superseded" | "undone" | "rescheduled",
  foreign: Partial<Sizing>,
  edited: readonly (keyof Sizing)[],
): string {
  if (why === "undone") return ", and requests no other one: what this plan asks for is already running.";
  const settings = Object.keys(foreign) as (keyof Sizing)[];
  const carried = settings.filter((name) => !edited.includes(name));
  const dropped = settings.filter((name) => edited.includes(name));
  if (why === "rescheduled") return ", and requests the same for the moment that change_schedule gives.";
  return [
    ", and requests its own.",
    ...(carried.length > 0 ? [`Its other settings (${carried.join(", ")}) become part of that one.`] : []),
    ...(dropped.length > 0 ? [`This plan decides ${dropped.join(", ")}.`] : []),
  ].join(" ");
}
