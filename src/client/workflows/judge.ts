import { hasEnded } from "../../api/enumerations";
import type { ApiError } from "../../http/error";
import type { Resolution } from "../../http/resolve";
import { isCreatedBefore } from "../resolve/knownRecords";
import type { WorkflowRecord } from "./kind";

/** The evidence if the answer to a request for a change or a clone is lost. */
export interface LostWorkflow<T extends WorkflowRecord> {
  /** The records of the cluster, read afterwards. */
  readonly records: readonly T[];
  /** True if a record can be what was requested. */
  readonly fits: (record: T) => boolean;
  /** True for ids that were known before the request, or that another request of this process got. */
  readonly isKnown: (id: string) => boolean;
  /** Epoch seconds of the last server time seen before the request; null if none was. */
  readonly serverTimeBefore: number | null;
}

/**
 * Decides the outcome of a request for a change or a clone whose answer is lost (docs/design/laws.md#l1). Exactly one new
 * record that fits is the result. If there is none, the request may be repeated. A new one that does not fit is somebody
 * else's: the service rejects a repetition that meets it, because it runs one operation at a time per cluster
 * (docs/design/api-assumptions.md#changes).
 */
export function judgeLostWorkflow<T extends WorkflowRecord>(lost: LostWorkflow<T>): Resolution<T> {
  const { records, fits, isKnown, serverTimeBefore } = lost;
  const fitting = records.filter(
    (record) => !isKnown(record.id) && !isCreatedBefore(record.created_at, serverTimeBefore) && fits(record),
  );
  const [candidate, ...others] = fitting;
  const ids = fitting.map(({ id }) => id);
  if (candidate === undefined) return { repeat: true };
  if (others.length > 0) return { stop: "several", ids };
  if (candidate.created_at === null || serverTimeBefore === null) return { stop: "undated", ids };
  return { done: candidate };
}

/**
 * The result of a cancellation: canceled, by this call or before it; begun, or about to, so that it cannot be stopped; ended
 * otherwise; or answered with 404 (gone, *or* not visible to this key).
 */
export type Cancellation<T extends WorkflowRecord> =
  | { readonly kind: "canceled" | "begun" | "ended"; readonly record: T }
  | { readonly kind: "missing" };

/** The evidence by which a record is judged after a cancellation. */
interface CancelReading<T extends WorkflowRecord> {
  /** Null: 404. */
  readonly record: T | null;
  /** The failure that came instead of a canceled record; null: the record is the answer itself. */
  readonly after: ApiError | null;
  /** Epoch seconds at which a pending one may begin; null: at any time. */
  readonly beginsAt: number | null;
  /** Milliseconds since the epoch, by the service's clock. */
  readonly serverNow: number;
  /** Milliseconds within which a pending operation that the service refuses to cancel is assumed to begin. */
  readonly margin: number;
}

/**
 * Judges a record after a cancellation; null: it is pending, as if nothing had been sent. A pending record has begun only if the
 * service refused explicitly to cancel it: an error in an answer with a status of success does not say so.
 */
export function judgeCancel<T extends WorkflowRecord>(reading: CancelReading<T>): Cancellation<T> | null {
  const { record, after, beginsAt, serverNow, margin } = reading;
  if (record === null) return { kind: "missing" };
  if (record.status === "canceled") return { kind: "canceled", record };
  if (hasEnded(record)) return { kind: "ended", record };
  if (record.status !== "pending") return { kind: "begun", record };
  const isRefused = after?.kind === "refused" || (after?.kind === "invalid" && after.status !== 200);
  const isDue = beginsAt === null || beginsAt * 1000 <= serverNow + margin;
  return isRefused && isDue ? { kind: "begun", record } : null;
}
