/**
 * The emulator's clock. Everything that the service decides by time (provisioning, rate limit, usage, the `Date`
 * header) reads this clock, so a test or a demo chooses how fast a cluster starts.
 */
export interface Clock {
  /** Milliseconds since the epoch. Never goes back. */
  now(): number;
  /** Moves the clock forward, in every mode. @throws RangeError if `milliseconds` is negative or not finite */
  advance(milliseconds: number): void;
  /** Called once for each API request. Only in mode `step` it moves the clock. */
  requestArrived(): void;
  /** Converts milliseconds of this clock to real seconds: the value of `Retry-After`. */
  realSeconds(milliseconds: number): number;
  /**
   * Returns how many milliseconds of this clock a request may be late. The network takes a short real time, which
   * is long on a fast clock. 0 at real speed.
   */
  slack(): number;
}

export type ClockMode =
  /** Real time, `speed` times as fast (default 1), from `start` (default: the real time). */
  | { mode: "real"; speed?: number; start?: number }
  /** Stands still until it is advanced. `start` is in epoch milliseconds. */
  | { mode: "manual"; start: number }
  /** Stands still, and each API request moves it by `stepPerRequest` milliseconds: polls become deterministic. */
  | { mode: "step"; start: number; stepPerRequest: number };

/** The milliseconds of real time that a request may take to arrive. */
const ARRIVAL_MS = 500;

/** Creates a clock. `realNow` returns the real time in milliseconds; only tests of the clock pass it. */
export function createClock(options: ClockMode, realNow: () => number = Date.now): Clock {
  let advanced = 0;
  const advance = (milliseconds: number) => {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) {
      throw new RangeError(`Cannot advance the clock by ${milliseconds} ms: it only goes forward.`);
    }
    advanced += milliseconds;
  };
  if (options.mode !== "real") {
    const step = options.mode === "step" ? options.stepPerRequest : 0;
    return {
      now: () => options.start + advanced,
      advance,
      requestArrived: () => advance(step),
      realSeconds: (milliseconds) => Math.ceil(milliseconds / 1000),
      slack: () => 0,
    };
  }
  const { speed = 1 } = options;
  if (!(speed > 0) || !Number.isFinite(speed)) {
    throw new RangeError(`The speed of the clock must be a number above 0, not ${speed}.`);
  }
  const origin = realNow();
  const { start = origin } = options;
  let latest = 0;
  return {
    now() {
      latest = Math.max(latest, Math.floor((realNow() - origin) * speed));
      return start + latest + advanced;
    },
    advance,
    requestArrived() {},
    realSeconds: (milliseconds) => Math.ceil(milliseconds / 1000 / speed),
    slack: () => Math.max(0, speed - 1) * ARRIVAL_MS,
  };
}

/** Converts epoch milliseconds to the whole epoch seconds of the API. */
export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
