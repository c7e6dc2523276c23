import type { Clock } from "../../http/clock";
import { untilBeat } from "../reads/choose";
import type { Observed } from "../reads/observe";
import type { ClusterStore } from "../reads/store";
import type { WaitSpec } from "./wait";

/** A wait for one cluster: {@link WaitSpec} without the poll and its moments. */
export interface ClusterWaitSpec extends Omit<WaitSpec<Observed>, "poll" | "interval" | "firstPollAfter"> {
  /** Whether the cluster was seen just now: the first poll then is the next one that all waits share. @default false */
  readonly seenJustNow?: boolean;
}

/** The polls of one wait, each of which comes at a beat that all waits share. */
export interface Beats {
  /** Milliseconds until the next beat. */
  readonly next: () => number;
  /** A cluster as of the present beat. */
  readonly read: (id: string, signal: AbortSignal) => Promise<Observed>;
}

/**
 * Polls of clusters that are shared with all others (docs/design/laws.md#l7): they come at beats that are whole intervals
 * apart, so that one page of the list serves all.
 */
export function createBeats(store: ClusterStore, clock: Clock, pollInterval: number): () => Beats {
  const origin = clock.now();
  return () => {
    let beat = clock.now();
    return {
      next() {
        const pause = untilBeat(origin, clock.now(), pollInterval);
        beat = clock.now() + pause;
        return pause;
      },
      // Cut short by the deadline, a poll is earlier than its beat.
      read: (id, signal) =>
        store.read(id, { notBefore: Math.min(beat, clock.now()), purpose: "wait", signal }),
    };
  };
}

/** The wait for one cluster, as data. */
export function clusterWait(
  id: string,
  { seenJustNow = false, ...spec }: ClusterWaitSpec,
  { next, read }: Beats,
): WaitSpec<Observed> {
  return {
    ...spec,
    firstPollAfter: seenJustNow ? next() : 0,
    interval: next,
    poll: (signal) => read(id, signal),
  };
}
