import type { OperationId } from "../../api/operations";
import type { Answer } from "../../api/records";
import { createKnowledge, type Knowledge } from "../resolve/knowledge";

/** Something that the service does for a cluster in the background: a configuration change or a cloning operation. */
export interface WorkflowRecord {
  readonly id: string;
  readonly status: string;
  /** Epoch seconds; null when nobody says. */
  readonly created_at: number | null;
}

/** Newest first; what has no date comes first. */
export function newestFirst<T extends WorkflowRecord>(records: readonly T[]): readonly T[] {
  const when = (record: T) => record.created_at ?? Number.MAX_SAFE_INTEGER;
  return [...records].sort((a, b) => when(b) - when(a));
}

/** Which records of which cluster this process has seen: the ids of two clusters may be the same. */
export interface WorkflowKnowledge<T extends WorkflowRecord> {
  of(clusterId: string): Knowledge<T>;
  /** Takes note of the records that an answer holds. */
  note<Id extends OperationId>(id: Id, clusterId: string | undefined, answer: Answer<Id>): void;
}

/** @param recordsIn the records of the kind in question that an answer holds */
export function createWorkflowKnowledge<T extends WorkflowRecord>(
  recordsIn: <Id extends OperationId>(id: Id, answer: Answer<Id>) => readonly T[],
): WorkflowKnowledge<T> {
  const byCluster = new Map<string, Knowledge<T>>();
  const of = (clusterId: string) => {
    const known = byCluster.get(clusterId) ?? createKnowledge<T>();
    byCluster.set(clusterId, known);
    return known;
  };
  return {
    of,
    note(id, clusterId, answer) {
      if (clusterId === undefined) return;
      for (const record of recordsIn(id, answer)) of(clusterId).note(record);
    },
  };
}
