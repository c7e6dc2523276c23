import { knownParameter } from "../../../../api/enumerations";
import { isUnknown, type Plannable, UNKNOWN, type Unknown } from "../../../../framework";
import { describeCluster, describePlanned } from "../../../model/describe";
import { valueProblem } from "../../../model/parameterValue";
import type { Changes } from "../../../shared/changes/observe";
import { NO_RESTART, type Restart, restartAfterWrite } from "../../../shared/changes/restart";
import { readHint } from "../../../shared/preflight/hint";
import { runState } from "../../../shared/runState";
import { ifAppliedNow, scheduleOf } from "../../../shared/schedule/moment";
import { isStarting } from "../model";
import type { ClusterPlanning, ClusterValues } from "../schema";
import { entriesOf, lastWrite, mayHold, type Parameters } from "./difference";

/** Plans the effect of the parameters of a new cluster: a restart once it is in service (docs/design/architecture.md#types). */
export function planNewParameters(planning: ClusterPlanning): void {
  const { planned } = planning;
  if (!planned) return;
  const restarts = mayHold(planned.server_parameters);
  planning.set("pending_change", restarts ? UNKNOWN : null);
  if (!restarts) return;
  warnOfParameters(planning);
  const { change_schedule: block } = planned;
  if (isUnknown(block)) return;
  const who = describePlanned(null, planned);
  const schedule = scheduleOf(block);
  const { past, when } = ifAppliedNow(planning.service.client, schedule);
  if (past) {
    const { summary, detail, path } = past(who);
    planning.error(summary, detail, path);
    return;
  }
  const begins =
    schedule.kind === "at once"
      ? "as soon as they are written"
      : `${when ? `${when}, or ` : ""}at the next moment that change_schedule allows`;
  planning.warn(
    `The server_parameters of ${who} take effect with a restart`,
    `Apply writes them when the cluster is in service, and then restarts it once. The restart begins ${begins}.`,
  );
}

/** Warns of planned parameters that the service may reject. Never an error, because the service decides. */
export function warnOfParameters(planning: ClusterPlanning): void {
  const { prior, planned } = planning;
  if (!planned || isUnknown(planned.server_parameters)) return;
  const before = new Map(entriesOf(prior?.server_parameters ?? null));
  // Parameters of an existing cluster are written before its version changes.
  const version = prior ? (prior.live ?? prior).search_server_version : planned.search_server_version;
  const doubts = entriesOf(planned.server_parameters)
    .filter(([name, value]) => before.get(name) !== value)
    .flatMap(([name, value]) => valueProblem(name, value) ?? needsNewer(name, version) ?? []);
  if (doubts.length === 0) return;
  planning.warn(
    `The service may refuse server_parameters of ${describePlanned(prior, planned)}`,
    `${doubts.join(" ")} The service decides when the plan is applied; it may know parameters that this provider does not.`,
    ["server_parameters"],
  );
}

/** Returns why a server is too old for a parameter, as far as the tables show (docs/design/api-assumptions.md#parameters). */
function needsNewer(name: string, version: string | null | Unknown): string | undefined {
  const rule = knownParameter(name);
  if (rule?.kind !== "integer" || version === null || isUnknown(version)) return undefined;
  const major = /^(\d+)(?:\.|$)/.exec(version)?.[1];
  if (major === undefined || Number(major) >= rule.since) return undefined;
  return `"${name}" needs server ${rule.since} or later, and is written while ${version} runs.`;
}

/** Warns which parameters of an existing cluster an apply sets and removes. */
export function describeParameters(planning: ClusterPlanning): void {
  const { prior, planned } = planning;
  if (!prior || !planned) return;
  const name = describeCluster(prior);
  const takes = "They take effect when the cluster restarts.";
  if (isUnknown(planned.server_parameters)) {
    planning.warn(`Cluster ${name}: its server_parameters are only known at apply`, takes);
    return;
  }
  const held = heldParameters(prior);
  const edits = editsOf(prior, planned.server_parameters, held?.names);
  if (edits.length === 0) return;
  const writes = edits.some((edit) => !edit.startsWith("stores"));
  const detail = [
    ...(prior.server_parameters === null && !held && !isStarting(prior)
      ? ["The values that the service already has could not be read; those are not written again."]
      : []),
    ...(held && held.names.size > 0
      ? ["Values that the service already has are only stored in the state."]
      : []),
    ...(writes ? [takes] : []),
    "Parameters with other names stay as they are.",
  ];
  planning.warn(`Cluster ${name}: apply ${edits.join(" and ")} in its server_parameters`, detail.join(" "));
}

/** @param held names for which the service already has the planned value, which are not written */
function editsOf(
  prior: ClusterValues,
  planned: Parameters | null,
  held: ReadonlySet<string> = new Set(),
): string[] {
  // After an interrupted create, the state has the planned values, not the written ones.
  const before = new Map(isStarting(prior) ? [] : entriesOf(prior.server_parameters));
  const after = new Map(entriesOf(planned));
  const news = [...after].flatMap(([name, value]) => (before.get(name) === value ? [] : [name]));
  const [stored, set] = [news.filter((name) => held.has(name)), news.filter((name) => !held.has(name))];
  const removed = entriesOf(prior.server_parameters).flatMap(([name]) => (after.has(name) ? [] : [name]));
  return [
    ...(stored.length > 0 ? [`stores ${stored.sort().join(", ")}, which the service already has,`] : []),
    ...(set.length > 0 ? [`sets ${set.sort().join(", ")}`] : []),
    ...(removed.length > 0 ? [`removes ${removed.sort().join(", ")}`] : []),
  ];
}

/** True if an apply may write parameters, so that a restart may be due after it. */
export function mayWrite(
  prior: ClusterValues,
  { server_parameters: wanted }: Plannable<ClusterValues>,
): boolean {
  return isUnknown(wanted) || editsOf(prior, wanted).length > 0;
}

/** Parameters that the service already has and that are not in the state yet. */
export interface HeldParameters {
  /** Names with the planned value. */
  readonly names: ReadonlySet<string>;
  /** The restart that makes them take effect. */
  readonly restart: Restart;
  /** The changes of the cluster, if they were read for that. */
  readonly changes?: Changes;
}

const known = runState((_: ClusterValues): { held?: HeldParameters } => ({}));

/**
 * Reads the parameters of the service if a plan is the first to list some, as after an import, so that the plan can tell whether a
 * restart follows. One request, and one more if the service already has all of them.
 */
export async function readHeldParameters(planning: ClusterPlanning): Promise<void> {
  const { prior, planned } = planning;
  if (!prior?.id || !planned || isUnknown(planned.server_parameters)) return;
  const { id, server_parameters: before } = prior;
  const wanted = new Map(entriesOf(planned.server_parameters));
  if (before !== null || wanted.size === 0 || isStarting(prior)) return;
  const held = await readHint(planning, async (client, options): Promise<HeldParameters> => {
    const all = await client.parameters(id, options);
    const live = all.filter(({ parameter_name: name, parameter_value: value }) => wanted.get(name) === value);
    const names = new Set(live.map(({ parameter_name: name }) => name));
    const writtenAt = lastWrite(live);
    if (names.size < wanted.size || writtenAt === undefined) return { names, restart: NO_RESTART };
    const changes = await client.changes(id, options);
    return { names, restart: restartAfterWrite(NO_RESTART, writtenAt, changes), changes };
  });
  if (held) known(prior).held = held;
}

/** Returns the result of {@link readHeldParameters} for the plan of these values. */
export function heldParameters(prior: ClusterValues): HeldParameters | undefined {
  return known(prior).held;
}
