/** The caller's signal ended something: a stop of the run, Ctrl-C. Carries the last answer of a wait, if any. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly summary: string;
  readonly detail: string;

  /** @param doing what was going on, as in "waiting for the request budget" */
  constructor(
    doing: string,
    readonly lastAnswer?: unknown,
  ) {
    super(`Interrupted while ${doing}`);
    this.summary = this.message;
    this.detail = `The run was stopped while ${doing}. Nothing is lost: run the same command again to go on.`;
  }
}

/** Time as the client sees it; injected, so that no test waits. */
export interface Clock {
  /** Milliseconds since the epoch; never goes backwards. */
  now(): number;
  /** Ends after `ms` milliseconds, or at once when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The longest time that a timer of Node can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock, taken from the monotonic one: a corrected wall clock shortens no wait. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
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

/**
 * Sleeps, and throws {@link Interrupted} when the signal ended the sleep. Serves clocks that reject on abort and
 * clocks that resolve.
 */
export async function pause(clock: Clock, ms: number, signal: AbortSignal, doing: string): Promise<void> {
  try {
    if (!signal.aborted) await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (signal.aborted) throw new Interrupted(doing);
}
