import { AsyncLocalStorage } from "node:async_hooks";

/** Milliseconds that the requests of one piece of work have waited for the budget. */
interface BudgetWait {
  waitedMs: number;
}

const budgetWaits = new AsyncLocalStorage<BudgetWait>();

/** Runs `act` and tells how long its requests waited for the budget in all, also when it fails. */
export async function withBudgetWait<T>(act: () => Promise<T>, tell: (waitedMs: number) => void): Promise<T> {
  const wait: BudgetWait = { waitedMs: 0 };
  try {
    return await budgetWaits.run(wait, act);
  } finally {
    tell(wait.waitedMs);
  }
}

/** Begins to count for the work that this call belongs to; the answer ends it. Both take clock milliseconds. */
export function startBudgetWait(since: number): (now: number) => void {
  const wait = budgetWaits.getStore();
  return (now) => {
    if (wait) wait.waitedMs += now - since;
  };
}
