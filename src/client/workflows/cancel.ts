import { hasEnded } from "../../api/enumerations";
import type { ApiError } from "../messages/error";
import type { WorkflowRecord } from "./kind";

/**
 * How a cancellation went: cancelled, by this call or before it; begun, or about to, so that nothing stops it any more;
 * ended otherwise; or answered with 404 (gone, *or* not visible to this key).
 */
export type Cancellation<T extends WorkflowRecord> =
  | { readonly kind: "canceled" | "begun" | "ended"; readonly record: T }
  | { readonly kind: "missing" };

/** What is known when a record is judged after a cancel. */
export interface CancelReading<T extends WorkflowRecord> {
  /** Null: 404. */
  readonly record: T | null;
  /** What came instead of a canceled record; null: the record is the answer itself. */
  readonly after: ApiError | null;
  /** Epoch seconds at which it may begin when it is pending; null: at any moment. */
  readonly beginsAt: number | null;
  /** Milliseconds since the epoch, by the service's clock. */
  readonly serverNow: number;
  /** Milliseconds within which something pending that the service refuses to cancel is taken to begin. */
  readonly margin: number;
}

/**
 * What a read says of a cancel; null: it is pending as if nothing had been sent. A pending record has begun only where the
 * service refused to cancel it in so many words: an error in an answer that reads as success says nothing of the kind.
 */
export function judgeCancel<T extends WorkflowRecord>(reading: CancelReading<T>): Cancellation<T> | null {
  const { record, after, beginsAt, serverNow, margin } = reading;
  if (record === null) return { kind: "missing" };
  if (record.status === "canceled") return { kind: "canceled", record };
  if (hasEnded(record)) return { kind: "ended", record };
  if (record.status !== "pending") return { kind: "begun", record };
  const isDue = beginsAt === null || beginsAt * 1000 <= serverNow + margin;
  return isRefusal(after) && isDue ? { kind: "begun", record } : null;
}

function isRefusal(after: ApiError | null): boolean {
  return after?.kind === "refused" || (after?.kind === "invalid" && after.status !== 200);
}
