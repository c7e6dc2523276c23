import { PARAMETERS, type ParameterRule } from "../../../api/enumerations";
import { compareVersions } from "../../../api/versions";
import type { Assumptions } from "../assumptions";
import { type Call, jsonBody, ordered, refusalFor } from "../calls/call";
import { seconds } from "../clock";
import { parentCluster, type VisibleCluster } from "../clusters/answer";
import { isLeaving, isStarting } from "../clusters/life";
import { checkBody, strict, text } from "../rules/fields";
import { type Problem, RefusalError } from "../rules/refusal";
import { newParameter, type StoredParameter } from "../store/cluster";
import { openOf, statusAt } from "../store/workflow";

const CREATE = { schema: strict({ parameter_name: text, parameter_value: text }) };
/** The name cannot change. */
const UPDATE = { schema: strict({ parameter_value: text }) };

/** listServerConfigurationParameters: all of them, without an envelope. */
export function listServerConfigurationParameters(call: Call): unknown {
  const { assumptions } = call.world;
  return ordered(parentCluster(call).stored.parameters, assumptions.list_order).map((parameter) =>
    answerParameter(parameter, assumptions),
  );
}

/** createServerConfigurationParameter: one entry per name. 400 for an invalid body, 422 for an invalid parameter. */
export function createServerConfigurationParameter(call: Call): unknown {
  const { world, now } = call;
  const cluster = parentCluster(call);
  const body = checkBody(CREATE, jsonBody(call), refusalFor(call));
  const { parameter_name: name, parameter_value: value } = body;
  checkState(call, cluster);
  if (!PARAMETERS.has(name) && world.assumptions.unknown_parameter === "422") {
    const known = [...PARAMETERS.keys()].join(", ");
    refuse(call, [{ field: "parameter_name", text: `must be one of ${known}, not ${name}` }]);
  }
  const { stored } = cluster;
  refuse(call, settingProblems(name, value, stored.search_server_version));
  if (stored.parameters.some((one) => one.name === name)) {
    throw new RefusalError(422, `Cluster ${stored.id} has a server configuration parameter ${name} already`);
  }
  const parameter = newParameter(world.store, name, value, now);
  stored.parameters.push(parameter);
  return answerParameter(parameter, world.assumptions);
}

/** getServerConfigurationParameter */
export function getServerConfigurationParameter(call: Call): unknown {
  return answerParameter(addressed(call).parameter, call.world.assumptions);
}

/** updateServerConfigurationParameter: changes the value. The running value changes with a restart. */
export function updateServerConfigurationParameter(call: Call): unknown {
  const { parameter, ...cluster } = addressed(call);
  const { parameter_value: value } = checkBody(UPDATE, jsonBody(call), refusalFor(call));
  checkState(call, cluster);
  refuse(call, settingProblems(parameter.name, value, cluster.stored.search_server_version));
  parameter.value = value;
  parameter.updatedAt = call.now;
  return answerParameter(parameter, call.world.assumptions);
}

/** deleteServerConfigurationParameter */
export function deleteServerConfigurationParameter(call: Call): unknown {
  const { parameter, ...cluster } = addressed(call);
  checkState(call, cluster);
  cluster.stored.parameters = cluster.stored.parameters.filter((one) => one !== parameter);
  return { success: true };
}

/** @throws RefusalError 404 if the cluster is not visible or has no such parameter */
function addressed(call: Call): VisibleCluster & { readonly parameter: StoredParameter } {
  const { id } = call.params;
  const cluster = parentCluster(call);
  const parameter = cluster.stored.parameters.find((one) => one.id === id);
  if (parameter === undefined) throw new RefusalError(404, `Server configuration parameter ${id} not found`);
  return { ...cluster, parameter };
}

/** @throws RefusalError 422 if the state of the cluster forbids a write */
function checkState({ world, now }: Call, { stored, shown }: VisibleCluster): void {
  const { parameters_before_service: early, parameters_during_change: during } = world.assumptions;
  const change = openOf(stored.changes, now);
  const changing = change !== undefined && statusAt(change, now) === "in_progress";
  if (changing && during === "422") {
    const words = `Cluster ${stored.id} has a configuration change in progress: ${change.id}`;
    throw new RefusalError(422, `${words}; its server configuration parameters cannot be written meanwhile`);
  }
  // During a change the status may also be initializing.
  if (isLeaving(shown.status) || (isStarting(shown.status) && !changing && early === "422")) {
    const words = `Cluster ${stored.id} is ${shown.status}`;
    throw new RefusalError(422, `${words}; its server configuration parameters cannot be written`);
  }
}

function refuse(call: Call, problems: readonly Problem[]): void {
  if (problems.length > 0) throw refusalFor(call)(422, problems);
}

/** Returns the problems of a parameter on a server of `version`: with its name or its value. Unknown names have none. */
export function settingProblems(name: string, value: string, version: string): Problem[] {
  const rule = PARAMETERS.get(name);
  if (rule === undefined) return [];
  if (rule.kind === "integer" && compareVersions(version, String(rule.since)) < 0) {
    return [{ field: "parameter_name", text: `${name} needs server version ${rule.since} or later` }];
  }
  const problem = valueProblem(rule, value);
  return problem === null ? [] : [{ field: "parameter_value", text: `of ${name} ${problem}` }];
}

function valueProblem(rule: ParameterRule, value: string): string | null {
  if (rule.kind === "integer") {
    const fits = /^\d{1,10}$/.test(value) && Number(value) >= rule.min && Number(value) <= rule.max;
    return fits ? null : `must be a whole number from ${rule.min} to ${rule.max}, as text`;
  }
  return value.split(",").every((one) => /^https:\/\/[^\s,/*]+$/.test(one))
    ? null
    : "must be origins such as https://example.com, separated by commas, without * and without / at the end";
}

/** Returns a server configuration parameter as the API shows it (docs/design/api-assumptions.md#parameters). */
export function answerParameter(
  { id, name, value, createdAt, updatedAt }: StoredParameter,
  { parameter_times }: Pick<Assumptions, "parameter_times">,
) {
  // ISO 8601, unlike every other record; or epoch seconds.
  const time = (moment: number): string | number =>
    parameter_times === "iso" ? new Date(moment).toISOString() : seconds(moment);
  return {
    id,
    parameter_name: name,
    parameter_value: value,
    created_at: time(createdAt),
    updated_at: time(updatedAt),
  };
}
