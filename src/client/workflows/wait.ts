import { hasEnded } from "../../api/enumerations";
import { missesInARow, WORKFLOW_MISSES } from "../../api/misses";
import { isApiError } from "../../http/error";
import type { WriteContext } from "../resolve/resolve";
import type { WaitSpec } from "../waits/wait";
import type { WorkflowRecord } from "./kind";

/** A wait for the end of a change or a cloning operation. */
export interface WorkflowWaitSpec<T extends WorkflowRecord>
  extends Pick<WaitSpec<T>, "describe" | "deadline" | "signal"> {
  /** Epoch seconds at which it may begin; null when that is not known. @default null: the first poll is at once */
  readonly performChangeAt?: number | null;
  /** Sees the record of every poll. */
  readonly onPoll?: (record: T) => void;
}

/**
 * The wait for the end of a change or a cloning operation, as data; 404 (null) for a while means "not visible yet".
 * @param poll throws ApiError of the kind `not_found` for 404
 * @param interval milliseconds between two polls
 * @param beginsAt epoch seconds at which a pending record may begin; null when that is not known, or at once
 */
export function workflowWait<T extends WorkflowRecord>(
  { onPoll, performChangeAt: expected = null, ...rest }: WorkflowWaitSpec<T>,
  { serverClock, pollInterval }: Pick<WriteContext, "serverClock" | "pollInterval">,
  poll: (signal: AbortSignal) => Promise<T>,
  interval: () => number,
  beginsAt: (record: T) => number | null,
): WaitSpec<T | null> {
  const missed = missesInARow();
  // Not before it may begin, by the service's clock, and then every poll interval (management API, States and
  // transitions). What is due within one poll interval is simply polled.
  const until = (at: number) => Math.max(pollInterval, at * 1000 - serverClock.now());
  const next = (at: number | null) =>
    at === null || at * 1000 <= serverClock.now() ? interval() : until(at);
  return {
    ...rest,
    async poll(signal) {
      try {
        const record = await poll(signal);
        missed(false);
        onPoll?.(record);
        return record;
      } catch (error) {
        if (!isApiError(error, "not_found") || missed(true) >= WORKFLOW_MISSES) throw error;
        return null;
      }
    },
    judge: (record) => (record !== null && hasEnded(record) ? "done" : "pending"),
    firstPollAfter: expected === null ? 0 : until(expected),
    interval(record) {
      if (record === null || record === undefined) return next(expected);
      return next(record.status === "pending" ? beginsAt(record) : null);
    },
  };
}
