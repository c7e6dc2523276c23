import type { Clock } from "../clock";
import { FIRST_PAGE_FROM } from "../reads/choose";
import type { Beats } from "../waits/clusterWait";
import type { Shown, WorkflowRecord } from "./kind";

/** Poll intervals after which a record is read although its cluster shows nothing new: a failure may leave no trace there. */
export const RECORD_EVERY = 10;
/** What the polls of records that must be read each by itself may take of the budget: one part in so many. */
const SHARE = 3;

export interface GlanceContext {
  readonly clock: Clock;
  readonly beats: () => Beats;
  /** Milliseconds. */
  readonly pollInterval: number;
  readonly requestsPerMinute: number;
}

/** How the polls of one wait for a workflow spare requests. */
export interface Glances<T> {
  /** The record of the last poll again, unless it is worth reading; `read` reads it. */
  readonly poll: (signal: AbortSignal, read: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Milliseconds until the next poll. */
  readonly next: () => number;
  readonly end: () => void;
}

/**
 * Many waits for workflows share their polls as waits for clusters do (docs/design/laws.md#l7): while a workflow runs, a page
 * of the list shows what 50 clusters run. A record is read when its cluster shows what it brings, when the cluster's status has
 * changed, and every {@link RECORD_EVERY} intervals; of more waits than that, one record an interval. What brings nothing
 * that shows (a restart) is read by itself, the less often the more of them there are.
 */
export function createGlances<T extends WorkflowRecord>(
  { altersCluster, isShown }: Shown<T>,
  { clock, beats, pollInterval, requestsPerMinute }: GlanceContext,
): (clusterId: string) => Glances<T> {
  const [shown, unshown] = [new Set<object>(), new Set<object>()];

  return (clusterId) => {
    const wait = {};
    const beat = beats();
    let last: { readonly record: T; readonly at: number; status?: string } | null = null;
    const end = () => {
      for (const waits of [shown, unshown]) waits.delete(wait);
    };

    const isWorthReading = async (signal: AbortSignal): Promise<boolean> => {
      if (last === null || last.record.status !== "in_progress" || unshown.has(wait)) return true;
      // Fewer would be read one by one, and then a record says more.
      if (shown.size < FIRST_PAGE_FROM) return true;
      const every = pollInterval * Math.max(RECORD_EVERY, shown.size);
      if (clock.now() - last.at >= every - pollInterval / 2) return true;
      const seen = await beat.read(clusterId, signal);
      if (seen.kind !== "present") return true;
      const { status } = seen.cluster;
      const isAsBefore = (last.status ?? status) === status;
      last.status = status;
      return !isAsBefore || isShown(last.record, seen.cluster);
    };

    return {
      async poll(signal, read) {
        if (last !== null && !(await isWorthReading(signal))) return last.record;
        const record = await read(signal);
        last = { record, at: clock.now(), status: last?.status };
        end();
        if (record.status === "in_progress") (altersCluster(record) ? shown : unshown).add(wait);
        return record;
      },
      next() {
        if (!unshown.has(wait) || requestsPerMinute === 0) return beat.next();
        return Math.max(pollInterval, (unshown.size * SHARE * 60_000) / requestsPerMinute);
      },
      end,
    };
  };
}
