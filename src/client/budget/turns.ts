/** What a request is for: something to be done (and what is read for it), or a poll of something that takes minutes. */
export type Purpose = "work" | "wait";

/** How many others may go before a poll that came before them. */
export const MAX_PASSED_OVER = 3;

export interface Turn<W> {
  readonly head: W;
  readonly place: number;
  /** Others that have gone before a poll that waits, with this one. */
  readonly passedOver: number;
}

/**
 * Whose turn it is when the budget is short (docs/design/laws.md#l7): first come first served, but that work goes before polls, so
 * that a hundred waits keep no write from leaving; every fourth turn is a poll's all the same, so that waits end.
 */
export function nextTurn<W extends { readonly purpose: Purpose }>(
  queue: readonly W[],
  passedOver: number,
): Turn<W> | null {
  const first = queue[0];
  if (first === undefined) return null;
  const work = queue.findIndex(({ purpose }) => purpose === "work");
  const worker = queue[work];
  if (first.purpose === "work" || worker === undefined || passedOver >= MAX_PASSED_OVER)
    return { head: first, place: 0, passedOver: first.purpose === "wait" ? 0 : passedOver };
  return { head: worker, place: work, passedOver: passedOver + 1 };
}
