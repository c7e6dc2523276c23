import { CLUSTER_MISSES, missesInARow } from "../../../api/limits";
import type { CloningOperationRecord } from "../../../client";
import { toInstant } from "../../model/convert";
import { failedAs } from "../../model/errors";
import { capitalized } from "../../model/words";
import { CLONE, displayName, isInFlight } from "../changes/inFlight";
import { markClone } from "../changes/managedIds";
import type { ChildCall } from "../child";
import { refuseOtherHost } from "../child";
import { clientOf } from "../service";
import { awaitTermination, refuseIfListed, unreadable } from "../termination";
import { cancelled } from "../workflow";
import { withClone } from "./create";
import { type ProofCall, refuseForgetting, refuseManaged, refuseNamed, refuseUnproved } from "./identity";
import type { CloningState } from "./proof";

/** How to end a clone that is left behind; `clone` as in "it". */
export function howToEnd(clone: string): string {
  return `To stop the billing, terminate ${clone} at the service, or import it as a searchcloud_cluster and destroy it.`;
}

/**
 * Ends a cloning operation and its clone: cancels it while it is pending, waits for its end otherwise, and terminates the clone.
 *
 * @param instead what to do where the operation names another cluster than its clone, as a sentence
 */
export async function endCloning(
  call: ChildCall & ProofCall,
  state: CloningState,
  instead: string,
): Promise<void> {
  const { cluster_id: cluster } = state;
  const client = clientOf(call.service);
  markClone(client, state.target_cluster_id, state.id);
  let record = hasEnded(state) ? null : await cancelled(CLONE, call, state);
  if (record && isInFlight(record)) {
    record = await client.waitForCloningOperation(cluster, record.id, {
      describe: `cloning operation ${record.id} of cluster ${cluster} to finish, so that its clone can be terminated`,
      deadline: call.deadline,
      signal: call.signal,
    });
  }
  // One that has succeeded has a clone, named or not.
  if (record) record = await withClone(call, cluster, record);
  const target = targetOf(record, state);
  if (target !== null) {
    const operation = { ...state, created_at: state.created_at ?? toInstant(record?.created_at ?? null) };
    if (record) await untilVisible(call, operation, target, instead);
    return terminateClone(call, operation, target, instead);
  }
  if (record === null && !hasEnded(state)) await warnOfGoneOperation(call, state);
}

/** Nothing is left to end, as far as anybody can tell. */
export async function warnOfGoneOperation(call: ChildCall, state: CloningState): Promise<void> {
  await refuseIfOperationListed(call, state);
  call.warn(
    `${displayName(CLONE, state)} is gone`,
    `The service answers 404 for it, or is terminating the cluster that it clones. ${MAY_HAVE_LEFT}`,
  );
}

/** Whether nothing can change any more that the state knows. */
export function hasEnded(state: Pick<CloningState, "status" | "target_cluster_id">): boolean {
  const { status, target_cluster_id: target } = state;
  return status !== null && !isInFlight(state) && (status !== "succeeded" || target !== null);
}

/** The clone that a record names; null where that is its source. */
export function cloneIn(
  { target_cluster_reference_id: clone }: Pick<CloningOperationRecord, "target_cluster_reference_id">,
  source: string,
): string | null {
  return clone === source ? null : clone;
}

/** The clone to end, if there is one; a record that is gone with its source does not contradict the state. */
export function targetOf(record: CloningOperationRecord | null, state: CloningState): string | null {
  const { status } = record ?? state;
  return status === "succeeded" ? (record?.target_cluster_reference_id ?? state.target_cluster_id) : null;
}

/** A clone that has just been created may not be visible yet, and would be taken for one that is gone. */
async function untilVisible(
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
 * Terminates a clone, and waits until it is gone. Nothing is done to a cluster that is not proved to be the clone
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
  await refuseForgetting(call, operation, target, instead);
  call.warn(
    `${capitalized(clone)} was not found`,
    "The service answers 404 for it: it was terminated outside of Terraform, or this key cannot see it.",
  );
}

/**
 * A 404 for a cloning operation counts only where its source is gone, or does not list it: without it, nobody would know of its
 * clone, which is billed (docs/design/laws.md#l1, #l2).
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
  if (listed) throw unreadable(client.host, displayName(CLONE, operation), listed.status);
}

/** What a cloning operation may leave whose record goes with its source, as a sentence. */
export const MAY_HAVE_LEFT =
  "If it had created a clone by then, that is a cluster of its own and is billed: look for it in the account.";
