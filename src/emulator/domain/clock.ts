/**
 * The emulator's own clock. Everything the service decides by time (provisioning, rate limit, usage, the `Date`
 * header) reads this clock, so that a test or a demo chooses how fast a cluster comes up.
 */
export interface Clock {
  /** Milliseconds since the epoch. Never goes back. */
  now(): number;
  /** Moves the clock forward by hand, in every mode. @throws RangeError when `milliseconds` is negative or not finite. */
  advance(milliseconds: number): void;
  /** Called once when an API request arrives; moves the clock in mode `step` only. */
  requestArrived(): void;
  /** Real seconds in which `milliseconds` of this clock pass by themselves: the value of `Retry-After`. */
  realSeconds(milliseconds: number): number;
  /**
   * Milliseconds of this clock by which a request may arrive late: the time that it takes on the network is short in
   * real time and long on a fast clock. None at the speed of real time.
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

/** Real milliseconds that a request may take to arrive. */
const ARRIVAL_MS = 500;

/** Creates a clock; `realNow` is the outside time in milliseconds, for tests of the clock itself. */
export function createClock(options: ClockMode, realNow: () => number = Date.now): Clock {
  let advanced = 0;
  const advance = (milliseconds: number) => {
    if (!Number.isFinite(milliseconds) || milliseconds < 0) {
      throw new RangeError(`The clock only goes forward; it cannot be advanced by ${milliseconds} ms.`);
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
    throw new RangeError(`The clock's speed is a number above 0, not ${speed}.`);
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

/** Milliseconds since the epoch as the API writes moments: whole seconds. */
export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
