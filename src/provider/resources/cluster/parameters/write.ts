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
 * Writes the planned parameters with as few requests as possible (docs/design/architecture.md#types). After every write, the state has
 * the current values, and the private state that a restart is due.
 *
 * @param prior the parameters in the state before
 * @param deadline of the wait for a change or clone that forbids the writes, in milliseconds since the epoch
 * @returns the values of the service for the planned and the prior names
 * @throws TerraformError that names a rejected parameter
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
        // If the service stores the same value as before, no restart is needed.
        if ("was" in step && answer?.parameter_value === step.was) call.setPrivateState(before);
        const others = live.filter(({ parameter_name: name }) => name !== step.name);
        live = answer ? [...others, answer] : others;
      } catch (error) {
        if (!isNotDone(error)) throw error;
        call.setPrivateState(before);
        if (!failedAs(error, "refused", "not_found")) throw refusedError(step, planned, error);
        const [next] = stepsTo(wanted, prior, await client.parameters(id, { signal }));
        // Somebody else has written meanwhile, so that the remaining steps differ.
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
 * Adds a restart for values that the state did not have: an apply may have written them and was killed before it requested the restart,
 * or somebody else wrote them before an import.
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

/** Returns the map for the state: null if the service has none, and the configuration has, or had, none. */
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

/** True if a write failed so that the service has certainly not carried it out. */
function isNotDone(error: unknown): error is ApiError {
  if (!(error instanceof Error) || error.name !== "ApiError") return false;
  const { kind, status, failure } = error as ApiError;
  if (kind === "lost_write") return false;
  return kind === "refused" || (status !== null && status >= 400 && status < 500) || !failure.sent;
}

/** Adds the name of the parameter to a rejection. */
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
