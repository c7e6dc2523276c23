import { OPERATIONS, type OperationId } from "../../api/operations";
import type { Answer, ClusterRecord } from "../../api/records";
import type { CallInput } from "../request/call";
import type { ClusterStore } from "./store";

/** The one cluster that an answer holds. Pages of the list come to the store by themselves. */
function clusterIn<Id extends OperationId>(id: Id, answer: Answer<Id>): ClusterRecord | null {
  if (id === "getCluster") return answer as Answer<"getCluster">;
  if (id === "createCluster" || id === "updateCluster") return (answer as Answer<"createCluster">).cluster;
  return null;
}

/**
 * Lets the store know what a call has shown or may have changed. `answer` is null for a call that failed: a write may
 * have been done all the same.
 */
export function noteInStore<Id extends OperationId>(
  store: ClusterStore,
  id: Id,
  { path }: CallInput,
  outcome: { readonly answer: Answer<Id>; readonly startedAt: number; readonly now: number } | null,
): void {
  const isWrite = OPERATIONS[id].kind === "write";
  const clusterId = path?.cluster_id ?? (id === "updateCluster" ? path?.id : undefined);
  if (isWrite && clusterId !== undefined) store.touch(clusterId);
  const cluster = outcome && clusterIn(id, outcome.answer);
  // A reading holds as of its beginning, the answer of a write as of its end.
  if (cluster) store.fold(cluster, isWrite ? outcome.now : outcome.startedAt);
}
