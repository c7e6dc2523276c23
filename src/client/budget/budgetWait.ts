import { AsyncLocalStorage } from "node:async_hooks";

/** Milliseconds that the requests of one piece of work have waited for the budget. */
interface Toll {
  waitedMs: number;
}

const tolls = new AsyncLocalStorage<Toll>();

/** Runs `act` and tells how long its requests waited for the budget in all, also when it fails. */
export async function withBudgetWait<T>(act: () => Promise<T>, tell: (waitedMs: number) => void): Promise<T> {
  const toll: Toll = { waitedMs: 0 };
  try {
    return await tolls.run(toll, act);
  } finally {
    tell(toll.waitedMs);
  }
}

/** Begins to count for the work that this call belongs to; the answer ends it. Both take clock milliseconds. */
export function tollOfThisCall(since: number): (now: number) => void {
  const toll = tolls.getStore();
  return (now) => {
    if (toll) toll.waitedMs += now - since;
  };
}
