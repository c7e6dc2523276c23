import type { ClusterRecord } from "../../api/records";
import { type Clock, Interrupted } from "../clock";
import type { PageOf } from "../request/pages";
import { shared } from "./shared";

export type ClusterPage = PageOf<ClusterRecord>;

/** A record as the service showed it; `at`: clock milliseconds at which that reading began. */
export interface Sighting {
  readonly at: number;
  readonly cluster: ClusterRecord;
}

export type Sweep = ReturnType<typeof createSweep>;

const DOING = "reading the list of clusters";

/** One walk through the list, as far as somebody wants it. */
export function createSweep(clock: Clock, pages: (signal: AbortSignal) => AsyncIterator<ClusterPage>) {
  const startedAt = clock.now();
  const controller = new AbortController();
  const iterator = pages(controller.signal);
  const seen = new Map<string, Sighting>();
  let state: "open" | "done" | "broken" = "open";
  let remaining: number | null = null;
  let failure: unknown;

  const fail = (error: unknown) => {
    state = "broken";
    failure = error;
  };

  const next = shared(DOING, async (abandoned) => {
    const at = clock.now();
    const stop = () => {
      fail(new Interrupted(DOING));
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
      for (const cluster of value.records) seen.set(cluster.id, { at, cluster });
    } catch (error) {
      fail(error);
      throw error;
    }
  });

  return {
    startedAt,
    seen: seen as ReadonlyMap<string, Sighting>,
    /** Whether the whole list has been read. */
    done: () => state === "done",
    /** Whether a page could not be read: nothing can be had from it any more. */
    broken: () => state === "broken",
    /** Pages that are left; null when the service does not say. */
    remaining: () => (state === "open" ? remaining : 0),
    /** Reads the next page; many callers, one request, which ends when the last of them is stopped. */
    async advance(signal: AbortSignal): Promise<void> {
      if (state === "broken") throw failure;
      if (state === "open") await next(signal);
    },
  };
}
