import { isLeaving } from "../../api/enumerations";
import type { ClusterRecord } from "../../api/records";
import type { Purpose } from "../budget/turns";
import { type Clock, Interrupted, pause } from "../clock";
import { isApiError } from "../messages/error";
import { choose } from "./choose";
import { type Observed, observed } from "./observe";
import { type ClusterPage, createSweep, type Sighting, type Sweep } from "./sweep";

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

/** A cluster as it was read, and when that began. */
export interface Reading {
  readonly at: number;
  readonly observed: Observed;
}

export interface ReadOptions {
  /** Clock milliseconds: an older reading will not do. */
  readonly notBefore: number;
  /** A refresh (`work`) reads many clusters once; a wait polls the same ones. */
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
}

/** What this process knows of the clusters of the account; the one place that reads them for several at once (docs/design/laws.md#l7). */
export interface ClusterStore {
  /** The whole list; read anew when it is older than `maxAge`. Many callers, one reading. */
  get(options: ListingOptions): Promise<ClusterListing>;
  /** One cluster, from the list or by its id, whichever is cheaper for all that are requested. */
  read(id: string, options: ReadOptions): Promise<Reading>;
  /** Takes in a record that the service has answered; `at`: clock milliseconds as of which it holds. */
  fold(cluster: ClusterRecord, at: number): void;
  /** Takes in that a cluster is being terminated, or is not there. */
  foldGone(id: string): void;
  /** Takes in that this process has written to a cluster: what was read before does not show it. */
  touch(id: string): void;
}

export interface StoreContext {
  readonly clock: Clock;
  readonly pages: (purpose: Purpose, signal: AbortSignal) => AsyncIterator<ClusterPage>;
  /** 404 is an observation, every other failure is thrown. */
  readonly single: (id: string, options: Pick<ReadOptions, "purpose" | "signal">) => Promise<Observed>;
}

/** Milliseconds for which reads are collected before a request is chosen for them. */
export const COLLECT_MS = 20;

interface Waiter extends ReadOptions {
  readonly id: string;
  resolve(reading: Reading): void;
  reject(error: unknown): void;
}

export function createClusterStore({ clock, pages, single }: StoreContext): ClusterStore {
  let sweep: Sweep | null = null;
  /** Null: gone. */
  const learnt = new Map<string, { readonly at: number; readonly cluster: ClusterRecord | null }>();
  const touched = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let worker: AbortController | null = null;
  let [requested, spent] = [0, 0];

  const begin = (purpose: Purpose) => createSweep(clock, (signal) => pages(purpose, signal));

  const usable = (notBefore: number) =>
    sweep !== null && !sweep.broken() && sweep.startedAt >= notBefore ? sweep : null;

  const newest = (id: string, notBefore: number): Sighting | null => {
    const listed = sweep?.seen.get(id);
    const own = learnt.get(id);
    const goneAt = own?.cluster === null ? own.at : Number.NEGATIVE_INFINITY;
    const after = Math.max(touched.get(id) ?? Number.NEGATIVE_INFINITY, goneAt);
    const fitting = [
      ...(listed && listed.at > after ? [listed] : []),
      ...(own?.cluster && own.at >= after ? [{ at: own.at, cluster: own.cluster }] : []),
    ].filter(({ at }) => at >= notBefore);
    return fitting.reduce<Sighting | null>((best, one) => (best && best.at >= one.at ? best : one), null);
  };

  const readingOf = ({ at, cluster }: Sighting): Reading => ({ at, observed: observed(cluster) });

  /** Answers those whose clusters have been seen; how many. */
  const serve = (): number => {
    const before = waiting.size;
    for (const waiter of waiting) {
      const sighting = newest(waiter.id, waiter.notBefore);
      if (sighting) finish(waiter, () => waiter.resolve(readingOf(sighting)));
    }
    return before - waiting.size;
  };

  const finish = (waiter: Waiter, end: () => void) => {
    if (waiting.delete(waiter)) end();
  };

  const readSingly = (waiter: Waiter) => {
    const at = clock.now();
    single(waiter.id, waiter).then((seen) => waiter.resolve({ at, observed: seen }), waiter.reject);
  };

  const readPage = async (list: Sweep, signal: AbortSignal): Promise<number> => {
    try {
      await list.advance(signal);
    } catch (error) {
      if (signal.aborted) return 0;
      // What is wrong with the list alone says nothing about the clusters; what is wrong with the network does.
      const ofTheList = isApiError(
        error,
        "auth",
        "not_found",
        "invalid",
        "refused",
        "contract",
        "unreadable",
      );
      for (const waiter of [...waiting])
        finish(waiter, () => (ofTheList ? readSingly(waiter) : waiter.reject(error)));
      return 0;
    }
    return serve();
  };

  async function work(signal: AbortSignal): Promise<void> {
    let foundLast = 0;
    while (waiting.size > 0) {
      await pause(clock, COLLECT_MS, signal, "collecting reads of clusters");
      foundLast += serve();
      if (waiting.size === 0) break;
      const all = [...waiting];
      const list = usable(
        Math.max(...all.map(({ id, notBefore }) => Math.max(notBefore, touched.get(id) ?? 0))),
      );
      const isRefresh = all.some(({ purpose }) => purpose === "work");
      const choice = choose({
        waiting: all.length,
        requested: isRefresh ? requested : 0,
        spent,
        list: list && { remaining: list.remaining(), foundLast },
      });
      if (choice === "page") {
        spent += 1;
        sweep = list ?? begin(isRefresh ? "work" : "wait");
        foundLast = await readPage(sweep, signal);
      } else {
        spent += all.length;
        foundLast = 0;
        for (const waiter of all) finish(waiter, () => readSingly(waiter));
      }
    }
    // At once: the next read must not count on a worker that has gone home.
    if (worker?.signal === signal) worker = null;
  }

  const startWork = () => {
    const mine = new AbortController();
    worker = mine;
    work(mine.signal).catch((error) => {
      if (worker === mine) worker = null;
      if (!mine.signal.aborted) for (const waiter of [...waiting]) finish(waiter, () => waiter.reject(error));
    });
  };

  return {
    async get({ maxAge, signal }) {
      const list = usable(clock.now() - maxAge) ?? begin("work");
      sweep = list;
      while (!list.done()) await list.advance(signal);
      return { at: list.startedAt, clusters: withLearnt(list, learnt) };
    },
    read(id, options) {
      if (options.purpose === "work") requested += 1;
      const known = newest(id, options.notBefore);
      if (known) return Promise.resolve(readingOf(known));
      return new Promise((resolve, reject) => {
        const { signal } = options;
        const interrupted = () => new Interrupted(`reading cluster ${id}`);
        if (signal.aborted) return reject(interrupted());
        const over = new AbortController();
        const waiter: Waiter = {
          ...options,
          id,
          resolve: (reading) => {
            over.abort();
            resolve(reading);
          },
          reject: (error) => {
            over.abort();
            reject(error);
          },
        };
        const leave = () => {
          finish(waiter, () => reject(interrupted()));
          if (waiting.size === 0) worker?.abort();
        };
        signal.addEventListener("abort", leave, { once: true, signal: over.signal });
        waiting.add(waiter);
        if (worker === null || worker.signal.aborted) startWork();
      });
    },
    fold(cluster, at) {
      if ((learnt.get(cluster.id)?.at ?? at) > at) return;
      learnt.set(cluster.id, { at, cluster: isLeaving(cluster) ? null : cluster });
    },
    foldGone(id) {
      learnt.set(id, { at: clock.now(), cluster: null });
    },
    touch(id) {
      touched.set(id, clock.now());
    },
  };
}

/** The list with what was learnt since it began: the younger word on each cluster, and those that are going away left out. */
function withLearnt(
  { startedAt, seen }: Sweep,
  learnt: ReadonlyMap<string, { readonly at: number; readonly cluster: ClusterRecord | null }>,
): ClusterRecord[] {
  const clusters = new Map([...seen].map(([id, { cluster }]) => [id, cluster]));
  for (const [id, { at, cluster }] of learnt) {
    if (at < startedAt) continue;
    if (cluster === null) clusters.delete(id);
    else if (at >= (seen.get(id)?.at ?? at)) clusters.set(id, cluster);
  }
  return [...clusters.values()];
}
