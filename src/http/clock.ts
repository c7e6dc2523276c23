import { ClientError } from "./error";

/** The caller's signal interrupted the work: a stop of the run, Ctrl-C. */
export class InterruptedError extends ClientError {
  override readonly name = "InterruptedError";

  /** @param doing the interrupted work, as in "waiting for the request budget" */
  constructor(doing: string) {
    super(
      `Interrupted while ${doing}`,
      `The run was stopped while ${doing}. Nothing is lost: run the same command again to continue.`,
    );
  }
}

/** The clock of the client; injected, so that no test waits. */
export interface Clock {
  /** Milliseconds since the epoch; never goes backwards. */
  now(): number;
  /** Resolves after `ms` milliseconds, or at once if `signal` is aborted; never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest time that a timer of Node can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const START = Date.now() - process.uptime() * 1000;

/**
 * The machine's clock, based on the monotonic one, so that correcting the wall clock shortens no wait. It does not read
 * `performance`, which would load all of node:perf_hooks.
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

/** Sleeps; throws {@link InterruptedError} if the signal is aborted. */
export async function pause(clock: Clock, ms: number, signal: AbortSignal, doing: string): Promise<void> {
  if (!signal.aborted) await clock.sleep(ms, signal);
  if (signal.aborted) throw new InterruptedError(doing);
}

/** Waits for work that continues by itself; throws {@link InterruptedError} as soon as the signal is aborted. */
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

/** Creates a clock of the service's time, which its answers tell (Date header, whole seconds). */
export function createServerClock(clock: Clock) {
  let seen: { readonly server: number; readonly local: number } | null = null;
  return {
    /** Records the Date of an answer that arrives now. */
    observe(dateHeader: string | undefined): void {
      const server = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
      if (!Number.isNaN(server)) seen = { server, local: clock.now() };
    },
    /** Milliseconds since the epoch: the last Date plus the time since; this machine's time before the first one. */
    now: (): number => (seen === null ? clock.now() : seen.server + (clock.now() - seen.local)),
    /** Epoch seconds of the last Date; null before the first one. */
    lastSeen: (): number | null => (seen === null ? null : Math.floor(seen.server / 1000)),
  };
}
