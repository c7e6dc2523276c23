import { hasEnded } from "../../api/enumerations";
import type { Clock } from "../../http/clock";
import { FIRST_PAGE_FROM } from "../reads/choose";
import type { SharedPolls } from "../waits/wait";
import type { Shown, WorkflowRecord } from "./kind";

/** Poll intervals after which a record is read although its cluster shows nothing new: a failure may leave no trace there. */
const RECORD_EVERY = 10;
/** These reads may take one part of the budget in so many. */
const RECORD_SHARE = 40;
/** The same for records that must be read one by one. */
const UNSHOWN_SHARE = 3;

export interface WorkflowPollContext {
  readonly clock: Clock;
  readonly sharedPolls: () => SharedPolls;
  /** Milliseconds. */
  readonly pollInterval: number;
  readonly requestsPerMinute: number;
}

/** The polls of one wait for a workflow, which save requests. */
interface WorkflowPolls<T> {
  /** Returns the record of the last poll, or calls `read` if a new read is worthwhile. */
  readonly poll: (signal: AbortSignal, read: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Milliseconds until the next poll. */
  readonly next: () => number;
  readonly end: () => void;
}

interface LastRead<T> {
  readonly record: T;
  readonly at: number;
  /** The status of the cluster and the values that it showed at the last poll. */
  status: string | undefined;
  shown: string;
  /**
   * Poll intervals until a record is read again whose cluster already shows all of it: the record lags, or never shows more.
   */
  patience: number;
}

/**
 * Waits for workflows share their polls as waits for clusters do (docs/design/laws.md#l7): while a workflow runs, a page of the
 * list shows the progress of 50 clusters. A record is read if its cluster shows something new, if the cluster returns from
 * another status, and every {@link RECORD_EVERY} intervals, or less often if these reads would exceed their share of the
 * budget. A workflow without visible effects (a restart) is read by itself, less often the more of them there are.
 */
export function createWorkflowPolls<T extends WorkflowRecord>(
  { altersCluster, isShown, shownOf }: Shown<T>,
  { clock, sharedPolls, pollInterval, requestsPerMinute }: WorkflowPollContext,
): (clusterId: string, known: T | undefined) => WorkflowPolls<T> {
  const [shown, unshown] = [new Set<object>(), new Set<object>()];
  /** Returns the milliseconds in which so many requests use their share of the budget. */
  const inShare = (requests: number, share: number) =>
    requestsPerMinute === 0 ? 0 : (requests * share * 60_000) / requestsPerMinute;

  return (clusterId, known) => {
    const wait = {};
    const sharedPoll = sharedPolls();
    const read = (record: T, before?: LastRead<T>): LastRead<T> => ({
      record,
      at: clock.now(),
      status: before?.status,
      shown: before?.shown ?? shownOf(record, null),
      patience: before ? before.patience * 2 : 1,
    });
    let last = known && read(known);
    const end = () => {
      for (const waits of [shown, unshown]) waits.delete(wait);
    };

    /** A wait polls a workflow that runs, or is about to. */
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
      const seen = await sharedPoll.read(clusterId, signal);
      if (seen.kind !== "present") return true;
      const { status } = seen.cluster;
      const shownNow = shownOf(last.record, seen.cluster);
      // The cluster leaves service when the workflow begins.
      const isBack = status !== (last.status ?? status) && last.status !== "in_service";
      const hasMoved = isBack || shownNow !== last.shown;
      last.status = status;
      last.shown = shownNow;
      if (hasMoved) last.patience = 0.5;
      const isPatient = clock.now() - last.at < pollInterval * (last.patience - 0.5);
      return hasMoved || (isShown(last.record, seen.cluster) && !isPatient);
    };

    return {
      async poll(signal, readRecord) {
        if (last !== undefined) running(last.record);
        if (last !== undefined && !(await isWorthReading(signal))) return last.record;
        const record = await readRecord(signal);
        last = read(record, last);
        running(record);
        return record;
      },
      next: () =>
        unshown.has(wait) ? Math.max(pollInterval, inShare(unshown.size, UNSHOWN_SHARE)) : sharedPoll.next(),
      end,
    };
  };
}
