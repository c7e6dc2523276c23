import { AsyncLocalStorage } from "node:async_hooks";

/** Milliseconds for which a piece of work was delayed. */
export interface Delays {
  /** Waiting for the request budget. */
  readonly budgetMs: number;
  /** Waiting while the service did not answer polls. */
  readonly awayMs: number;
}

const delays = new AsyncLocalStorage<{ -readonly [Cause in keyof Delays]: number }>();

/** Runs `act` and reports its total delays, even if it fails. */
export async function withDelays<T>(act: () => Promise<T>, tell: (lost: Delays) => void): Promise<T> {
  const lost = { budgetMs: 0, awayMs: 0 };
  try {
    return await delays.run(lost, act);
  } finally {
    tell(lost);
  }
}

/**
 * Starts to measure a delay of the work that this call belongs to; the returned function ends it. Both take clock milliseconds.
 */
export function startDelay(cause: keyof Delays, since: number): (now: number) => void {
  const lost = delays.getStore();
  return (now) => {
    if (lost) lost[cause] += now - since;
  };
}
