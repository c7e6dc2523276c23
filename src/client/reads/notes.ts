import { OPERATIONS, type OperationId } from "../../api/operations";
import type { Answer, ClusterRecord } from "../../api/records";
import type { CallInput } from "../request/call";
import type { ClusterStore } from "./store";

/** The clusters that an answer holds. */
export function clustersIn<Id extends OperationId>(id: Id, answer: Answer<Id>): readonly ClusterRecord[] {
  switch (id) {
    case "listClusters":
      return (answer as Answer<"listClusters">).clusters;
    case "getCluster":
      return [answer as Answer<"getCluster">];
    case "createCluster":
    case "updateCluster":
      return [(answer as Answer<"createCluster">).cluster];
    default:
      return [];
  }
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
  const cluster = path?.cluster_id ?? (id === "updateCluster" ? path?.id : undefined);
  if (isWrite && cluster !== undefined) store.touch(cluster);
  // Pages come to the store by themselves.
  if (outcome === null || id === "listClusters") return;
  // A reading holds as of its beginning, the answer of a write as of its end.
  const at = isWrite ? outcome.now : outcome.startedAt;
  for (const record of clustersIn(id, outcome.answer)) store.fold(record, at);
}
