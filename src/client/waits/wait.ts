import { READ_TIMEOUT_MS } from "../../api/limits";
import { formatDuration } from "../../duration";
import { type Clock, InterruptedError, pause } from "../../http/clock";
import { ApiError, ClientError } from "../../http/error";
import type { Log } from "../../http/exchange";
import { isTransient } from "../../http/retry";
import { startDelay } from "../delays";
import { untilSharedPoll } from "../reads/choose";
import type { ClusterStore, Observed } from "../reads/store";

/** What an answer means for a wait; everything that is neither done nor failed means "not yet". */
export type Judgement = "done" | "pending" | { readonly failed: string };

/** A wait, as data. */
export interface WaitSpec<T> {
  readonly poll: (signal: AbortSignal) => Promise<T>;
  readonly judge: (answer: T) => Judgement;
  /** What is waited for, as in "cluster abc to be in service". */
  readonly describe: string;
  /** Milliseconds of the client's clock at which the wait ends. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Called after each poll: milliseconds until the next one. @default the client's poll interval */
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
      `${seen} What has begun goes on at the service: run the same command again to continue waiting, or set a longer timeout.`,
    );
  }
}

/** What was waited for has ended, and not well. */
export class WaitFailedError extends ClientError {
  override readonly name = "WaitFailedError";

  constructor(describe: string, reason: string) {
    super(
      `Waiting for ${describe} ended badly: ${reason}`,
      `Waited for ${describe}. The service now says: ${reason}. Waiting longer cannot change that.`,
    );
  }
}

/**
 * Polls until an answer is judged done, and returns it. A failed poll that may pass by itself does
 * not end the wait; any other is thrown. Throws {@link WaitTimeoutError}, {@link WaitFailedError}, or Interrupted as soon as the
 * signal is aborted.
 */
export async function wait<T>(
  spec: WaitSpec<T>,
  { clock, log, pollInterval }: { readonly clock: Clock; readonly log: Log; readonly pollInterval: number },
): Promise<T> {
  const { describe, deadline, signal, interval = () => pollInterval } = spec;
  const startedAt = clock.now();
  let lastAnswer: T | undefined;
  let lastError: ApiError | null = null;
  /** Ends the count of the time without an answer; null while the service answers. */
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
        // A service that turns polls away (429) is there; the wait for the budget counts that.
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

/** One poll; cut short when the deadline is well past. No `error` means that it was cut. */
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

/** A wait for one cluster: {@link WaitSpec} without the poll and its moments. */
export interface ClusterWaitSpec extends Omit<WaitSpec<Observed>, "poll" | "interval" | "firstPollAfter"> {
  /** Whether the cluster was seen just now: the first poll then is the next one that all waits share. @default false */
  readonly seenJustNow?: boolean;
}

/** The polls of one wait, each of which comes at a beat that all waits share. */
export interface SharedPolls {
  /** Milliseconds until the next beat. */
  readonly next: () => number;
  /** A cluster as of the present beat. */
  readonly read: (id: string, signal: AbortSignal) => Promise<Observed>;
}

/**
 * Polls of clusters that are shared with all others (docs/design/laws.md#l7): they come at beats that are whole intervals
 * apart, so that one page of the list serves all.
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
  { next, read }: SharedPolls,
): WaitSpec<Observed> {
  return {
    ...spec,
    firstPollAfter: seenJustNow ? next() : 0,
    interval: next,
    poll: (signal) => read(id, signal),
  };
}
