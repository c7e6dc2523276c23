import type { ClusterRecord } from "../../api/records";
import type { Clock } from "../clock";
import { Interrupted } from "../interruption";
import type { PageOf } from "../request/pages";

export type ClusterPage = PageOf<ClusterRecord>;

/** A record as the service showed it; `at`: clock milliseconds at which that reading began. */
export interface Sighting {
  readonly at: number;
  readonly cluster: ClusterRecord;
}

/** One walk through the list, as far as somebody wants it. */
export interface Sweep {
  readonly startedAt: number;
  readonly seen: ReadonlyMap<string, Sighting>;
  /** Whether the whole list has been read. */
  done(): boolean;
  /** Whether a page could not be read: nothing can be had from it any more. */
  broken(): boolean;
  /** Pages that are left; null when the service does not say. */
  remaining(): number | null;
  /** Reads the next page; many callers, one request, which ends when the last of them is stopped. */
  advance(signal: AbortSignal): Promise<void>;
}

const DOING = "reading the list of clusters";

interface Flight {
  readonly result: Promise<void>;
  passengers: number;
}

export function createSweep(clock: Clock, pages: (signal: AbortSignal) => AsyncIterator<ClusterPage>): Sweep {
  const startedAt = clock.now();
  const controller = new AbortController();
  const iterator = pages(controller.signal);
  const seen = new Map<string, Sighting>();
  let state: "open" | "done" | "broken" = "open";
  let remaining: number | null = null;
  let flight: Flight | null = null;

  const readPage = async () => {
    const at = clock.now();
    try {
      const { done, value } = await iterator.next();
      if (done) {
        state = "done";
        return;
      }
      remaining = value.remaining;
      for (const cluster of value.records) seen.set(cluster.id, { at, cluster });
    } catch (error) {
      state = "broken";
      throw error;
    }
  };

  const depart = (): Flight => {
    const departed: Flight = { result: readPage(), passengers: 0 };
    const land = () => {
      if (flight === departed) flight = null;
    };
    departed.result.then(land, land);
    return departed;
  };

  return {
    startedAt,
    seen,
    done: () => state === "done",
    broken: () => state === "broken",
    remaining: () => (state === "open" ? remaining : 0),
    async advance(signal) {
      if (signal.aborted) throw new Interrupted(DOING);
      if (state !== "open") return;
      flight ??= depart();
      const boarded = flight;
      boarded.passengers += 1;
      const over = new AbortController();
      try {
        await new Promise<void>((resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Interrupted(DOING)), {
            once: true,
            signal: over.signal,
          });
          boarded.result.then(resolve, reject);
        });
      } finally {
        over.abort();
        boarded.passengers -= 1;
        if (boarded.passengers === 0 && flight === boarded) {
          state = "broken";
          controller.abort();
        }
      }
    },
  };
}
