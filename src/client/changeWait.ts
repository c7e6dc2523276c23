import type { ConfigurationChangeRecord } from "../api/records";
import { hasEnded } from "./changeListing";
import { isApiError } from "./errors";
import type { ServerClock } from "./serverClock";
import type { WaitSpec } from "./wait";

/** A change that goes on answering 404 for this many looks in a row is not there, rather than not there yet. */
export const MAX_MISSING_LOOKS = 10;

/** A wait for the end of a configuration change. */
export interface ChangeWaitSpec
  extends Pick<WaitSpec<ConfigurationChangeRecord>, "describe" | "deadline" | "signal"> {
  /** Epoch seconds at which the change may begin; null when that is not known. */
  readonly performChangeAt: number | null;
  /** Sees the record of every look. */
  readonly onLook?: (change: ConfigurationChangeRecord) => void;
}

/**
 * Milliseconds until the next look at a change: not before it may begin, by the service's clock, and then every poll
 * interval (management-api.md, States and transitions). What is due within one poll interval is simply polled.
 */
export function nextLookIn(performChangeAt: number | null, serverNow: number, pollInterval: number): number {
  return performChangeAt === null ? pollInterval : Math.max(pollInterval, performChangeAt * 1000 - serverNow);
}

export interface ChangeWaitContext {
  readonly serverClock: ServerClock;
  readonly pollInterval: number;
  /** Throws ApiError of the kind `not_found` for 404. */
  readonly look: (signal: AbortSignal) => Promise<ConfigurationChangeRecord>;
}

/** The wait for the end of a change, as data; 404 (null) for a while means "not visible yet". */
export function changeWait(
  { performChangeAt, onLook, ...rest }: ChangeWaitSpec,
  { serverClock, pollInterval, look }: ChangeWaitContext,
): WaitSpec<ConfigurationChangeRecord | null> {
  let missing = 0;
  const next = (at: number | null) => nextLookIn(at, serverClock.now(), pollInterval);
  return {
    ...rest,
    async look(signal) {
      try {
        const change = await look(signal);
        missing = 0;
        onLook?.(change);
        return change;
      } catch (error) {
        missing += 1;
        if (!isApiError(error, "not_found") || missing === MAX_MISSING_LOOKS) throw error;
        return null;
      }
    },
    judge: (change) => (change !== null && hasEnded(change) ? "done" : "pending"),
    firstLookAfter: performChangeAt === null ? 0 : next(performChangeAt),
    interval(change) {
      if (change === null || change === undefined) return next(performChangeAt);
      return next(change.status === "pending" ? change.perform_change_at : null);
    },
  };
}
