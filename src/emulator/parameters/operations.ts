import { openChange } from "../changes/create";
import { isLeaving } from "../clusters/life";
import type { ClusterAnswer, StoredCluster } from "../clusters/record";
import { type Call, parentCluster, readBody, refuseProblems } from "../http/call";
import { ordered } from "../http/listing";
import { Refusal } from "../http/refusal";
import {
  nameProblems,
  parameterProblems,
  parameterUpdateProblems,
  settingProblems,
} from "../rules/parameters";
import { statusAt } from "../workflows/life";
import { answerParameter } from "./answer";
import type { StoredParameter } from "./record";

/** listServerConfigurationParameters: all of them, without an envelope. */
export function listServerConfigurationParameters(call: Call): unknown {
  const { assumptions } = call.world;
  return ordered(parentCluster(call).stored.parameters, assumptions.list_order).map((parameter) =>
    answerParameter(parameter, assumptions),
  );
}

/** createServerConfigurationParameter: one entry per name; 400 for the form, 422 for what cannot be. */
export function createServerConfigurationParameter(call: Call): unknown {
  const { world, now } = call;
  const { stored, shown } = parentCluster(call);
  const body = readBody(call);
  refuseProblems(call, 400, parameterProblems(body));
  const [name, value] = [String(body.parameter_name), String(body.parameter_value)];
  checkState(call, { stored, shown });
  if (world.assumptions.unknown_parameter === "422") refuseProblems(call, 422, nameProblems(name));
  refuseProblems(call, 422, settingProblems(name, value, stored.search_server_version));
  if (stored.parameters.some((one) => one.name === name)) {
    throw new Refusal(422, `Cluster ${stored.id} has a server configuration parameter ${name} already`);
  }
  const id = world.store.nextParameterId();
  const parameter = { id, name, value, createdAt: now, updatedAt: now };
  stored.parameters.push(parameter);
  return answerParameter(parameter, world.assumptions);
}

/** getServerConfigurationParameter */
export function getServerConfigurationParameter(call: Call): unknown {
  return answerParameter(addressed(call).parameter, call.world.assumptions);
}

/** updateServerConfigurationParameter: the value; what runs stays until a restart. */
export function updateServerConfigurationParameter(call: Call): unknown {
  const { stored, shown, parameter } = addressed(call);
  const body = readBody(call);
  refuseProblems(call, 400, parameterUpdateProblems(body));
  checkState(call, { stored, shown });
  const value = String(body.parameter_value);
  refuseProblems(call, 422, settingProblems(parameter.name, value, stored.search_server_version));
  parameter.value = value;
  parameter.updatedAt = call.now;
  return answerParameter(parameter, call.world.assumptions);
}

/** deleteServerConfigurationParameter */
export function deleteServerConfigurationParameter(call: Call): unknown {
  const { stored, shown, parameter } = addressed(call);
  checkState(call, { stored, shown });
  stored.parameters = stored.parameters.filter((one) => one !== parameter);
  return { success: true };
}

interface Addressed {
  readonly stored: StoredCluster;
  readonly shown: ClusterAnswer;
  readonly parameter: StoredParameter;
}

/** @throws Refusal 404 when the cluster is not visible, or has no such parameter. */
function addressed(call: Call): Addressed {
  const { id } = call.params;
  const { stored, shown } = parentCluster(call);
  const parameter = stored.parameters.find((one) => one.id === id);
  if (parameter === undefined) throw new Refusal(404, `Server configuration parameter ${id} not found`);
  return { stored, shown, parameter };
}

/** @throws Refusal 422 when the state of the cluster forbids a write. */
function checkState({ world, now }: Call, { stored, shown }: Pick<Addressed, "stored" | "shown">): void {
  const { parameters_before_service: early, parameters_during_change: during } = world.assumptions;
  const starting = shown.status === "provisioning" || shown.status === "initializing";
  const change = openChange(stored, now);
  const changing = change !== undefined && statusAt(change, now) === "in_progress";
  if (changing && during === "422") {
    const words = `Cluster ${stored.id} has a configuration change in progress: ${change.id}`;
    throw new Refusal(422, `${words}; its server configuration parameters cannot be written meanwhile`);
  }
  // During a change a cluster may read initializing, too.
  if (isLeaving(shown.status) || (starting && !changing && early === "422")) {
    const words = `Cluster ${stored.id} is ${shown.status}`;
    throw new Refusal(422, `${words}; its server configuration parameters cannot be written`);
  }
}
