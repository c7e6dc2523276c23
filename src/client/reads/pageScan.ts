import { setMaxListeners } from "node:events";
import type { ClusterRecord } from "../../api/records";
import { type Clock, InterruptedError } from "../../http/clock";
import { createSharedRead } from "../../http/sharedRead";
import type { PageOf, Reading } from "../request/pages";

type ClusterPage = PageOf<ClusterRecord>;

/** A record as the service showed it; `at`: clock milliseconds at which that read began. */
export interface ClusterSnapshot {
  readonly at: number;
  readonly cluster: ClusterRecord;
}

export type PageScan = ReturnType<typeof scanPages>;

const DOING = "reading the list of clusters";

/**
 * Pages that are requested at a time if all of them are needed: those of 1,000 clusters, which is less than a minute's budget.
 */
const PAGES_AT_A_TIME = 20;

export type ReadPages = (signal: AbortSignal, reading: Reading) => AsyncIterator<ClusterPage>;

/** Creates one scan of the list, page by page, as far as callers need it. */
export function scanPages(clock: Clock, pages: ReadPages) {
  const startedAt = clock.now();
  const controller = new AbortController();
  // Twenty requests listen at a time: this is not a leak, so Node must not warn.
  setMaxListeners(0, controller.signal);
  let ahead = 1;
  const iterator = pages(controller.signal, { ahead: () => ahead, now: () => clock.now() });
  const seen = new Map<string, ClusterSnapshot>();
  let state: "open" | "done" | "broken" = "open";
  let remaining: number | null = null;
  let failure: unknown;

  const fail = (error: unknown) => {
    state = "broken";
    failure = error;
  };

  const nextPage = createSharedRead<void>(DOING);
  const readNext = async (abandoned: AbortSignal) => {
    const stop = () => {
      fail(new InterruptedError(DOING));
      controller.abort();
    };
    abandoned.addEventListener("abort", stop, { once: true });
    try {
      const { done, value } = await iterator.next();
      if (done) {
        state = "done";
        return;
      }
      remaining = value.remaining;
      for (const cluster of value.records) seen.set(cluster.id, { at: value.at, cluster });
    } catch (error) {
      fail(error);
      throw error;
    }
  };

  return {
    startedAt,
    seen: seen as ReadonlyMap<string, ClusterSnapshot>,
    /** True if the whole list was read. */
    done: () => state === "done",
    /** True if a page could not be read; the scan then ends. */
    broken: () => state === "broken",
    /** Remaining pages; null if the service does not say. */
    remaining: () => (state === "open" ? remaining : 0),
    /**
     * Reads the next page. Many callers share one request, which ends when the last of them is stopped.
     * @param isWhole true if all other pages will be needed: some of them are then requested at the same time
     */
    async advance(signal: AbortSignal, isWhole: boolean): Promise<void> {
      if (state === "broken") throw failure;
      ahead = isWhole ? PAGES_AT_A_TIME : 1;
      if (state === "open") await nextPage.get(readNext, signal);
    },
  };
}
