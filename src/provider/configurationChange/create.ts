import type { ApiError, Client, ClusterRecord, ConfigurationChangeRecord } from "../../client";
import { TerminalFailure, TerraformError } from "../../framework";
import { describeChange } from "../api/describe";
import { NoCluster } from "../api/errors";
import type { NewSettings } from "../api/sizing";
import { awaitEnd, changeOnItsWay, cloneOnItsWay, type InFlight } from "../clusterChange/inFlight";
import { markManaged } from "../clusterChange/managedIds";
import { changeExistsError, orphanedChange } from "../clusterChange/orphans";
import { historyOf, lacksSizes, type Refused, requestChange } from "../clusterChange/request";
import { chooseMoment, leadOf, pastMomentError, scheduleOf, waits } from "../schedule/moment";
import { clientOf } from "../service";
import { askedSettings, observedChange, scheduleBlock } from "./model";
import type { ChangeCall } from "./privateState";
import type { ChangeValues } from "./schema";

/** How often another change may come first, or a refusal be looked into, before it is given up. */
const MAX_ROUNDS = 6;

/** Asks for the change, and waits for it where the configuration says so (docs/design/laws.md#l4, #l11). */
export async function createChange(call: ChangeCall, planned: ChangeValues): Promise<Partial<ChangeValues>> {
  const change = await askFor(call, planned);
  call.setPrivateState({ cluster: planned.cluster_id, host: clientOf(call.service).host });
  call.saveState(observedChange(change));
  if (!waits(scheduleBlock(planned))) return observedChange(change);
  const ended = await clientOf(call.service).waitForChange(planned.cluster_id, change.id, {
    performChangeAt: change.perform_change_at,
    describe: `${describeChange(change)} of cluster ${planned.cluster_id} to be done`,
    deadline: call.deadline,
    signal: call.signal,
    onLook: (seen) => call.saveState(observedChange(seen)),
  });
  if (ended.status === "failed") {
    call.saveState(observedChange(ended));
    throw new TerminalFailure(
      `Configuration change ${ended.id} of cluster ${planned.cluster_id} has failed`,
      `${describeChange(ended)}. The service leaves the cluster in a state between old and new. The next apply asks for the change again.`,
    );
  }
  if (ended.status === "canceled") {
    call.warn(
      `Configuration change ${ended.id} of cluster ${planned.cluster_id} was cancelled`,
      "Somebody has cancelled it while it was waited for. It stays in the state as what it is; to ask for it again, change a value of " +
        "`triggers`.",
    );
  }
  return observedChange(ended);
}

interface Progress {
  /** The refusal of the round before. */
  refused: Refused | undefined;
  last: ApiError | undefined;
  /** Whether the size as it is is sent along (docs/design/api-assumptions.md#changes). */
  withSizes: boolean;
}

type Step = { readonly made: ConfigurationChangeRecord } | { readonly active?: InFlight };

async function askFor(call: ChangeCall, planned: ChangeValues): Promise<ConfigurationChangeRecord> {
  const client = clientOf(call.service);
  const { cluster_id: clusterId } = planned;
  const progress: Progress = { refused: undefined, last: undefined, withSizes: false };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const step = await client.exclusively(clusterId, call.signal, () =>
      takeStep(call, client, planned, progress),
    );
    if ("made" in step) return step.made;
    if (step.active) await awaitEnd(call, client, clusterId, step.active);
  }
  if (progress.last) throw progress.last;
  throw new TerraformError(
    `Cluster ${clusterId} is changed by others all the time`,
    `In ${MAX_ROUNDS} attempts, another change came first each time. Find out who else manages it, and apply again.`,
  );
}

/** Looks, and asks for the change if none is on its way. A refusal is judged by what the next look shows. */
async function takeStep(
  { signal }: ChangeCall,
  client: Client,
  planned: ChangeValues,
  progress: Progress,
): Promise<Step> {
  const { cluster_id: clusterId } = planned;
  const seen = await client.read(clusterId, "fresh", { signal });
  if (seen.kind !== "present")
    throw new NoCluster(clusterId, "to change", seen.kind === "leaving" ? seen.cluster.status : null);
  const changes = await client.changes(clusterId, { signal });
  const settings = askedSettings(planned);
  const schedule = scheduleOf(scheduleBlock(planned));
  const left = orphanedChange(client, clusterId, changes, { settings, schedule });
  if (left) throw changeExistsError(clusterId, left);
  const active = changeOnItsWay(changes) ?? (progress.refused && (await cloneOf(client, clusterId, signal)));
  if (active) {
    progress.refused = undefined;
    progress.last = undefined;
    return { active };
  }
  if (progress.refused)
    explainRefusal(progress, progress.refused, settings, seen.cluster, historyOf(changes));
  const moment = chooseMoment(schedule, client.serverNow(), leadOf(client.pollInterval));
  if ("past" in moment)
    throw pastMomentError(moment.past, client.serverNow(), clusterId, "perform_change_at");
  const { at } = moment;
  const sizes = progress.withSizes ? seen.cluster : undefined;
  const readers = planned.notification_email_addresses;
  const ask = { clusterId, schedule, at, settings, sizes, readers, changes };
  const answer = await requestChange(ask, { client, signal });
  if ("made" in answer) {
    markManaged(client, clusterId, answer.made.id);
    return answer;
  }
  progress.last = progress.refused?.error ?? answer.refused.error;
  progress.refused = { ...answer.refused, error: progress.last };
  return {};
}

/** What a refusal can have meant, now that no change is on its way. @throws the refusal when it meant what it said. */
function explainRefusal(
  progress: Progress,
  refused: Refused,
  settings: NewSettings,
  cluster: ClusterRecord,
  history: string,
): void {
  // The moment has passed on the way, or a change of somebody else's has come and gone.
  const moved = refused.late || refused.history !== history;
  const maySendSizes = !progress.withSizes && cluster.auto_upgrade_capacity !== true;
  if (moved) progress.refused = undefined;
  else if (lacksSizes(refused, settings) && maySendSizes) progress.withSizes = true;
  else throw refused.error;
}

/** What a refusal can have meant too: a clone may count as a change (docs/design/api-assumptions.md#changes). */
async function cloneOf(
  client: Client,
  clusterId: string,
  signal: AbortSignal,
): Promise<InFlight | undefined> {
  return cloneOnItsWay(await client.cloningOperations(clusterId, { signal }));
}
