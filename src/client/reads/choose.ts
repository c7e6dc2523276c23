/** The facts by which the next request for clusters is chosen. */
export interface Situation {
  /** Clusters that callers are waiting for. */
  readonly waiting: number;
  /** Clusters that were requested so far, including the waiting ones; 0 for polls, which repeat anyway. */
  readonly requested: number;
  /** Requests that were spent so far. */
  readonly spent: number;
  /** The list as far as it was read; null if none is recent enough. */
  readonly list: {
    /** Pages that were not read yet; 0: none; null: the service does not say. */
    readonly remaining: number | null;
    /** Clusters that callers waited for and that were on the last page. */
    readonly foundLast: number;
  } | null;
}

/** The next page of the list, all remaining pages, or each waiting cluster by its id. */
export type Choice = "page" | "rest" | "single";

/** Number of clusters from which a page of the list is tried, which also shows how long the list is. */
export const FIRST_PAGE_FROM = 3;

/**
 * Chooses the cheaper way, not knowing how many more clusters will be requested (docs/design/laws.md#l7). Terraform reads ten
 * at a time, so this is a ski rental problem: pages are read once all of them cost no more than twice the reads by id. It never
 * costs more than twice the cheaper way, and a plan of a whole account costs its pages and two more requests.
 */
export function chooseRead({ waiting, requested, spent, list }: Situation): Choice {
  if (list === null) return Math.max(waiting, requested) >= FIRST_PAGE_FROM ? "page" : "single";
  const { remaining, foundLast } = list;
  if (remaining === 0) return "single";
  if (remaining !== null && (remaining <= waiting || spent + remaining <= 2 * requested)) return "rest";
  // The clusters on the last page would have cost as many reads by id.
  return foundLast > 0 ? "page" : "single";
}

/**
 * Returns the milliseconds until the next poll of a wait: between half an interval and one and a half. All waits of a process
 * poll at the same times, so that one page serves all.
 *
 * @param origin the time of any earlier poll
 */
export function untilSharedPoll(origin: number, now: number, interval: number): number {
  if (interval <= 0) return 0;
  const passed = (now - origin) / interval;
  return Math.max(0, origin + Math.ceil(passed + 0.5) * interval - now);
}
