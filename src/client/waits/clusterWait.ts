import type { Clock } from "../clock";
import { untilBeat } from "../reads/choose";
import type { Observed } from "../reads/observe";
import type { ClusterStore } from "../reads/store";
import type { WaitSpec } from "./wait";

/** A wait for one cluster: {@link WaitSpec} without the poll and its moments. */
export interface ClusterWaitSpec extends Omit<WaitSpec<Observed>, "poll" | "interval" | "firstPollAfter"> {
  /** Whether the cluster was seen just now: the first poll then is the next one that all waits share. @default false */
  readonly seenJustNow?: boolean;
}

/**
 * Makes waits for clusters, whose polls are shared with all others (docs/design/laws.md#l7): all of them come at beats
 * that are whole intervals apart.
 */
export function clusterWaits(store: ClusterStore, clock: Clock, pollInterval: number) {
  const origin = clock.now();
  return (id: string, { seenJustNow = false, ...spec }: ClusterWaitSpec): WaitSpec<Observed> => {
    let beat = clock.now();
    const next = () => {
      const pause = untilBeat(origin, clock.now(), pollInterval);
      beat = clock.now() + pause;
      return pause;
    };
    return {
      ...spec,
      firstPollAfter: seenJustNow ? next() : 0,
      interval: next,
      // Cut short by the deadline, a poll is earlier than its beat.
      poll: (signal) => store.read(id, { notBefore: Math.min(beat, clock.now()), purpose: "wait", signal }),
    };
  };
}
