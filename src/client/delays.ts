import { AsyncLocalStorage } from "node:async_hooks";

/** Milliseconds that one piece of work has lost. */
export interface Delays {
  /** Before its requests were sent, for the budget. */
  readonly budgetMs: number;
  /** While it waited for something, and the service did not answer its polls. */
  readonly awayMs: number;
}

const delays = new AsyncLocalStorage<{ -readonly [Cause in keyof Delays]: number }>();

/** Runs `act` and tells what it has lost in all, also when it fails. */
export async function withDelays<T>(act: () => Promise<T>, tell: (lost: Delays) => void): Promise<T> {
  const lost = { budgetMs: 0, awayMs: 0 };
  try {
    return await delays.run(lost, act);
  } finally {
    tell(lost);
  }
}

/** Begins to count for the work that this call belongs to; the answer ends it. Both take clock milliseconds. */
export function startDelay(cause: keyof Delays, since: number): (now: number) => void {
  const lost = delays.getStore();
  return (now) => {
    if (lost) lost[cause] += now - since;
  };
}
