import { isOlder } from "../resolve/knowledge";
import type { Resolution } from "../resolve/resolve";
import type { WorkflowRecord } from "./kind";

/** What is known when the answer of a request for a change or a clone is lost. */
export interface LostWorkflow<T extends WorkflowRecord> {
  /** The records of the cluster, read after the loss. */
  readonly records: readonly T[];
  /** Whether a record can be what was requested. */
  readonly fits: (record: T) => boolean;
  /** Ids that were known before the request, or that another request of this process got. */
  readonly isKnown: (id: string) => boolean;
  /** Epoch seconds of the last server time seen before the request; null when none was. */
  readonly serverTimeBefore: number | null;
}

/**
 * Decides what became of a request for a change or a clone whose answer is lost (docs/design/laws.md#l1): exactly one
 * new record that fits is the answer; none, and it may be repeated. A new one that does not fit is somebody else's: a
 * repetition that meets it is refused by the service, which runs one thing at a time per cluster
 * (docs/design/api-assumptions.md#changes).
 */
export function judgeLostWorkflow<T extends WorkflowRecord>(lost: LostWorkflow<T>): Resolution<T> {
  const { records, fits, isKnown, serverTimeBefore } = lost;
  const fitting = records.filter(
    (record) => !isKnown(record.id) && !isOlder(record.created_at, serverTimeBefore) && fits(record),
  );
  const [candidate, ...others] = fitting;
  const ids = fitting.map(({ id }) => id);
  if (candidate === undefined) return { repeat: true };
  if (others.length > 0) return { stop: "several", ids };
  if (candidate.created_at === null || serverTimeBefore === null) return { stop: "undated", ids };
  return { done: candidate };
}
