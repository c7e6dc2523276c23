import { hasEnded } from "../../api/enumerations";
import { type ApiError, failure, isApiError } from "../messages/error";
import { explain } from "../messages/explain";
import type { CallOptions } from "../request/operations";
import type { ServerClock } from "../request/serverClock";
import { buildPath } from "../request/urls";
import { createRepetition, type RepetitionContext } from "../resolve/repetition";
import type { WorkflowRecord } from "./record";

/**
 * How a cancellation went: cancelled, by this call or before it; begun, or about to, so that nothing stops it any more;
 * ended otherwise; or answered with 404 (gone, *or* not visible to this key).
 */
export type Cancelled<T extends WorkflowRecord> =
  | { readonly kind: "canceled" | "begun" | "ended"; readonly record: T }
  | { readonly kind: "missing" };

/** What is known when a record is judged after a cancel. */
export interface CancelLook<T extends WorkflowRecord> {
  /** Null: 404. */
  readonly record: T | null;
  /** Whether the service has refused to cancel it. */
  readonly refused: boolean;
  /** Epoch seconds at which it may begin when it is pending; null: at any moment. */
  readonly beginsAt: number | null;
  /** Milliseconds since the epoch, by the service's clock. */
  readonly serverNow: number;
  /** Milliseconds within which something pending that the service does not cancel any more is taken to begin. */
  readonly margin: number;
}

/** What a look says of a cancel; null: it is pending as if nothing had been sent. */
export function judgeCancel<T extends WorkflowRecord>(look: CancelLook<T>): Cancelled<T> | null {
  const { record, refused, beginsAt, serverNow, margin } = look;
  if (record === null) return { kind: "missing" };
  if (record.status === "canceled") return { kind: "canceled", record };
  if (hasEnded(record)) return { kind: "ended", record };
  if (record.status !== "pending") return { kind: "begun", record };
  const due = beginsAt === null || beginsAt * 1000 <= serverNow + margin;
  return refused && due ? { kind: "begun", record } : null;
}

/** A cancellation of one kind of record, as data. */
export interface WorkflowCancel<T extends WorkflowRecord> {
  readonly operation: "cancelConfigurationChange" | "cancelCloningOperation";
  /** As in "configuration change". */
  readonly noun: string;
  readonly path: { readonly cluster_id: string; readonly id: string };
  readonly send: () => Promise<T>;
  /** Null: 404. */
  readonly read: () => Promise<T | null>;
  readonly beginsAt: (record: T) => number | null;
}

export interface CancelContext extends RepetitionContext {
  readonly baseUrl: string;
  readonly serverClock: ServerClock;
  readonly pollInterval: number;
}

/** Cancels; a refusal or a lost answer is settled by reading (docs/design/laws.md#l3: a cancel can lose the race). */
export async function cancelWorkflow<T extends WorkflowRecord>(
  context: CancelContext,
  { operation, noun, path, send, read, beginsAt }: WorkflowCancel<T>,
  { signal }: CallOptions,
): Promise<Cancelled<T>> {
  const { serverClock, pollInterval, baseUrl } = context;
  const repetition = createRepetition(context, `the ${noun}`, { ...path });
  const judge = (record: T | null, refused: boolean) =>
    judgeCancel({
      record,
      refused,
      beginsAt: record === null ? null : beginsAt(record),
      serverNow: serverClock.now(),
      margin: pollInterval,
    });

  /** Accepted, and yet not canceled: as good as an answer that says nothing. */
  const notDone = (status: string): ApiError => {
    const pathParameters = { ...path };
    const attempt = { operation, pathParameters, path: buildPath(operation, pathParameters), baseUrl };
    const observed = `a record that still reads ${status}`;
    return explain(attempt, failure("contract", { status: 200, observed }), true);
  };

  for (let sent = 1; ; sent += 1) {
    let lost: ApiError;
    try {
      const record = await send();
      const seen = judge(record, false);
      if (seen !== null) return seen;
      lost = notDone(record.status);
    } catch (error) {
      if (isApiError(error, "refused", "invalid", "not_found")) {
        const seen = judge(await repetition.lookBehind(error, read), true);
        if (seen === null) throw error;
        return seen;
      }
      if (!isApiError(error, "lost_write")) throw error;
      lost = error;
    }
    const seen = judge(await repetition.lookAfter(lost, read), false);
    if (seen !== null) return seen;
    await repetition.again(lost, sent, signal);
  }
}
