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

/** Plans what the parameters of a new cluster lead to: a restart, once the cluster is in service (docs/design/architecture.md#types). */
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

/** What the service may refuse of the planned parameters: never an error, because the service decides. */
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

/** Why a server is too old for a parameter, as far as the tables know (docs/design/api-assumptions.md#parameters). */
function needsNewer(name: string, version: string | null | Unknown): string | undefined {
  const rule = knownParameter(name);
  if (rule?.kind !== "integer" || version === null || isUnknown(version)) return undefined;
  const major = /^(\d+)(?:\.|$)/.exec(version)?.[1];
  if (major === undefined || Number(major) >= rule.since) return undefined;
  return `"${name}" needs server ${rule.since} or later, and is written while ${version} runs.`;
}

/** Says which parameters of an existing cluster an apply sets and removes. */
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
      ? ["The service could not be asked what it holds already, which is not written again."]
      : []),
    ...(held && held.names.size > 0 ? ["What the service holds already is only stored in the state."] : []),
    ...(writes ? [takes] : []),
    "Parameters with other names stay as they are.",
  ];
  planning.warn(`Cluster ${name}: apply ${edits.join(" and ")} in its server_parameters`, detail.join(" "));
}

/** @param held names that the service holds with the planned value, which are not written */
function editsOf(
  prior: ClusterValues,
  planned: Parameters | null,
  held: ReadonlySet<string> = new Set(),
): string[] {
  // The state of a create that was cut off says what was planned, not what was written.
  const before = new Map(isStarting(prior) ? [] : entriesOf(prior.server_parameters));
  const after = new Map(entriesOf(planned));
  const news = [...after].flatMap(([name, value]) => (before.get(name) === value ? [] : [name]));
  const [stored, set] = [news.filter((name) => held.has(name)), news.filter((name) => !held.has(name))];
  const removed = entriesOf(prior.server_parameters).flatMap(([name]) => (after.has(name) ? [] : [name]));
  return [
    ...(stored.length > 0 ? [`stores ${stored.sort().join(", ")}, as the service holds them,`] : []),
    ...(set.length > 0 ? [`sets ${set.sort().join(", ")}`] : []),
    ...(removed.length > 0 ? [`removes ${removed.sort().join(", ")}`] : []),
  ];
}

/** Whether an apply may write parameters, so that a restart may be due after it. */
export function mayWrite(
  prior: ClusterValues,
  { server_parameters: wanted }: Plannable<ClusterValues>,
): boolean {
  return isUnknown(wanted) || editsOf(prior, wanted).length > 0;
}

/** What the service holds of parameters that state does not know yet. */
export interface HeldParameters {
  /** Names with the planned value. */
  readonly names: ReadonlySet<string>;
  /** The restart that these wait for. */
  readonly restart: Restart;
  /** The changes of the cluster, where they were read for that. */
  readonly changes?: Changes;
}

const known = runState((_: ClusterValues): { held?: HeldParameters } => ({}));

/**
 * Looks up what the service holds where a plan is the first that names parameters, as after an import: one request, and one more
 * where it holds all of them. What a plan then says of a restart is true.
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

/** What {@link readHeldParameters} has found for the plan of these values. */
export function heldParameters(prior: ClusterValues): HeldParameters | undefined {
  return known(prior).held;
}
