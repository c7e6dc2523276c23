import { isDeepStrictEqual } from "node:util";
import type { ApiError, Client, ServerParameterRecord } from "../../../../client";
import { type Path, TerraformError } from "../../../../framework";
import { describeCluster } from "../../../model/describe";
import { failedAs, hasSummary } from "../../../model/errors";
import { restartAfterWrite } from "../../../shared/changes/restart";
import { type Attempt, whenFree } from "../../../shared/changes/whenFree";
import { clientOf } from "../../../shared/service";
import { type PrivateState, privateStateOf, restartKeys, restartOf } from "../privateState";
import type { ClusterCall, ClusterValues } from "../schema";
import { entriesOf, heldUnder, lastWrite, type Parameters, type Step, stepsTo } from "./difference";

/**
 * Makes the service hold the planned parameters, with as few writes as possible (docs/design/architecture.md#types). After every
 * write, state says what is held, and private state that a restart is due.
 *
 * @param prior what state says before
 * @param deadline milliseconds since the epoch until which a change or clone that forbids the writes is waited for
 * @returns what the service then holds under the planned and the prior names
 * @throws TerraformError that names the parameter which the service refuses
 */
export async function writeParameters(
  call: ClusterCall,
  planned: ClusterValues,
  prior: Parameters | null,
  deadline: number,
): Promise<Parameters | null> {
  const { service, signal } = call;
  const client = clientOf(service);
  const id = planned.id ?? "";
  const wanted = planned.server_parameters;
  const privateState = () => call.privateState ?? privateStateOf(client.host, planned);
  let refusal: { readonly step: Step; readonly error: ApiError } | undefined;

  const attempt = async (): Promise<Attempt<Parameters | null>> => {
    let live = await client.parameters(id, { signal });
    const steps = stepsTo(wanted, prior, live);
    const save = () => call.saveState({ server_parameters: heldFor(wanted, prior, live) });
    save();
    if (steps.length === 0) {
      const known = new Map(entriesOf(prior));
      const news = new Map(entriesOf(wanted).filter(([name, value]) => known.get(name) !== value));
      const writtenAt = lastWrite(live.filter(({ parameter_name: name }) => news.has(name)));
      call.setPrivateState(await withMissedRestart(privateState(), writtenAt, client, signal));
    }
    for (const step of steps) {
      const before = privateState();
      call.setPrivateState({ ...before, restart_due: true });
      try {
        const answer = await writeStep(step, id, client, signal);
        // A value that the service writes as it was before needs no restart.
        if ("was" in step && answer?.parameter_value === step.was) call.setPrivateState(before);
        const others = live.filter(({ parameter_name: name }) => name !== step.name);
        live = answer ? [...others, answer] : others;
      } catch (error) {
        if (!isNotDone(error)) throw error;
        call.setPrivateState(before);
        if (!failedAs(error, "refused", "not_found")) throw refusedError(step, planned, error);
        const [next] = stepsTo(wanted, prior, await client.parameters(id, { signal }));
        // Somebody else was faster: what is left to write is something else now.
        if (!isDeepStrictEqual(next, step)) return { again: true };
        refusal = { step, error };
        return { refused: error };
      }
      save();
    }
    return { done: heldFor(wanted, prior, live) };
  };

  try {
    const purpose = "to set the server parameters of";
    return await whenFree({ ...call, deadline }, client, id, { purpose, attempt });
  } catch (error) {
    const isSame = hasSummary(error) && error.summary === refusal?.error.summary;
    throw refusal && isSame ? refusedError(refusal.step, planned, error as ApiError) : error;
  }
}

/**
 * What state did not know may have been written by an apply that was killed before it requested the restart; or by somebody
 * else, before an import.
 */
async function withMissedRestart(
  before: PrivateState,
  writtenAt: number | undefined,
  client: Client,
  signal: AbortSignal,
): Promise<PrivateState> {
  if (writtenAt === undefined || before.restart_due) return before;
  const changes = await client.changes(before.id, { signal });
  const { restart_by: _, ...rest } = before;
  return { ...rest, ...restartKeys(restartAfterWrite(restartOf(before), writtenAt, changes)) };
}

/** The map for state: null where nothing is held, and the configuration, now or before, has none. */
function heldFor(
  wanted: Parameters | null,
  prior: Parameters | null,
  live: readonly ServerParameterRecord[],
): Parameters | null {
  const names = [...entriesOf(prior), ...entriesOf(wanted)].map(([name]) => name);
  const held = heldUnder(names, live);
  const isNone = Object.keys(held).length === 0;
  return isNone && (wanted === null || prior === null) ? null : held;
}

async function writeStep(
  step: Step,
  clusterId: string,
  client: Client,
  signal: AbortSignal,
): Promise<ServerParameterRecord | undefined> {
  const { name, id, value } = step;
  if (id === undefined)
    return client.createParameter(clusterId, { parameter_name: name, parameter_value: value }, { signal });
  if (value !== undefined) return client.updateParameter(clusterId, id, value, { signal });
  await client.deleteParameter(clusterId, id, { signal });
  return undefined;
}

/** Whether a write has failed in a way in which the service has certainly not carried it out. */
function isNotDone(error: unknown): error is ApiError {
  if (!(error instanceof Error) || error.name !== "ApiError") return false;
  const { kind, status, failure } = error as ApiError;
  if (kind === "lost_write") return false;
  return kind === "refused" || (status !== null && status >= 400 && status < 500) || !failure.sent;
}

/** The same refusal, with the name of the parameter. */
function refusedError(
  { name, value }: Step,
  cluster: ClusterValues,
  { summary, detail }: ApiError,
): TerraformError {
  const [done, path]: [string, Path] =
    value === undefined ? ["removed", ["server_parameters"]] : ["set", ["server_parameters", { key: name }]];
  return new TerraformError(
    `Server parameter "${name}" of cluster ${describeCluster(cluster)} was not ${done}`,
    `${summary}. ${detail}`,
    path,
  );
}
