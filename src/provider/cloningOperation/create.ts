import { STARTING_STATUSES } from "../../api/enumerations";
import type { CloningOperationRecord, Observed } from "../../client";
import { TerminalFailure, TerraformError } from "../../framework";
import { withinVersion } from "../api/convert";
import { describeClone } from "../api/describe";
import { isRefusal, NoCluster } from "../api/errors";
import { readInFlight } from "../clusterChange/inFlight";
import { markManaged } from "../clusterChange/managedIds";
import { existsAlreadyError, isOrphanedClone } from "../clusterChange/orphans";
import { untilEnd, untilInService } from "../clusterChange/waits";
import { type Attempt, whenFree } from "../clusterChange/whenFree";
import { clientOf } from "../service";
import { howToEnd } from "./delete";
import { createBody, observedClone } from "./model";
import type { CloneValues } from "./schema";
import type { CloneCall } from "./types";

const PURPOSE = "to clone";

/** Clones the cluster, and waits for the clone unless the configuration says otherwise. Its id is saved at once. */
export async function createClone(call: CloneCall, planned: CloneValues): Promise<Partial<CloneValues>> {
  const created = await request(call, planned);
  const { cluster_id: cluster } = planned;
  const waits = planned.wait !== false;
  call.setPrivateState({ cluster, host: clientOf(call.service).host, ...(waits && { unfinished: true }) });
  const known = observedClone(created, planned);
  call.saveState(known);
  warnOfDifference(call, created, planned);
  return waits ? awaitClone(call, { ...planned, id: created.id }, createError) : known;
}

/** Requests the clone as soon as nothing else is in flight at the source (docs/design/laws.md#l11). */
function request(call: CloneCall, planned: CloneValues): Promise<CloningOperationRecord> {
  const { signal } = call;
  const client = clientOf(call.service);
  const { cluster_id: source } = planned;
  const body = createBody(planned);
  const attempt = async (): Promise<Attempt<CloningOperationRecord>> => {
    const seen = await client.read(source, "fresh", { signal });
    if (seen.kind !== "present") throw new NoCluster(source, PURPOSE, seen);
    const { clones, active, history } = await readInFlight(client, source, signal);
    if (active?.kind === "clone" && isOrphanedClone(client, source, active.record, body))
      throw existsAlreadyError(source, active);
    if (active) return untilEnd(call, client, source, active);
    if (STARTING_STATUSES.includes(seen.cluster.status)) return untilInService(call, client, source);
    const known = new Set(clones.map(({ id }) => id));
    try {
      const options = { signal, isKnown: (id: string) => known.has(id) };
      const created = await client.createCloningOperation(source, body, options);
      markManaged(client, source, created.id);
      return { done: created };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { refused: error, hasMoved: (now) => now.history !== history };
    }
  };
  // Whether a clone may run beside a change that waits for its moment is up to the service.
  return whenFree(call, client, source, { purpose: PURPOSE, attempt, waitsForScheduled: true });
}

/** The service may understand a request in another way. The clone exists then, so this is no error. */
function warnOfDifference(
  { warn }: CloneCall,
  { id, target_region: toRegion, search_server_version: toVersion }: CloningOperationRecord,
  { cluster_id: cluster, target_region: region, search_server_version: version }: CloneValues,
): void {
  const say = (what: string, configured: string, answered: string) =>
    warn(
      `Cloning operation ${id} of cluster ${cluster} has another ${what} than requested`,
      `Configured: ${configured}. The service answered: ${answered}. The state keeps the configured value. Check the clone before you use it.`,
    );
  if (region !== null && toRegion !== null && region !== toRegion) say("target_region", region, toRegion);
  if (version !== null && toVersion !== null && !withinVersion(toVersion, version))
    say("search_server_version", version, toVersion);
}

/** Answers of 404 in a row after which a clone that was just created is taken for one that this key cannot see. */
const MISSES_THAT_COUNT = 5;

/** The error for a cloning operation that ended without a clone. */
type EndedBadlyError = (cluster: string, ended: CloningOperationRecord) => TerraformError;

/** While creating: the next apply requests it again, as nothing was created. */
const createError: EndedBadlyError = (cluster, ended) =>
  new TerminalFailure(
    headOf(cluster, ended),
    `${describeClone(ended)} created no clone. The next apply requests it again.`,
  );

/** Later: an error does not make Terraform create it again, so people have to. */
export const resumeError: EndedBadlyError = (cluster, ended) =>
  new TerraformError(
    headOf(cluster, ended),
    `${describeClone(ended)} created no clone. It stays in the state. To request another one, change a value of \`triggers\`.`,
  );

function headOf(cluster: string, { id, status }: CloningOperationRecord): string {
  return `Cloning operation ${id} of cluster ${cluster} ${status === "failed" ? "has failed" : "was cancelled"}`;
}

/** Waits until the cluster is cloned, and then until its clone is in service. */
export async function awaitClone(
  call: CloneCall,
  requested: CloneValues,
  endedBadlyError: EndedBadlyError,
): Promise<Partial<CloneValues>> {
  const { service, deadline, signal } = call;
  const { cluster_id: cluster } = requested;
  const id = requested.id ?? "";
  const client = clientOf(service);
  const seen = (record: CloningOperationRecord) => call.saveState(observedClone(record, requested));
  const ended = await client.waitForCloningOperation(cluster, id, {
    describe: `cloning operation ${id} of cluster ${cluster} to finish`,
    deadline,
    signal,
    onPoll: seen,
  });
  seen(ended);
  if (ended.status !== "succeeded") throw endedBadlyError(cluster, ended);
  const done = await withTarget(call, cluster, ended);
  seen(done);
  await awaitTarget(call, cluster, done.target_cluster_reference_id);
  return observedClone(done, requested);
}

/** The id of the clone may come a little later than the status. */
async function withTarget(
  { service, deadline, signal }: CloneCall,
  cluster: string,
  ended: CloningOperationRecord,
): Promise<CloningOperationRecord> {
  if (ended.target_cluster_reference_id !== null) return ended;
  const client = clientOf(service);
  const named = await client.wait({
    describe: `cloning operation ${ended.id} of cluster ${cluster} to report its clone`,
    poll: (polling) => client.readCloningOperation(cluster, ended.id, { signal: polling }),
    judge: (record) => (record && record.target_cluster_reference_id !== null ? "done" : "pending"),
    deadline,
    signal,
  });
  return named ?? ended;
}

/**
 * Waits until the clone is in service: what follows from it needs its hostnames. That it never gets there is no failure of
 * the cloning, which is done.
 */
export async function awaitTarget(call: CloneCall, cluster: string, target: string | null): Promise<void> {
  const { deadline, signal } = call;
  const client = clientOf(call.service);
  if (target !== null) {
    let misses = 0;
    const seen = await client.waitForCluster(target, {
      describe: `cluster ${target}, the clone of ${cluster}, to be in service`,
      judge: (answer) => {
        misses = answer.kind === "missing" ? misses + 1 : 0;
        return isSettled(answer, misses) ? "done" : "pending";
      },
      deadline,
      signal,
    });
    const why = whyNotInService(seen);
    const summary = `Cluster ${target}, the clone of ${cluster}, is not in service`;
    if (why) call.warn(summary, `${why} ${howToEnd("it")}`);
  }
  call.setPrivateState({ cluster, host: client.host });
}

/** Whether further polls of a starting clone would show nothing new. */
function isSettled(seen: Observed, misses: number): boolean {
  if (seen.kind === "missing") return misses >= MISSES_THAT_COUNT;
  if (seen.kind === "leaving") return true;
  const { status, hostnames } = seen.cluster;
  return status === "suspended" || (status === "in_service" && hostnames !== null);
}

function whyNotInService(seen: Observed): string | undefined {
  if (seen.kind === "missing") {
    return "It was created, and the service now answers 404 for it: this key cannot see it, or it was terminated. It may be billed.";
  }
  if (seen.cluster.status === "in_service") return undefined;
  return seen.kind === "leaving"
    ? `It was created and then terminated outside of Terraform: its status is ${seen.cluster.status}.`
    : "It was created and then suspended by the service, usually because of billing. Settle the account at the service.";
}
