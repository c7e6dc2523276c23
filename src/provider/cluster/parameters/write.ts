import type { ApiError, Client, ServerParameterRecord } from "../../../client";
import { type Path, TerraformError } from "../../../framework";
import { describeCluster } from "../../api/describe";
import { awaitEnd, type InFlight, readInFlight } from "../../clusterChange/inFlight";
import { restartAfterWrite } from "../../clusterChange/restart";
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

/** How often others may get in the way of one apply. */
const MAX_ROUNDS = 8;

interface Refused {
  readonly error: ApiError;
  readonly step: Step;
}

interface Progress {
  refused: Refused | undefined;
  /** Whether what was in flight has been waited for. */
  waited: boolean;
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
  const progress: Progress = { refused: undefined, waited: false };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const outcome = await client.exclusively(cluster.id, call.signal, () =>
      attempt(call, client, parameters, progress),
    );
    if ("held" in outcome) return outcome.held;
    if (outcome.active) {
      progress.waited = true;
      progress.refused = undefined;
      const waiting = { signal: call.signal, timeout: call.timeout, deadline };
      await awaitEnd(waiting, client, cluster.id, outcome.active);
    }
  }
  throw new TerraformError(
    `Others keep changing the server parameters of cluster ${describeCluster(cluster)}`,
    `In each of ${MAX_ROUNDS} attempts, the parameters were different from before. Find out who else sets them, and apply again.`,
    ["server_parameters"],
  );
}

type Outcome = { readonly held: Parameters | null } | { readonly active?: InFlight };

/** Reads, and writes what differs. A refusal is judged by what the next attempt reads (docs/design/laws.md#l11). */
async function attempt(
  call: ClusterCall,
  client: Client,
  parameters: PlannedParameters,
  progress: Progress,
): Promise<Outcome> {
  const { signal } = call;
  const { planned, prior, cluster } = parameters;
  let live = await client.parameters(cluster.id, { signal });
  const held = () => heldFor(parameters, live);
  const steps = stepsTo(planned, prior, live);
  const { refused } = progress;
  if (refused && JSON.stringify(steps[0]) === JSON.stringify(refused.step)) {
    const { active } = progress.waited ? {} : await readInFlight(client, cluster.id, signal);
    if (active) return { active };
    throw refusedError(refused.step, parameters, refused.error);
  }
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
      if (!MAY_PASS.includes(answered.kind)) throw refusedError(step, parameters, answered);
      progress.refused = { error: answered, step };
      return {};
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

/** Refusals that may mean "not now", or that somebody else was faster; only another read tells. */
const MAY_PASS: readonly ApiError["kind"][] = ["refused", "not_found"];

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
  { summary, detail }: ApiError,
): TerraformError {
  const path: Path = kind === "delete" ? ["server_parameters"] : ["server_parameters", { key: name }];
  return new TerraformError(
    `Server parameter "${name}" of cluster ${describeCluster(cluster)} was not ${kind === "delete" ? "removed" : "set"}`,
    `${summary}. ${detail}`,
    path,
  );
}
