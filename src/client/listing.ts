import type { ClusterRecord } from "../api/records";
import type { Clock } from "./clock";
import { Interrupted } from "./interruption";
import { isLeaving } from "./observe";

/** All clusters of the account as of a moment, plus what this process has learnt since. */
export interface ClusterListing {
  readonly clusters: readonly ClusterRecord[];
  /** Clock milliseconds at which the reading began. */
  readonly at: number;
}

export interface ListingOptions {
  /** Milliseconds: how old the listing may be. */
  readonly maxAge: number;
  readonly signal: AbortSignal;
}

export interface SharedListing {
  /** The shared listing; read anew when it is older than `maxAge`. Many callers, one reading. */
  get(options: ListingOptions): Promise<ClusterListing>;
  /** Takes in a record that the service has just answered. */
  fold(cluster: ClusterRecord): void;
  /** Takes in that a cluster is being terminated, or is not there. */
  foldGone(id: string): void;
}

const DOING = "reading the list of clusters";

interface Flight {
  readonly startedAt: number;
  readonly result: Promise<ClusterListing>;
  readonly controller: AbortController;
  passengers: number;
}

export function createSharedListing(
  clock: Clock,
  listAll: (signal: AbortSignal) => Promise<readonly ClusterRecord[]>,
): SharedListing {
  let latest: ClusterListing | null = null;
  let flight: Flight | null = null;
  /** Null: gone. */
  const learnt = new Map<string, { readonly at: number; readonly cluster: ClusterRecord | null }>();

  const withLearnt = (listing: ClusterListing): ClusterListing => {
    const clusters = new Map(listing.clusters.map((cluster) => [cluster.id, cluster]));
    for (const [id, { at, cluster }] of learnt) {
      if (at < listing.at) continue;
      if (cluster === null) clusters.delete(id);
      else clusters.set(id, cluster);
    }
    return { at: listing.at, clusters: [...clusters.values()] };
  };

  const depart = (): Flight => {
    const startedAt = clock.now();
    const controller = new AbortController();
    const result = listAll(controller.signal).then((clusters) => {
      const listing = { clusters, at: startedAt };
      if (latest === null || latest.at <= startedAt) latest = listing;
      for (const [id, { at }] of learnt) if (at < latest.at) learnt.delete(id);
      return listing;
    });
    const departed: Flight = { startedAt, result, controller, passengers: 0 };
    const land = () => {
      if (flight === departed) flight = null;
    };
    result.then(land, land);
    return departed;
  };

  const board = async (boarded: Flight, signal: AbortSignal): Promise<ClusterListing> => {
    boarded.passengers += 1;
    const leave = new AbortController();
    try {
      return await new Promise((resolve, reject) => {
        const interrupted = () => reject(new Interrupted(DOING));
        signal.addEventListener("abort", interrupted, { once: true, signal: leave.signal });
        boarded.result.then(resolve, reject);
      });
    } finally {
      leave.abort();
      boarded.passengers -= 1;
      if (boarded.passengers === 0 && flight === boarded) {
        flight = null;
        boarded.controller.abort();
      }
    }
  };

  return {
    async get({ maxAge, signal }) {
      const oldest = clock.now() - maxAge;
      if (latest !== null && latest.at >= oldest) return withLearnt(latest);
      if (signal.aborted) throw new Interrupted(DOING);
      if (flight === null || flight.startedAt < oldest) flight = depart();
      return withLearnt(await board(flight, signal));
    },
    fold(cluster) {
      learnt.set(cluster.id, { at: clock.now(), cluster: isLeaving(cluster) ? null : cluster });
    },
    foldGone(id) {
      learnt.set(id, { at: clock.now(), cluster: null });
    },
  };
}
