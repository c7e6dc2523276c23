import { hasEnded } from "../../api/enumerations";
import { isApiError } from "../messages/error";
import type { ServerClock } from "../request/serverClock";
import type { WaitSpec } from "../waits/wait";
import type { WorkflowRecord } from "./record";

/** What goes on answering 404 for this many looks in a row is not there, rather than not there yet. */
export const MAX_MISSING_LOOKS = 10;

/** A wait for the end of a change or a cloning operation. */
export interface WorkflowWaitSpec<T extends WorkflowRecord>
  extends Pick<WaitSpec<T>, "describe" | "deadline" | "signal"> {
  /** Sees the record of every look. */
  readonly onLook?: (record: T) => void;
}

/**
 * Milliseconds until the next look: not before it may begin, by the service's clock, and then every poll interval
 * (management API, States and transitions). What is due within one poll interval is simply polled.
 */
export function nextLookIn(beginsAt: number | null, serverNow: number, pollInterval: number): number {
  return beginsAt === null ? pollInterval : Math.max(pollInterval, beginsAt * 1000 - serverNow);
}

export interface WorkflowWaitContext<T extends WorkflowRecord> {
  readonly serverClock: ServerClock;
  readonly pollInterval: number;
  /** Throws ApiError of the kind `not_found` for 404. */
  readonly look: (signal: AbortSignal) => Promise<T>;
  /** Epoch seconds at which a pending record may begin; null when that is not known, or at once. */
  readonly beginsAt: (record: T) => number | null;
}

/**
 * The wait for the end of a change or a cloning operation, as data; 404 (null) for a while means "not visible yet".
 * @param expected epoch seconds at which it may begin, before any look; null: the first look is at once
 */
export function workflowWait<T extends WorkflowRecord>(
  { onLook, ...rest }: WorkflowWaitSpec<T>,
  expected: number | null,
  { serverClock, pollInterval, look, beginsAt }: WorkflowWaitContext<T>,
): WaitSpec<T | null> {
  let missing = 0;
  const next = (at: number | null) => nextLookIn(at, serverClock.now(), pollInterval);
  return {
    ...rest,
    async look(signal) {
      try {
        const record = await look(signal);
        missing = 0;
        onLook?.(record);
        return record;
      } catch (error) {
        missing += 1;
        if (!isApiError(error, "not_found") || missing === MAX_MISSING_LOOKS) throw error;
        return null;
      }
    },
    judge: (record) => (record !== null && hasEnded(record) ? "done" : "pending"),
    firstLookAfter: expected === null ? 0 : next(expected),
    interval(record) {
      if (record === null || record === undefined) return next(expected);
      return next(record.status === "pending" ? beginsAt(record) : null);
    },
  };
}
