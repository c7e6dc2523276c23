import { CLUSTER_MISSES, missesInARow } from "../../../api/limits";
import type { CloningOperationRecord } from "../../../client";
import { toInstant } from "../../model/convert";
import { failedAs } from "../../model/errors";
import { capitalized } from "../../model/words";
import { CLONE, displayName, isInFlight } from "../changes/inFlight";
import { markClone } from "../changes/managedIds";
import { type ChildCall, refuseOtherHost } from "../child";
import { clientOf } from "../service";
import { awaitTermination, listedButMissingError, refuseIfListed } from "../termination";
import { cancelWorkflow } from "../workflow";
import { awaitCloneId } from "./create";
import { type ProofCall, refuseManaged, refuseNamed, refuseUnproved, refuseUnprovedGone } from "./identity";
import type { CloningState } from "./proof";

/** Returns how to end a clone that is left behind; `clone` as in "it". */
export function howToEnd(clone: string): string {
  return `To stop the billing, terminate ${clone} at the service, or import it as a searchcloud_cluster and destroy it.`;
}

/**
 * Ends a cloning operation and its clone: cancels it if it is pending, otherwise waits for its end, then terminates the clone.
 *
 * @param instead the advice if the operation names a cluster that is not its clone, as a sentence
 */
export async function endCloning(
  call: ChildCall & ProofCall,
  state: CloningState,
  instead: string,
): Promise<void> {
  const { cluster_id: cluster } = state;
  const client = clientOf(call.service);
  markClone(client, state.target_cluster_id, state.id);
  let record = hasCloningEnded(state) ? null : await cancelWorkflow(CLONE, call, state);
  if (record && isInFlight(record)) {
    record = await client.waitForCloningOperation(cluster, record.id, {
      describe: `cloning operation ${record.id} of cluster ${cluster} to finish, so that its clone can be terminated`,
      deadline: call.deadline,
      signal: call.signal,
    });
  }
  // A succeeded operation has a clone, named or not.
  if (record) record = await awaitCloneId(call, cluster, record);
  const target = cloneToEnd(record, state);
  if (target !== null) {
    const operation = { ...state, created_at: state.created_at ?? toInstant(record?.created_at ?? null) };
    if (record) await awaitVisible(call, operation, target, instead);
    return terminateClone(call, operation, target, instead);
  }
  if (record === null && !hasCloningEnded(state)) await warnOfGoneOperation(call, state);
}

/** Warns that the operation is gone, so that nothing is left to end. */
export async function warnOfGoneOperation(call: ChildCall, state: CloningState): Promise<void> {
  await refuseIfOperationListed(call, state);
  call.warn(
    `${displayName(CLONE, state)} is gone`,
    `The service answers 404 for it, or is terminating the cluster that it clones. ${MAY_HAVE_LEFT}`,
  );
}

/** True if nothing in the state can change any more. */
export function hasCloningEnded(state: Pick<CloningState, "status" | "target_cluster_id">): boolean {
  const { status, target_cluster_id: target } = state;
  return status !== null && !isInFlight(state) && (status !== "succeeded" || target !== null);
}

/** Returns the clone that a record names; null if that is its source. */
export function cloneIn(
  { target_cluster_reference_id: clone }: Pick<CloningOperationRecord, "target_cluster_reference_id">,
  source: string,
): string | null {
  return clone === source ? null : clone;
}

/** Returns the clone to end, if any. A record that is gone with its source does not contradict the state. */
export function cloneToEnd(record: CloningOperationRecord | null, state: CloningState): string | null {
  const { status } = record ?? state;
  return status === "succeeded" ? (record?.target_cluster_reference_id ?? state.target_cluster_id) : null;
}

/** Waits until a new clone is visible; otherwise it would be taken for one that is gone. */
async function awaitVisible(
  call: ChildCall & ProofCall,
  state: CloningState,
  target: string,
  instead: string,
): Promise<void> {
  await refuseNamed(call, state, target, instead);
  const missed = missesInARow();
  await clientOf(call.service).waitForCluster(target, {
    describe: `cluster ${target}, the clone of ${state.cluster_id}, to be visible`,
    judge(seen) {
      const misses = missed(seen.kind === "missing");
      return misses > 0 && misses < CLUSTER_MISSES ? "pending" : "done";
    },
    deadline: call.deadline,
    signal: call.signal,
  });
}

/**
 * Terminates a clone, and waits until it is gone. A cluster that is not proved to be the clone is left alone
 * (docs/design/laws.md#named-by-an-answer).
 *
 * @throws NotTheCloneError
 */
export async function terminateClone(
  call: ProofCall & Pick<ChildCall, "deadline" | "timeout" | "warn">,
  operation: CloningState,
  target: string,
  instead: string,
): Promise<void> {
  const { cluster_id: cluster } = operation;
  const { signal } = call;
  await refuseNamed(call, operation, target, instead);
  const clone = `cluster ${target}, the clone of ${cluster},`;
  refuseOtherHost(call, capitalized(clone));
  const client = clientOf(call.service);
  const { kind } = await client.exclusively(target, signal, async () => {
    await refuseManaged(call, operation, target, instead);
    if (call.privateState?.clone !== target) {
      const seen = await client.read(target, "fresh", { signal });
      await refuseUnproved(call, operation, target, instead, seen);
      if (seen.kind !== "present") return seen;
    }
    return client.terminateCluster(target, { signal });
  });
  if (kind !== "missing") return awaitTermination(call, target, clone);
  await refuseIfListed(call, target, capitalized(clone));
  await refuseUnprovedGone(call, operation, target, instead);
  call.warn(
    `${capitalized(clone)} was not found`,
    "The service answers 404 for it: it was terminated outside of Terraform, or this key cannot see it.",
  );
}

/**
 * Refuses a 404 for a cloning operation that its source still lists, because its clone would be billed unnoticed
 * (docs/design/laws.md#l1, #l2).
 */
export async function refuseIfOperationListed(
  { service, signal }: Pick<ChildCall, "service" | "signal">,
  operation: { readonly id: string | null; readonly cluster_id: string },
): Promise<void> {
  const { id, cluster_id: source } = operation;
  const client = clientOf(service);
  const { kind } = await client.read(source, "fresh", { signal });
  if (kind !== "present") return;
  const all = await client.cloningOperations(source, { signal }).catch((error: unknown) => {
    if (failedAs(error, "not_found")) return [];
    throw error;
  });
  const listed = all.find((one) => one.id === id);
  if (listed) throw listedButMissingError(client.host, displayName(CLONE, operation), listed.status);
}

/** The advice for a cloning operation whose record is gone with its source, as a sentence. */
export const MAY_HAVE_LEFT =
  "If it had created a clone by then, that is a cluster of its own and is billed: look for it in the account.";
