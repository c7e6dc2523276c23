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

interface ClusterWaitContext {
  readonly clock: Clock;
  readonly pollInterval: number;
  readonly store: ClusterStore;
  /** Clock milliseconds of a beat: every wait of the process polls at beats that are whole intervals away from it. */
  readonly origin: number;
}

/** A wait for a cluster, whose polls are shared with all others (docs/design/laws.md#l7). */
export function clusterWait(
  id: string,
  { seenJustNow = false, ...spec }: ClusterWaitSpec,
  { clock, pollInterval, store, origin }: ClusterWaitContext,
): WaitSpec<Observed> {
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
    async poll(signal) {
      // Cut short by the deadline, a poll is earlier than its beat.
      const notBefore = Math.min(beat, clock.now());
      return (await store.read(id, { notBefore, purpose: "wait", signal })).observed;
    },
  };
}
