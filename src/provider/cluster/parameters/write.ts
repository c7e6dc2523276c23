import type { ApiError, Client, ServerParameterRecord } from "../../../client";
import { type Path, TerraformError } from "../../../framework";
import { describeCluster } from "../../api/describe";
import { awaitEnd, type InFlight, readInFlight } from "../../clusterChange/inFlight";
import { clientOf } from "../../service";
import { type Kept, keptOf } from "../privateState";
import type { ClusterCall } from "../read";
import { entriesOf, heldUnder, type Parameters, type Step, stepsTo } from "./difference";

/** What is wanted of a cluster's parameters. */
export interface Wish {
  readonly cluster: { readonly id: string; readonly name: string | null };
  readonly wanted: Parameters | null;
  /** What this configuration had set before. */
  readonly owned: Parameters | null;
  /** Milliseconds since the epoch until which a change or clone that forbids it is waited for. */
  readonly deadline: number;
}

/** How often others may get in the way of one apply before it is given up. */
const MAX_ROUNDS = 8;

interface Refused {
  readonly error: ApiError;
  readonly step: Step;
}

interface Progress {
  refused: Refused | undefined;
  /** Whether what was on its way has been waited for. */
  waited: boolean;
}

/**
 * Makes the service hold what is wanted, with as few writes as possible (docs/design/architecture.md#types). After every write, state
 * says what is held, and what is kept beside it that a restart is due; nothing written leaves both alone.
 *
 * @returns what the service then holds under the names of the wish
 * @throws TerraformError that names the parameter which the service refuses
 */
export async function writeParameters(call: ClusterCall, wish: Wish): Promise<Parameters | null> {
  const client = clientOf(call.service);
  const { id } = wish.cluster;
  const progress: Progress = { refused: undefined, waited: false };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const outcome = await client.exclusively(id, call.signal, () => attempt(call, client, wish, progress));
    if ("held" in outcome) return outcome.held;
    if (outcome.active) {
      progress.waited = true;
      progress.refused = undefined;
      const waiting = { signal: call.signal, timeout: call.timeout, deadline: wish.deadline };
      await awaitEnd(waiting, client, id, outcome.active);
    }
  }
  throw new TerraformError(
    `The server parameters of cluster ${describeCluster(wish.cluster)} are changed by others all the time`,
    `In ${MAX_ROUNDS} attempts, they were other than before each time. Find out who else sets them, and apply again.`,
    ["server_parameters"],
  );
}

type Outcome = { readonly held: Parameters | null } | { readonly active?: InFlight };

/** Looks, and writes what differs. A refusal is judged by what the next look shows (docs/design/laws.md#l11). */
async function attempt(call: ClusterCall, client: Client, wish: Wish, progress: Progress): Promise<Outcome> {
  const { signal } = call;
  const { id } = wish.cluster;
  let live = await client.parameters(id, { signal });
  const held = () => heldFor(wish, live);
  const steps = stepsTo(wish.wanted, wish.owned, live);
  const { refused } = progress;
  if (refused && JSON.stringify(steps[0]) === JSON.stringify(refused.step)) {
    const { active } = progress.waited ? {} : await readInFlight(client, id, signal);
    if (active) return { active };
    throw notDone(refused.step, wish, refused.error);
  }
  call.saveState({ server_parameters: held() });
  for (const step of steps) {
    const before = call.privateState ?? keptOf(id, client.host, { termination_protection: null });
    call.setPrivateState({ ...before, restart_due: true } satisfies Kept);
    try {
      const answer = await take(step, id, client, signal);
      // What the service made the same as before needs no restart.
      if (step.kind === "update" && answer?.parameter_value === step.was) call.setPrivateState(before);
      live = [...live.filter(({ parameter_name: name }) => name !== step.name), ...(answer ? [answer] : [])];
    } catch (error) {
      const answered = answerOf(error);
      if (!answered) throw error;
      call.setPrivateState(before);
      if (!MAY_PASS.includes(answered.kind)) throw notDone(step, wish, answered);
      progress.refused = { error: answered, step };
      return {};
    }
    call.saveState({ server_parameters: held() });
  }
  return { held: held() };
}

/** What state says of these parameters: none at all is null where the configuration, now or before, has none. */
function heldFor({ wanted, owned }: Wish, live: readonly ServerParameterRecord[]): Parameters | null {
  const names = [...entriesOf(owned), ...entriesOf(wanted)].map(([name]) => name);
  const held = heldUnder(names, live);
  const isNone = Object.keys(held).length === 0;
  return isNone && (wanted === null || owned === null) ? null : held;
}

/** Refusals that may mean "not now", or that somebody else was faster; only another look tells. */
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

/** The same refusal, saying which parameter it is about. */
function notDone({ kind, name }: Step, { cluster }: Wish, { summary, detail }: ApiError): TerraformError {
  const path: Path = kind === "delete" ? ["server_parameters"] : ["server_parameters", { key: name }];
  return new TerraformError(
    `Server parameter "${name}" of cluster ${describeCluster(cluster)} was not ${kind === "delete" ? "removed" : "set"}`,
    `${summary}. ${detail}`,
    path,
  );
}
