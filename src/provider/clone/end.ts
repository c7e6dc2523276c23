import type { CloningOperationRecord } from "../../client";
import { TerraformError } from "../../framework";
import { capitalized } from "../api/words";
import { type ChildCall, refuseOtherHost } from "../child";
import { CLONE, called, isInFlight } from "../clusterChange/inFlight";
import { markClone } from "../clusterChange/managedIds";
import { clientOf } from "../service";
import { awaitTermination, refuseIfListed } from "../termination";
import { cancelled } from "../workflow";
import { withClone } from "./create";
import { MAY_HAVE_LEFT, refuseIfOperationListed } from "./gone";

/** How to end a clone that is left behind; `clone` as in "it". */
export function howToEnd(clone: string): string {
  return `To stop the billing, terminate ${clone} at the service, or import it as a searchcloud_cluster and destroy it.`;
}

/** What the state knows of a cloning operation. */
export interface Cloning {
  readonly id: string | null;
  readonly cluster_id: string;
  readonly status: string | null;
  readonly target_cluster_id: string | null;
}

/**
 * Ends a cloning operation and its clone: cancels it while it is pending, waits for its end otherwise, and terminates the clone.
 *
 * @param instead what to do where the operation reports its source as its clone, as a sentence
 */
export async function endCloning(call: ChildCall, state: Cloning, instead: string): Promise<void> {
  const { cluster_id: cluster } = state;
  const client = clientOf(call.service);
  markClone(client, state.target_cluster_id);
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
  if (target !== null) return terminateClone(call, state, target, instead);
  if (record === null && !hasEnded(state)) await noteGone(call, state);
}

/** Nothing is left to end, as far as anybody can tell. */
export async function noteGone(call: ChildCall, state: Cloning): Promise<void> {
  await refuseIfOperationListed(call, state);
  call.warn(
    `${called(CLONE, state)} is gone`,
    `The service answers 404 for it, or is terminating the cluster that it clones. ${MAY_HAVE_LEFT}`,
  );
}

/** Whether nothing can change any more that the state knows. */
export function hasEnded(state: Cloning): boolean {
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
export function targetOf(record: CloningOperationRecord | null, state: Cloning): string | null {
  const { status } = record ?? state;
  return status === "succeeded" ? (record?.target_cluster_reference_id ?? state.target_cluster_id) : null;
}

/**
 * Nothing is done to a source that its cloning operation takes for the clone (docs/design/laws.md#l2).
 *
 * @param instead what to do when the clone is found, as a sentence
 * @throws TerraformError where the two are the same cluster.
 */
export function refuseSource(
  operation: Pick<Cloning, "id" | "cluster_id">,
  target: string | null,
  instead: string,
): void {
  if (target !== operation.cluster_id) return;
  throw new TerraformError(
    `${called(CLONE, operation)} reports its source as its clone`,
    `Nothing was terminated. Find out at the service which cluster is the clone, and terminate it there. ${instead}`,
  );
}

/** Terminates a clone, and waits until it is gone. */
export async function terminateClone(
  call: Pick<ChildCall, "service" | "privateState" | "deadline" | "timeout" | "signal" | "warn">,
  operation: Cloning,
  target: string,
  instead: string,
): Promise<void> {
  const { cluster_id: cluster } = operation;
  const { signal } = call;
  refuseSource(operation, target, instead);
  const clone = `cluster ${target}, the clone of ${cluster},`;
  refuseOtherHost(call, capitalized(clone));
  const client = clientOf(call.service);
  const terminate = () => client.terminateCluster(target, { signal });
  const { kind } = await client.exclusively(target, signal, terminate);
  if (kind !== "missing") return awaitTermination(call, target, clone);
  await refuseIfListed(call, target, capitalized(clone));
  call.warn(
    `${capitalized(clone)} was not found`,
    "The service answers 404 to its termination: it was terminated outside of Terraform, or this key cannot see it.",
  );
}
