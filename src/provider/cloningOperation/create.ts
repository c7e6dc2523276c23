import { withinVersion } from "../../api/comparison";
import { STARTING_STATUSES } from "../../api/enumerations";
import type { CloningOperationRecord, Observed } from "../../client";
import { TerminalFailure, type TerraformError } from "../../framework";
import { isRefusal } from "../api/errors";
import { presentCluster, privateStateOf } from "../child";
import {
  CLONE,
  called,
  endedBadly,
  isInFlight,
  REQUESTED_AGAIN,
  readInFlight,
} from "../clusterChange/inFlight";
import { markManaged } from "../clusterChange/managedIds";
import { existsAlreadyError, isOrphanedClone } from "../clusterChange/orphans";
import { untilEnd, untilInService } from "../clusterChange/waits";
import { type Attempt, whenFree } from "../clusterChange/whenFree";
import { clientOf } from "../service";
import { howToEnd } from "./delete";
import { createBody, observedClone } from "./model";
import type { CloneCall, CloneValues } from "./schema";

const PURPOSE = "to clone";

/** Clones the cluster, and waits for the clone unless the configuration says otherwise. Its id is saved at once. */
export async function createClone(call: CloneCall, planned: CloneValues): Promise<Partial<CloneValues>> {
  const created = await request(call, planned);
  const { cluster_id: cluster } = planned;
  const waits = planned.wait !== false;
  call.setPrivateState({ ...privateStateOf(call.service, cluster), ...(waits && { unfinished: true }) });
  const known = observedClone(created, planned);
  call.saveState(known);
  warnOfDifference(call, created, planned);
  if (!waits) return known;
  return awaitClone(call, { ...planned, id: created.id }, TerminalFailure, REQUESTED_AGAIN);
}

/** Requests the clone as soon as nothing else is in flight at the source (docs/design/laws.md#l11). */
function request(call: CloneCall, planned: CloneValues): Promise<CloningOperationRecord> {
  const { signal } = call;
  const client = clientOf(call.service);
  const { cluster_id: source } = planned;
  const body = createBody(planned);
  const attempt = async (): Promise<Attempt<CloningOperationRecord>> => {
    const { status } = await presentCluster(client, source, PURPOSE, signal);
    const { clones, active, history } = await readInFlight(client, source, signal);
    const orphan = clones.find((one) => isInFlight(one) && isOrphanedClone(client, source, one, body));
    if (orphan) throw existsAlreadyError(source, { workflow: CLONE, record: orphan });
    if (active) return untilEnd(call, client, source, active);
    if (STARTING_STATUSES.includes(status)) return untilInService(call, client, source);
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
function warnOfDifference({ warn }: CloneCall, created: CloningOperationRecord, planned: CloneValues): void {
  for (const name of ["target_region", "search_server_version"] as const) {
    const [answered, wanted] = [created[name], planned[name]];
    if (answered === null || wanted === null) continue;
    if (name === "search_server_version" ? withinVersion(answered, wanted) : answered === wanted) continue;
    warn(
      `${called(CLONE, { ...planned, id: created.id })} has another ${name} than requested`,
      `Configured: ${wanted}. The service answered: ${answered}. The state keeps the configured value. Check the clone before you use it.`,
    );
  }
}

/** Waits until the cluster is cloned, and then until its clone is in service. @param next what follows from a bad end */
export async function awaitClone(
  call: CloneCall,
  requested: CloneValues,
  EndedBadly: typeof TerraformError,
  next: string,
): Promise<Partial<CloneValues>> {
  const { service, deadline, signal } = call;
  const { cluster_id: cluster } = requested;
  const id = requested.id ?? "";
  const client = clientOf(service);
  const what = `cloning operation ${id} of cluster ${cluster}`;
  const seen = (record: CloningOperationRecord) => call.saveState(observedClone(record, requested));
  let ended = await client.waitForCloningOperation(cluster, id, {
    describe: `${what} to finish`,
    deadline,
    signal,
    onPoll: seen,
  });
  if (ended.status !== "succeeded") throw new EndedBadly(...endedBadly(CLONE, cluster, ended, next));
  if (ended.target_cluster_reference_id === null) {
    // The id of the clone may come a little later than the status.
    const named = await client.wait({
      describe: `${what} to report its clone`,
      poll: (polling) => client.readCloningOperation(cluster, id, { signal: polling }),
      judge: (record) => (record?.target_cluster_reference_id ? "done" : "pending"),
      deadline,
      signal,
    });
    ended = named ?? ended;
    seen(ended);
  }
  await awaitTarget(call, cluster, ended.target_cluster_reference_id);
  return observedClone(ended, requested);
}

/** Answers of 404 in a row after which a clone that was just created is taken for one that this key cannot see. */
const MISSES_THAT_COUNT = 5;

/**
 * Waits until the clone is in service: what follows from it needs its hostnames. That it never gets there is no failure of
 * the cloning, which is done.
 */
export async function awaitTarget(call: CloneCall, cluster: string, target: string | null): Promise<void> {
  const { deadline, signal } = call;
  if (target !== null) {
    let misses = 0;
    const seen = await clientOf(call.service).waitForCluster(target, {
      describe: `cluster ${target}, the clone of ${cluster}, to be in service`,
      judge: (answer) => {
        misses = answer.kind === "missing" ? misses + 1 : 0;
        const isOpen = misses > 0 ? misses < MISSES_THAT_COUNT : whyNotInService(answer) === STARTING;
        return isOpen ? "pending" : "done";
      },
      deadline,
      signal,
    });
    const why = whyNotInService(seen);
    const summary = `Cluster ${target}, the clone of ${cluster}, is not in service`;
    if (why) call.warn(summary, `${why} ${howToEnd("it")}`);
  }
  call.setPrivateState(privateStateOf(call.service, cluster));
}

const STARTING = "It is starting.";

function whyNotInService(seen: Observed): string | undefined {
  if (seen.kind === "missing")
    return "It was created, and the service now answers 404 for it: this key cannot see it, or it was terminated. It may be billed.";
  const { status, hostnames } = seen.cluster;
  if (seen.kind === "leaving")
    return `It was created and then terminated outside of Terraform: its status is ${status}.`;
  if (status === "suspended")
    return "It was created and then suspended by the service, usually because of billing. Settle the account at the service.";
  return status === "in_service" && hostnames !== null ? undefined : STARTING;
}
