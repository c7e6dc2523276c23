import type { CloningOperationRecord } from "../../../client";
import { TerraformError } from "../../../framework";
import { describeClone } from "../../model/describe";
import { CLONE, called, isInFlight } from "../../shared/changes/inFlight";
import { markClone } from "../../shared/changes/managedIds";
import { endCloning, hasEnded, howToEnd, noteGone, targetOf } from "../../shared/cloning/end";
import { NotTheClone, refuseNamed } from "../../shared/cloning/identity";
import { clientOf } from "../../shared/service";
import { cancelled } from "../../shared/workflow";
import { NOT_THIS_ONE } from "./create";
import type { CloneCall, CloneValues } from "./schema";

/**
 * Cancels an operation that is pending. The clone of one that has begun is a cluster of its own: it is terminated only where
 * the state says so, else it stays, with a warning.
 */
export async function deleteClone(call: CloneCall, state: CloneValues): Promise<void> {
  if (state.terminate_clone_on_destroy === true) return endCloning(call, state, NOT_THIS_ONE);
  const { cluster_id: cluster } = state;
  markClone(clientOf(call.service), state.target_cluster_id, state.id);
  const record = hasEnded(state) ? null : await cancelled(CLONE, call, state);
  if (record && isInFlight(record)) return leave(call, state, record);
  const target = targetOf(record, state);
  if (target === null) return record === null && !hasEnded(state) ? noteGone(call, state) : undefined;
  try {
    await refuseNamed(call, state, target, LEFT);
  } catch (error) {
    if (!(error instanceof NotTheClone)) throw error;
    return call.warn(error.summary, error.detail);
  }
  call.warn(
    `Cluster ${target}, the clone of ${cluster}, stays and is billed`,
    `Its cloning operation ${state.id} has been removed from the state. ${howToEnd("it")}`,
  );
}

const LEFT = "The cloning operation has been removed from the state.";

/** An operation that leaves the state while it is pending becomes a billed cluster that nobody knows (docs/design/laws.md#l1). */
function leave({ warn }: CloneCall, state: CloneValues, record: CloningOperationRecord): void {
  const operation = called(CLONE, state);
  if (record.status === "pending")
    throw new TerraformError(
      `${operation} was not cancelled`,
      `The service did not cancel it: ${describeClone(record)}. It stays in the state, because it would become a cluster that is billed. ` +
        "Destroy it again; cancel it at the service if that fails too.",
    );
  warn(
    `${operation} continues and leaves a billed cluster`,
    "It has begun and can no longer be cancelled. It has been removed from the state. When it has succeeded, its record names the clone: " +
      `GET /clusters/${state.cluster_id}/cloning-operations/${record.id}. ${howToEnd("the clone")}`,
  );
}
