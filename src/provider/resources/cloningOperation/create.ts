import { isWithinVersion } from "../../../api/versions";
import type { CloningOperationRecord } from "../../../client";
import { TerminalError, type TerraformError } from "../../../framework";
import {
  CLONE,
  displayName,
  failureMessage,
  isInFlight,
  REQUESTED_AGAIN,
} from "../../shared/changes/inFlight";
import { existsAlreadyError, isOrphanedClone } from "../../shared/changes/orphans";
import { childPrivateState } from "../../shared/child";
import {
  awaitCloneStart,
  awaitCloningOperation,
  cloneBody,
  requestClone,
  whyNotInService,
} from "../../shared/cloning/create";
import { howToEnd } from "../../shared/cloning/end";
import { NotTheCloneError, namedClone, refuseNamed, refuseUnproved } from "../../shared/cloning/identity";
import { proofIn } from "../../shared/cloning/proof";
import { clientOf } from "../../shared/service";
import { type CloneCall, type CloneValues, observedClone } from "./schema";

/** Clones the cluster, and waits for the clone unless the configuration says otherwise. Its id is saved at once. */
export async function createClone(call: CloneCall, planned: CloneValues): Promise<Partial<CloneValues>> {
  const { cluster_id: cluster } = planned;
  const client = clientOf(call.service);
  const body = cloneBody(planned);
  const { record: created, baseline } = await requestClone(call, {
    source: cluster,
    body,
    refuseOrphans: (clones) => {
      const orphan = clones.find((one) => isInFlight(one) && isOrphanedClone(client, cluster, one, body));
      if (orphan) throw existsAlreadyError(cluster, { workflow: CLONE, record: orphan });
    },
  });
  const waits = planned.wait !== false;
  const stored = { ...childPrivateState(call.service, cluster), baseline };
  call.setPrivateState({ ...stored, ...(waits && { unfinished: true }) });
  const known = observed(call, created, { ...planned, id: created.id, target_cluster_id: null });
  call.saveState(known);
  warnOfDifference(call, created, planned);
  if (!waits) return known;
  return awaitClone(call, { ...planned, ...known }, TerminalError, REQUESTED_AGAIN);
}

/** Warns of a request that the service understood differently. The clone exists then, so this is no error. */
function warnOfDifference({ warn }: CloneCall, created: CloningOperationRecord, planned: CloneValues): void {
  for (const name of ["target_region", "search_server_version"] as const) {
    const [answered, wanted] = [created[name], planned[name]];
    if (answered === null || wanted === null) continue;
    if (name === "search_server_version" ? isWithinVersion(answered, wanted) : answered === wanted) continue;
    warn(
      `${displayName(CLONE, { ...planned, id: created.id })} has another ${name} than requested`,
      `Configured: ${wanted}. The service answered: ${answered}. The state keeps the configured value. Check the clone before you use it.`,
    );
  }
}

/** Returns the values of a record, without a cluster that cannot be the clone. */
function observed(
  call: CloneCall,
  record: CloningOperationRecord,
  requested: CloneValues,
): Partial<CloneValues> {
  const target_cluster_reference_id = namedClone(call, requested, record);
  return observedClone({ ...record, target_cluster_reference_id }, requested);
}

/**
 * Waits until the cluster is cloned, and then until its clone is in service.
 *
 * @param next the consequence of a failure, as a sentence
 */
export async function awaitClone(
  call: CloneCall,
  requested: CloneValues,
  EndedBadly: typeof TerraformError,
  next: string,
): Promise<Partial<CloneValues>> {
  const { cluster_id: cluster } = requested;
  const ended = await awaitCloningOperation(call, cluster, requested.id ?? "", (record) =>
    call.saveState(observed(call, record, requested)),
  );
  if (ended.status !== "succeeded") throw new EndedBadly(...failureMessage(CLONE, cluster, ended, next));
  const { target_cluster_reference_id: target } = ended;
  if (target !== null) await refuseNamed(call, requested, target, NOT_THIS_ONE);
  await awaitTarget(call, requested, target);
  return observedClone(ended, requested);
}

/**
 * Waits until the clone is in service, because its dependents need its hostnames. If it never is, the cloning has still succeeded,
 * so that is a warning.
 *
 * @throws NotTheCloneError if the cluster is not proved to be the clone.
 */
export async function awaitTarget(
  call: CloneCall,
  requested: CloneValues,
  target: string | null,
): Promise<void> {
  const { cluster_id: cluster } = requested;
  if (target !== null) {
    const seen = await awaitCloneStart(call, cluster, target);
    await refuseUnproved(call, requested, target, NOT_THIS_ONE, seen).catch((error: unknown) => {
      // A claim must not stay in the state.
      if (error instanceof NotTheCloneError) call.saveState({ target_cluster_id: null });
      throw error;
    });
    const why = whyNotInService(seen);
    const summary = `Cluster ${target}, the clone of ${cluster}, is not in service`;
    if (why) call.warn(summary, `${why} ${howToEnd("it")}`);
  }
  call.setPrivateState({ ...childPrivateState(call.service, cluster), ...proofIn(call.privateState) });
}

/** The advice for an operation that names a cluster that is not its clone, as a sentence. */
export const NOT_THIS_ONE =
  "Then set terminate_clone_on_destroy = false and apply that, or remove the cloning operation from the state.";
