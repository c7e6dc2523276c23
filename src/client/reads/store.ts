import { isLeaving } from "../../api/enumerations";
import type { ClusterRecord } from "../../api/records";
import { type Clock, InterruptedError, pause, untilAborted } from "../../http/clock";
import { type ApiError, isApiError } from "../../http/error";
import type { Purpose } from "../budget/gate";
import { chooseRead } from "./choose";
import { type ClusterSnapshot, type PageScan, type ReadPages, scanPages } from "./pageScan";

/**
 * A cluster as one read shows it: present; leaving or gone (deprovisioning, terminated); or answered with 404, which means that
 * it is gone *or* that this key cannot see it.
 */
export type Observed =
  | { readonly kind: "present"; readonly cluster: ClusterRecord }
  | { readonly kind: "leaving"; readonly cluster: ClusterRecord }
  | { readonly kind: "missing"; readonly error: ApiError };

export function observed(cluster: ClusterRecord): Observed {
  return { kind: isLeaving(cluster) ? "leaving" : "present", cluster };
}

/** All clusters of the account at one time, plus later records that this process has received. */
interface ClusterListing {
  readonly clusters: readonly ClusterRecord[];
}

interface ReadOptions {
  /** Clock milliseconds: an older read is not sufficient. */
  readonly notBefore: number;
  /** A refresh (`work`) reads many clusters once; a wait polls the same ones. */
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
}

interface StoreContext {
  readonly clock: Clock;
  readonly pages: (purpose: Purpose, ...how: Parameters<ReadPages>) => ReturnType<ReadPages>;
  /** Returns a 404 as a result; throws every other failure. */
  readonly single: (id: string, options: Pick<ReadOptions, "purpose" | "signal">) => Promise<Observed>;
}

/** Milliseconds for which reads are collected before a request is chosen for them. */
export const COLLECT_MS = 20;
/** Milliseconds after which a single read is no longer delayed, as in a plan of one cluster. */
const ALONE_MS = 8;

const COLLECTING = "collecting reads of clusters";

interface Waiter extends ReadOptions {
  readonly id: string;
  resolve(seen: Observed | Promise<Observed>): void;
  reject(error: unknown): void;
}

export type ClusterStore = ReturnType<typeof createClusterStore>;

/** Creates the store of the account's clusters; the only place that reads several at once (docs/design/laws.md#l7). */
export function createClusterStore({ clock, pages, single }: StoreContext) {
  let scan: PageScan | null = null;
  /** Null: gone. */
  const noted = new Map<string, { readonly at: number; readonly cluster: ClusterRecord | null }>();
  const writtenAt = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let worker: AbortController | null = null;
  let [requested, spent] = [0, 0];

  const begin = (purpose: Purpose) => scanPages(clock, (...how) => pages(purpose, ...how));

  const usable = (notBefore: number) =>
    scan !== null && !scan.broken() && scan.startedAt >= notBefore ? scan : null;

  const newest = (id: string, notBefore: number): ClusterSnapshot | undefined => {
    const listed = scan?.seen.get(id);
    const own = noted.get(id);
    const goneAt = own?.cluster === null ? own.at : Number.NEGATIVE_INFINITY;
    const after = Math.max(writtenAt.get(id) ?? Number.NEGATIVE_INFINITY, goneAt);
    return [
      ...(listed && listed.at > after ? [listed] : []),
      ...(own?.cluster && own.at >= after ? [{ at: own.at, cluster: own.cluster }] : []),
    ]
      .filter(({ at }) => at >= notBefore)
      .sort((a, b) => b.at - a.at)[0];
  };

  /** Resolves the reads of clusters that were seen; returns how many. */
  const serve = (): number => {
    const before = waiting.size;
    for (const waiter of waiting) {
      const sighting = newest(waiter.id, waiter.notBefore);
      if (sighting && waiting.delete(waiter)) waiter.resolve(observed(sighting.cluster));
    }
    return before - waiting.size;
  };

  const takeAll = (): Waiter[] => {
    const all = [...waiting];
    waiting.clear();
    return all;
  };

  const readSingly = (waiters: readonly Waiter[]) => {
    for (const waiter of waiters) waiter.resolve(single(waiter.id, waiter));
  };

  const readPage = async (list: PageScan, isWhole: boolean, signal: AbortSignal): Promise<number> => {
    try {
      await list.advance(signal, isWhole);
    } catch (error) {
      if (signal.aborted) return 0;
      // A failure of the list alone says nothing about the clusters; a failure of the network does.
      if (isApiError(error, "auth", "not_found", "invalid", "refused", "contract", "unreadable"))
        readSingly(takeAll());
      else for (const waiter of takeAll()) waiter.reject(error);
      return 0;
    }
    return serve();
  };

  async function work(signal: AbortSignal): Promise<void> {
    let foundLast = 0;
    while (waiting.size > 0) {
      await pause(clock, ALONE_MS, signal, COLLECTING);
      if (waiting.size > 1) await pause(clock, COLLECT_MS - ALONE_MS, signal, COLLECTING);
      foundLast += serve();
      if (waiting.size === 0) break;
      const all = [...waiting];
      const notBefore = all.map((one) => Math.max(one.notBefore, writtenAt.get(one.id) ?? 0));
      const list = usable(Math.max(...notBefore));
      const isRefresh = all.some(({ purpose }) => purpose === "work");
      const choice = chooseRead({
        waiting: all.length,
        requested: isRefresh ? requested : 0,
        spent,
        list: list && { remaining: list.remaining(), foundLast },
      });
      if (choice !== "single") {
        scan = list ?? begin(isRefresh ? "work" : "wait");
        const current = scan;
        const isWhole = choice === "rest";
        foundLast = 0;
        do {
          spent += 1;
          foundLast += await readPage(current, isWhole, signal);
        } while (isWhole && waiting.size > 0 && !current.done() && !current.broken());
      } else {
        spent += all.length;
        foundLast = 0;
        readSingly(takeAll());
      }
    }
    // Synchronously: the next read must not rely on a worker that has ended.
    if (worker?.signal === signal) worker = null;
  }

  const startWork = () => {
    const mine = new AbortController();
    worker = mine;
    work(mine.signal).catch((error) => {
      if (worker === mine) worker = null;
      if (!mine.signal.aborted) for (const waiter of takeAll()) waiter.reject(error);
    });
  };

  /** Records what the service has answered; `at`: clock milliseconds as of which it is valid. */
  function note(cluster: ClusterRecord, at: number): void {
    if ((noted.get(cluster.id)?.at ?? at) > at) return;
    noted.set(cluster.id, { at, cluster: isLeaving(cluster) ? null : cluster });
  }

  return {
    note,
    /** Returns the whole list, and reads it again if it is older than `maxAge` milliseconds. Callers share one read. */
    async get({ maxAge, signal }: { maxAge: number; signal: AbortSignal }): Promise<ClusterListing> {
      const list = usable(clock.now() - maxAge) ?? begin("work");
      scan = list;
      while (!list.done()) await list.advance(signal, true);
      return { clusters: withNoted(list, noted) };
    },
    /**
     * Iterates over the list, page by page, as far as the caller reads. Later reads of these clusters use it.
     * @param needsRest true if the caller will read the rest, given its number of pages (null: unknown); several of them are then requested
     * at the same time
     */
    async *eachPage({
      needsRest,
      signal,
    }: {
      needsRest: (pages: number | null) => boolean;
      signal: AbortSignal;
    }): AsyncGenerator<readonly ClusterSnapshot[], void, void> {
      const list = begin("work");
      scan = list;
      let read = 0;
      while (!list.done()) {
        await list.advance(signal, needsRest(list.remaining()));
        yield [...list.seen.values()].slice(read);
        read = list.seen.size;
      }
    },
    /** Returns one cluster, from the list or by its id, whichever is cheaper for all requested ones. */
    async read(id: string, options: ReadOptions): Promise<Observed> {
      if (options.purpose === "work") requested += 1;
      const known = newest(id, options.notBefore);
      if (known) return observed(known.cluster);
      const doing = `reading cluster ${id}`;
      // Not earlier: the framework creates the signal on demand, which costs more than returning a known record.
      const { signal } = options;
      if (signal.aborted) throw new InterruptedError(doing);
      let leave = () => {};
      const reading = new Promise<Observed>((resolve, reject) => {
        const waiter = { ...options, id, resolve, reject };
        waiting.add(waiter);
        leave = () => {
          // Not resolved yet: stopped. The work ends with its last waiter.
          if (waiting.delete(waiter) && waiting.size === 0) worker?.abort();
        };
      });
      if (worker === null || worker.signal.aborted) startWork();
      try {
        return await untilAborted(reading, signal, doing);
      } finally {
        leave();
      }
    },
    /** Records that a cluster is being terminated, or is missing. */
    noteGone(id: string): void {
      noted.set(id, { at: clock.now(), cluster: null });
    },
    /** Records that this process may have changed a cluster: earlier reads do not show it. */
    noteWrite(id: string, at: number): void {
      writtenAt.set(id, at);
    },
  };
}

/**
 * Returns the list with the records that arrived since it began: the newer one for each cluster, without those that are
 * leaving.
 */
function withNoted(
  { startedAt, seen }: PageScan,
  noted: ReadonlyMap<string, { readonly at: number; readonly cluster: ClusterRecord | null }>,
): ClusterRecord[] {
  const clusters = new Map([...seen].map(([id, { cluster }]) => [id, cluster]));
  for (const [id, { at, cluster }] of noted) {
    if (at < startedAt) continue;
    if (cluster === null) clusters.delete(id);
    else if (at >= (seen.get(id)?.at ?? at)) clusters.set(id, cluster);
  }
  return [...clusters.values()];
}
