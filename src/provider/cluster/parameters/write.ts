import type { ApiError, Client, ServerParameterRecord } from "../../../client";
import { type Path, TerraformError } from "../../../framework";
import { describeCluster } from "../../api/describe";
import { failedAs } from "../../api/errors";
import { restartAfterWrite } from "../../clusterChange/restart";
import { type Attempt, whenFree } from "../../clusterChange/whenFree";
import { clientOf } from "../../service";
import { privateStateOf, restartKeys, restartOf } from "../privateState";
import type { ClusterCall, PrivateState } from "../types";
import { entriesOf, heldUnder, lastWrite, type Parameters, type Step, stepsTo } from "./difference";

/** The parameters that a cluster is to have. */
export interface PlannedParameters {
  readonly cluster: { readonly id: string; readonly name: string | null };
  readonly planned: Parameters | null;
  /** What state says before. */
  readonly prior: Parameters | null;
  /** Milliseconds since the epoch until which a change or clone that forbids the writes is waited for. */
  readonly deadline: number;
}

/** A write that the service refused, and its answer. */
interface Refusal {
  readonly step: Step;
  readonly error: ApiError;
}

/**
 * Makes the service hold the planned parameters, with as few writes as possible (docs/design/architecture.md#types). After every
 * write, state says what is held, and private state that a restart is due.
 *
 * @returns what the service then holds under the planned and the prior names
 * @throws TerraformError that names the parameter which the service refuses
 */
export async function writeParameters(
  call: ClusterCall,
  parameters: PlannedParameters,
): Promise<Parameters | null> {
  const client = clientOf(call.service);
  const { cluster, deadline } = parameters;
  let refusal: Refusal | undefined;
  const attempt = async (): Promise<Attempt<Parameters | null>> => {
    const result = await writeDifference(call, client, parameters);
    if (!("step" in result)) return { done: result.held };
    const live = await client.parameters(cluster.id, { signal: call.signal });
    const [next] = stepsTo(parameters.planned, parameters.prior, live);
    // Somebody else was faster: what is left to write is something else now.
    if (JSON.stringify(next) !== JSON.stringify(result.step)) return { again: true };
    refusal = result;
    return { refused: result.error };
  };
  const purpose = "to set the server parameters of";
  try {
    return await whenFree({ ...call, deadline }, client, cluster.id, { purpose, attempt });
  } catch (error) {
    const isSame = error instanceof Error && "summary" in error && error.summary === refusal?.error.summary;
    if (!refusal || !isSame) throw error;
    throw refusedError(refusal.step, parameters, error as Error & Described);
  }
}

type Described = Pick<ApiError, "summary" | "detail">;

/** Reads, and writes what differs, up to a refusal that may mean "not now", or that somebody else was faster. */
async function writeDifference(
  call: ClusterCall,
  client: Client,
  parameters: PlannedParameters,
): Promise<{ readonly held: Parameters | null } | Refusal> {
  const { signal } = call;
  const { planned, prior, cluster } = parameters;
  let live = await client.parameters(cluster.id, { signal });
  const held = () => heldFor(parameters, live);
  const steps = stepsTo(planned, prior, live);
  call.saveState({ server_parameters: held() });
  if (steps.length === 0) await noteMissedRestart(call, client, parameters, live);
  for (const step of steps) {
    const before = privateOf(call, client, parameters);
    call.setPrivateState({ ...before, restart_due: true });
    try {
      const answer = await take(step, cluster.id, client, signal);
      // A value that the service writes as it was before needs no restart.
      if (step.kind === "update" && answer?.parameter_value === step.was) call.setPrivateState(before);
      live = [...live.filter(({ parameter_name: name }) => name !== step.name), ...(answer ? [answer] : [])];
    } catch (error) {
      const answered = answerOf(error);
      if (!answered) throw error;
      call.setPrivateState(before);
      if (failedAs(answered, "refused", "not_found")) return { step, error: answered };
      throw refusedError(step, parameters, answered);
    }
    call.saveState({ server_parameters: held() });
  }
  return { held: held() };
}

/**
 * What holds already, and state did not know, may have been written by an apply that was killed before it requested the restart;
 * or by somebody else, before an import.
 */
async function noteMissedRestart(
  call: ClusterCall,
  client: Client,
  { cluster, planned, prior }: PlannedParameters,
  live: readonly ServerParameterRecord[],
): Promise<void> {
  const known = new Map(entriesOf(prior));
  const news = new Map(entriesOf(planned).filter(([name, value]) => known.get(name) !== value));
  const writtenAt = lastWrite(live.filter(({ parameter_name: name }) => news.has(name)));
  const before = privateOf(call, client, { cluster });
  if (writtenAt === undefined || before.restart_due) return;
  const changes = await client.changes(cluster.id, { signal: call.signal });
  const { restart_by: _, ...rest } = before;
  const restart = restartAfterWrite(restartOf(before), writtenAt, changes);
  call.setPrivateState({ ...rest, ...restartKeys(restart) });
}

function privateOf(
  call: ClusterCall,
  client: Client,
  { cluster }: Pick<PlannedParameters, "cluster">,
): PrivateState {
  return call.privateState ?? privateStateOf(cluster.id, client.host, { termination_protection: null });
}

/** The map for state: null where nothing is held, and the configuration, now or before, has none. */
function heldFor(
  { planned, prior }: PlannedParameters,
  live: readonly ServerParameterRecord[],
): Parameters | null {
  const names = [...entriesOf(prior), ...entriesOf(planned)].map(([name]) => name);
  const held = heldUnder(names, live);
  const isNone = Object.keys(held).length === 0;
  return isNone && (planned === null || prior === null) ? null : held;
}

async function take(
  step: Step,
  clusterId: string,
  client: Client,
  signal: AbortSignal,
): Promise<ServerParameterRecord | undefined> {
  if (step.kind === "create") {
    const body = { parameter_name: step.name, parameter_value: step.value };
    return client.createParameter(clusterId, body, { signal });
  }
  if (step.kind === "update") return client.updateParameter(clusterId, step.id, step.value, { signal });
  await client.deleteParameter(clusterId, step.id, { signal });
  return undefined;
}

/** The error when it is the service's answer to a request that it certainly has not carried out. */
function answerOf(error: unknown): ApiError | undefined {
  if (!(error instanceof Error) || error.name !== "ApiError") return undefined;
  const api = error as ApiError;
  const { kind, status, failure } = api;
  const isNo = kind === "refused" || (status !== null && status >= 400 && status < 500);
  return kind !== "lost_write" && (isNo || !failure.sent) ? api : undefined;
}

/** The same refusal, with the name of the parameter. */
function refusedError(
  { kind, name }: Step,
  { cluster }: PlannedParameters,
  { summary, detail }: Described,
): TerraformError {
  const path: Path = kind === "delete" ? ["server_parameters"] : ["server_parameters", { key: name }];
  return new TerraformError(
    `Server parameter "${name}" of cluster ${describeCluster(cluster)} was not ${kind === "delete" ? "removed" : "set"}`,
    `${summary}. ${detail}`,
    path,
  );
}
