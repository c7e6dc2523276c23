/** What is known when the next request for clusters is chosen. */
export interface Situation {
  /** Clusters that somebody waits to read now. */
  readonly waiting: number;
  /** Clusters that were requested so far, those that wait included; 0 for polls, which come back anyway. */
  readonly requested: number;
  /** Requests that were spent on them so far. */
  readonly spent: number;
  /** The list as far as it is read; null when none is young enough to go on with. */
  readonly list: {
    /** Pages that have not been read; 0: all are; null: the service does not say. */
    readonly remaining: number | null;
    /** Clusters that were waited for and found on the last page. */
    readonly foundLast: number;
  } | null;
}

/** The next page of the list; all that is left of it; or each cluster that waits by its id. */
export type Choice = "page" | "rest" | "single";

/** From how many on a page of the list is tried, which also tells how long the list is. */
export const FIRST_PAGE_FROM = 3;

/**
 * Which way is cheaper, not knowing how many more will be requested (docs/design/laws.md#l7). Terraform reads ten at a time, so this
 * is a ski rental: pages are bought once all of them cost no more than twice what reading by id would have cost; never
 * more than twice the cheaper way, and a plan of a whole account costs its pages and two more.
 */
export function chooseRead({ waiting, requested, spent, list }: Situation): Choice {
  if (list === null) return Math.max(waiting, requested) >= FIRST_PAGE_FROM ? "page" : "single";
  const { remaining, foundLast } = list;
  if (remaining === 0) return "single";
  if (remaining !== null && (remaining <= waiting || spent + remaining <= 2 * requested)) return "rest";
  // What the last page has found would have cost as much by id.
  return foundLast > 0 ? "page" : "single";
}

/**
 * Milliseconds until the next poll of a wait: every wait of a process polls at the same beats, so that one page serves all.
 * Between half an interval and one and a half; `origin` is the time of any earlier beat.
 */
export function untilSharedPoll(origin: number, now: number, interval: number): number {
  if (interval <= 0) return 0;
  const passed = (now - origin) / interval;
  return Math.max(0, origin + Math.ceil(passed + 0.5) * interval - now);
}
