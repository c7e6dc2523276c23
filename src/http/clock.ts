import { ClientError } from "./error";

/** The caller's signal ended something: a stop of the run, Ctrl-C. */
export class InterruptedError extends ClientError {
  override readonly name = "InterruptedError";

  /** @param doing what was going on, as in "waiting for the request budget" */
  constructor(doing: string) {
    super(
      `Interrupted while ${doing}`,
      `The run was stopped while ${doing}. Nothing is lost: run the same command again to go on.`,
    );
  }
}

/** Time as the client sees it; injected, so that no test waits. */
export interface Clock {
  /** Milliseconds since the epoch; never goes backwards. */
  now(): number;
  /** Ends after `ms` milliseconds, or at once when `signal` is aborted; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest time that a timer of Node can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const START = Date.now() - process.uptime() * 1000;

/**
 * The machine's clock, taken from the monotonic one: a corrected wall clock shortens no wait. It does not read `performance`,
 * which would load all of node:perf_hooks.
 */
export const systemClock: Clock = {
  now: () => START + process.uptime() * 1000,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
      signal.addEventListener("abort", end, { once: true });
    }),
};

/** Sleeps, and throws {@link InterruptedError} when the signal ended the sleep. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal, doing: string): Promise<void> {
  if (!signal.aborted) await clock.sleep(ms, signal);
  if (signal.aborted) throw new InterruptedError(doing);
}

/** Waits for what goes on by itself: throws {@link InterruptedError} as soon as the signal is aborted. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal, doing: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new InterruptedError(doing));
    const over = () => signal.removeEventListener("abort", stop);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).then(over);
  });
}

export type ServerClock = ReturnType<typeof createServerClock>;

/** The service's time, as its answers tell it (Date header, whole seconds). */
export function createServerClock(clock: Clock) {
  let seen: { readonly server: number; readonly local: number } | null = null;
  return {
    /** Takes note of an answer that arrives now. */
    observe(dateHeader: string | undefined): void {
      const server = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
      if (!Number.isNaN(server)) seen = { server, local: clock.now() };
    },
    /** Milliseconds since the epoch: the last Date seen plus the time since; our own clock when none was seen. */
    now: (): number => (seen === null ? clock.now() : seen.server + (clock.now() - seen.local)),
    /** Epoch seconds of the last Date seen, as it was; null when none was seen. */
    lastSeen: (): number | null => (seen === null ? null : Math.floor(seen.server / 1000)),
  };
}
