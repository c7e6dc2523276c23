import { READ_TIMEOUT_MS } from "../../api/limits";
import { formatDuration } from "../../duration";
import { type Clock, InterruptedError, pause } from "../../http/clock";
import { ApiError, ClientError } from "../../http/error";
import type { Log } from "../../http/exchange";
import { isTransient } from "../../http/retry";
import { startDelay } from "../delays";
import { untilSharedPoll } from "../reads/choose";
import type { ClusterStore, Observed } from "../reads/store";

/** The judgement of an answer; anything that is neither done nor failed is pending. */
export type Judgement = "done" | "pending" | { readonly failed: string };

/** A wait, as data. */
export interface WaitSpec<T> {
  readonly poll: (signal: AbortSignal) => Promise<T>;
  readonly judge: (answer: T) => Judgement;
  /** The awaited state, as in "cluster abc to be in service". */
  readonly describe: string;
  /** Milliseconds of the client's clock at which the wait times out. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Returns the milliseconds until the next poll; called after each. @default the client's poll interval */
  readonly interval?: (lastAnswer: T | undefined) => number;
  /** Milliseconds before the first poll. @default 0 */
  readonly firstPollAfter?: number;
}

/** The deadline of a wait has passed. */
export class WaitTimeoutError extends ClientError {
  override readonly name = "WaitTimeoutError";

  constructor(
    describe: string,
    waitedMs: number,
    readonly lastAnswer: unknown,
    lastError: ApiError | null,
  ) {
    const seen =
      lastError === null
        ? "The last poll showed that it is not done yet."
        : `The last poll failed: ${lastError.summary}.`;
    super(
      `Timed out after ${formatDuration(waitedMs)} waiting for ${describe}`,
      `${seen} The operation is still running: run the same command again to continue waiting, or set a longer timeout.`,
    );
  }
}

/** The awaited operation has failed. */
export class WaitFailedError extends ClientError {
  override readonly name = "WaitFailedError";

  constructor(describe: string, reason: string) {
    super(
      `Waiting for ${describe} failed: ${reason}`,
      `Waited for ${describe}. The service now reports: ${reason}. Waiting longer cannot change that.`,
    );
  }
}

/**
 * Polls until an answer is judged done, and returns it. A failed poll that may pass by itself does not end the wait; any other
 * failure is thrown. Throws {@link WaitTimeoutError}, {@link WaitFailedError}, or InterruptedError as soon as the signal is
 * aborted.
 */
export async function wait<T>(
  spec: WaitSpec<T>,
  { clock, log, pollInterval }: { readonly clock: Clock; readonly log: Log; readonly pollInterval: number },
): Promise<T> {
  const { describe, deadline, signal, interval = () => pollInterval } = spec;
  const startedAt = clock.now();
  let lastAnswer: T | undefined;
  let lastError: ApiError | null = null;
  /** Ends the measurement of the time without an answer; null while the service answers. */
  let isBack: ((now: number) => void) | null = null;
  const until = (ms: number) => Math.max(0, Math.min(ms, deadline - clock.now()));

  try {
    if (spec.firstPollAfter)
      await pause(clock, until(spec.firstPollAfter), signal, `waiting for ${describe}`);
    for (;;) {
      const polledAt = clock.now();
      const polled = await pollOnce(spec, clock);
      if ("answer" in polled) {
        isBack?.(clock.now());
        isBack = null;
        lastAnswer = polled.answer;
        lastError = null;
        const judgement = spec.judge(polled.answer);
        if (judgement === "done") return polled.answer;
        if (judgement !== "pending") throw new WaitFailedError(describe, judgement.failed);
      } else {
        lastError = polled.error ?? lastError;
        // A service that rejects polls (429) is reachable; that time counts as waiting for the budget.
        if (polled.error && polled.error.kind !== "rate_limit") isBack ??= startDelay("awayMs", polledAt);
      }
      if (clock.now() >= deadline)
        throw new WaitTimeoutError(describe, clock.now() - startedAt, lastAnswer, lastError);
      const nextPoll = until(interval(lastAnswer));
      log.info(`Waiting for ${describe}`, {
        waited_ms: Math.round(clock.now() - startedAt),
        next_poll_ms: Math.round(nextPoll),
        ...(lastError === null ? {} : { last_poll: lastError.summary }),
      });
      await pause(clock, nextPoll, signal, `waiting for ${describe}`);
    }
  } catch (error) {
    throw error instanceof InterruptedError ? new InterruptedError(`waiting for ${describe}`) : error;
  } finally {
    isBack?.(clock.now());
  }
}

/** Polls once; aborts if the deadline is well past. No `error` means that it was aborted. */
async function pollOnce<T>(
  { poll, deadline, signal }: WaitSpec<T>,
  clock: Clock,
): Promise<{ readonly answer: T } | { readonly error: ApiError | null }> {
  const late = new AbortController();
  const over = new AbortController();
  // The last poll begins at the deadline, so it gets the time of one request beyond it.
  clock.sleep(Math.max(0, deadline - clock.now()) + READ_TIMEOUT_MS, over.signal).then(() => {
    if (!over.signal.aborted) late.abort();
  });
  try {
    return { answer: await poll(AbortSignal.any([signal, late.signal])) };
  } catch (error) {
    if (signal.aborted) throw error instanceof InterruptedError ? error : new InterruptedError("polling");
    if (late.signal.aborted && error instanceof InterruptedError) return { error: null };
    if (error instanceof ApiError && isTransient(error.kind)) return { error };
    throw error;
  } finally {
    over.abort();
  }
}

/** A wait for one cluster: {@link WaitSpec} without the poll and its times. */
export interface ClusterWaitSpec extends Omit<WaitSpec<Observed>, "poll" | "interval" | "firstPollAfter"> {
  /** True if the cluster was read just now: the first poll is then the next one that all waits share. @default false */
  readonly seenJustNow?: boolean;
}

/** The polls of one wait, at the times that all waits share. */
export interface SharedPolls {
  /** Returns the milliseconds until the next poll. */
  readonly next: () => number;
  /** Returns a cluster as of the current poll. */
  readonly read: (id: string, signal: AbortSignal) => Promise<Observed>;
}

/**
 * Creates polls of clusters that all waits share (docs/design/laws.md#l7): they are whole intervals apart, so that one page of
 * the list serves all.
 */
export function createSharedPolls(
  store: ClusterStore,
  clock: Clock,
  pollInterval: number,
): () => SharedPolls {
  const origin = clock.now();
  return () => {
    let beat = clock.now();
    return {
      next() {
        const pause = untilSharedPoll(origin, clock.now(), pollInterval);
        beat = clock.now() + pause;
        return pause;
      },
      // A poll that the deadline brings forward is earlier than planned.
      read: (id, signal) =>
        store.read(id, { notBefore: Math.min(beat, clock.now()), purpose: "wait", signal }),
    };
  };
}

/** Returns the wait for one cluster, as data. */
export function clusterWait(
  id: string,
  { seenJustNow = false, ...spec }: ClusterWaitSpec,
  { next, read }: SharedPolls,
): WaitSpec<Observed> {
  return {
    ...spec,
    firstPollAfter: seenJustNow ? next() : 0,
    interval: next,
    poll: (signal) => read(id, signal),
  };
}
