import { hasEnded } from "../../api/enumerations";
import type { Clock } from "../clock";
import { FIRST_PAGE_FROM } from "../reads/choose";
import type { Beats } from "../waits/clusterWait";
import type { Shown, WorkflowRecord } from "./kind";

/** Poll intervals after which a record is read although its cluster shows nothing new: a failure may leave no trace there. */
const RECORD_EVERY = 10;
/** One part of the budget in so many is what these reads may take. */
const RECORD_SHARE = 40;
/** The same for records that must be read each by itself. */
const UNSHOWN_SHARE = 3;

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
 * of the list shows what 50 clusters run. A record is read when its cluster shows what it brings, when the cluster comes back from
 * another status, and every {@link RECORD_EVERY} intervals, or less often where these reads would take more than their share of the
 * budget. What brings nothing that shows (a restart) is read by itself, the less often the more of them there are.
 */
export function createGlances<T extends WorkflowRecord>(
  { altersCluster, isShown }: Shown<T>,
  { clock, beats, pollInterval, requestsPerMinute }: GlanceContext,
): (clusterId: string, known: T | undefined) => Glances<T> {
  const [shown, unshown] = [new Set<object>(), new Set<object>()];
  /** Milliseconds in which so many requests take their share of the budget. */
  const inShare = (requests: number, share: number) =>
    requestsPerMinute === 0 ? 0 : (requests * share * 60_000) / requestsPerMinute;

  return (clusterId, known) => {
    const wait = {};
    const beat = beats();
    let last: { readonly record: T; readonly at: number; status?: string } | undefined = known && {
      record: known,
      at: clock.now(),
    };
    const end = () => {
      for (const waits of [shown, unshown]) waits.delete(wait);
    };

    /** A wait polls what is due: it runs, or is about to. */
    const running = (record: T) => {
      end();
      if (!hasEnded(record)) (altersCluster(record) ? shown : unshown).add(wait);
    };

    const isWorthReading = async (signal: AbortSignal): Promise<boolean> => {
      if (last === undefined || unshown.has(wait)) return true;
      // Fewer would be read one by one, and then a record says more.
      if (shown.size < FIRST_PAGE_FROM) return true;
      const every = Math.max(pollInterval * RECORD_EVERY, inShare(shown.size, RECORD_SHARE));
      if (clock.now() - last.at >= every - pollInterval / 2) return true;
      const seen = await beat.read(clusterId, signal);
      if (seen.kind !== "present") return true;
      const { status } = seen.cluster;
      const before = last.status ?? status;
      last.status = status;
      // Out of service it goes when the workflow begins.
      const hasChanged = status !== before && before !== "in_service";
      return hasChanged || isShown(last.record, seen.cluster);
    };

    return {
      async poll(signal, read) {
        if (last !== undefined) running(last.record);
        if (last !== undefined && !(await isWorthReading(signal))) return last.record;
        const record = await read(signal);
        last = { record, at: clock.now(), status: last?.status };
        running(record);
        return record;
      },
      next: () =>
        unshown.has(wait) ? Math.max(pollInterval, inShare(unshown.size, UNSHOWN_SHARE)) : beat.next(),
      end,
    };
  };
}
