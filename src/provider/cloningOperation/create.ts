import type { ApiError, Client, CloningOperationRecord } from "../../client";
import { STARTING_STATUSES } from "../../client/vocabulary";
import { TerraformError } from "../../framework";
import { withinVersion } from "../api/convert";
import { isRefusal, NoCluster } from "../api/errors";
import { awaitEnd, type InFlight, readInFlight } from "../clusterChange/inFlight";
import { markManaged } from "../clusterChange/managedIds";
import { cloneExistsError, isOrphanedClone } from "../clusterChange/orphans";
import { clientOf } from "../service";
import { again, awaitClone } from "./await";
import { createBody, observedClone } from "./model";
import type { CloneCall } from "./privateState";
import type { CloneValues } from "./schema";

/** How often something else may come first, or a refusal be looked into, before it is given up. */
const MAX_ROUNDS = 6;

/** Clones the cluster, and waits for the clone unless the configuration says otherwise. Its id is kept at once. */
export async function createClone(call: CloneCall, planned: CloneValues): Promise<Partial<CloneValues>> {
  const made = await askFor(call, planned);
  const { cluster_id: cluster } = planned;
  const waits = planned.wait !== false;
  call.setPrivateState({ cluster, host: clientOf(call.service).host, ...(waits && { unfinished: true }) });
  const known = observedClone(made, planned);
  call.saveState(known);
  warnOfOtherwise(call, made, planned);
  return waits ? awaitClone(call, { ...planned, id: made.id }, again) : known;
}

interface Progress {
  /** The refusal of the round before, and what was on the cluster then. */
  refused: { readonly error: ApiError; readonly history: string } | undefined;
}

type Step =
  | { readonly made: CloningOperationRecord }
  | { readonly active: InFlight }
  | { readonly next: "look again" | "wait for service" };

async function askFor(call: CloneCall, planned: CloneValues): Promise<CloningOperationRecord> {
  const client = clientOf(call.service);
  const { cluster_id: source } = planned;
  const progress: Progress = { refused: undefined };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const step = await client.exclusively(source, call.signal, () =>
      takeStep(call, client, planned, progress),
    );
    if ("made" in step) return step.made;
    if ("active" in step) {
      await awaitEnd(call, client, source, step.active);
    } else if (step.next === "wait for service") await untilInService(call, client, source);
  }
  if (progress.refused) throw progress.refused.error;
  throw new TerraformError(
    `Cluster ${source} is changed or cloned by others all the time`,
    `In ${MAX_ROUNDS} attempts, something else came first each time. Find out who else manages it, and apply again.`,
  );
}

/** Looks, and asks for the clone if nothing else is on its way. A refusal is judged by what the next look shows. */
async function takeStep(
  { signal }: CloneCall,
  client: Client,
  planned: CloneValues,
  progress: Progress,
): Promise<Step> {
  const { cluster_id: source } = planned;
  const seen = await client.read(source, "fresh", { signal });
  if (seen.kind !== "present")
    throw new NoCluster(source, "to clone", seen.kind === "leaving" ? seen.cluster.status : null);
  const { clones, active, scheduled, history } = await readInFlight(client, source, signal);
  const body = createBody(planned);
  if (active?.kind === "clone" && isOrphanedClone(client, source, active.record, body))
    throw cloneExistsError(source, active.record);
  if (active) return { active };
  if (STARTING_STATUSES.includes(seen.cluster.status)) return { next: "wait for service" };
  const { refused } = progress;
  if (refused) {
    progress.refused = undefined;
    // A clone beside a change that waits for its moment is the service's to allow; here it did not.
    if (scheduled) return { active: scheduled };
    if (refused.history === history) throw refused.error;
  }
  const known = new Set(clones.map(({ id }) => id));
  try {
    const options = { signal, isKnown: (id: string) => known.has(id) };
    const made = await client.createCloningOperation(source, body, options);
    markManaged(client, source, made.id);
    return { made };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    progress.refused = { error, history };
    return { next: "look again" };
  }
}

async function untilInService(
  { deadline, signal }: CloneCall,
  client: Client,
  source: string,
): Promise<void> {
  await client.waitForCluster(source, {
    describe: `cluster ${source} to be in service, so that it can be cloned`,
    judge: (seen) =>
      seen.kind !== "present" || !STARTING_STATUSES.includes(seen.cluster.status) ? "done" : "pending",
    deadline,
    signal,
  });
}

/** Where the service takes the request otherwise than it was meant: the clone exists, so it is no error. */
function warnOfOtherwise({ warn }: CloneCall, made: CloningOperationRecord, planned: CloneValues): void {
  const say = (what: string, asked: string, answered: string) =>
    warn(
      `Cloning operation ${made.id} of cluster ${planned.cluster_id} has another ${what} than asked for`,
      `Configured: ${asked}. The service says: ${answered}. The state keeps what was asked for; look at the clone before it is used.`,
    );
  const { target_region: region, search_server_version: version } = planned;
  const { target_region: toRegion, search_server_version: toVersion } = made;
  if (region !== null && toRegion !== null && region !== toRegion) say("target_region", region, toRegion);
  if (version !== null && toVersion !== null && !withinVersion(toVersion, version))
    say("search_server_version", version, toVersion);
}
