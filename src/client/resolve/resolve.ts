import { type Clock, Interrupted, pause, type ServerClock } from "../../http/clock";
import { type ApiError, isApiError } from "../../http/error";
import { inShort, type UnresolvedReason, unresolvedError, withLine } from "../../http/explain";
import type { Log } from "../../http/exchange";
import { backoff } from "../../http/retry";
import type { Call, CallOptions } from "../request/call";
import type { Knowledge } from "./knowledge";

/** How often a write is sent when a read shows each time that the one before had no effect. */
export const MAX_WRITE_REQUESTS = 4;

/** Milliseconds that a list may lag behind a create; on loopback, where the emulator lives, it does so for less. */
const LIST_LAG_MS = 60_000;
const LOOPBACK_LAG_MS = 5_000;

/**
 * Milliseconds before the second read that guards a repeated POST (docs/design/laws.md#l1): long enough for a list
 * that lags, and for a request that is still on its way.
 */
export function secondReadAfter(pollInterval: number, isLoopback: boolean): number {
  return Math.max(pollInterval, isLoopback ? LOOPBACK_LAG_MS : LIST_LAG_MS);
}

/** What a read says of a write whose outcome is not known. */
export type Resolution<T> =
  /** It has taken effect, or what it was to bring about holds already. */
  | { readonly done: T }
  /** It has had no effect so far. */
  | { readonly repeat: true }
  /** Nobody can tell, and a repetition might do it twice. */
  | { readonly stop: UnresolvedReason; readonly ids: readonly string[] };

/** A write that is to be done once, as data. */
export interface GuardedWrite<T, Seen> {
  /** What is sent, as in "create"; for the log. */
  readonly what: string;
  /** The records that tell what became of it, as in "the list of clusters"; for the log and for messages. */
  readonly reading: string;
  /** Tells it from others in the log. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * What a second request does when the first one took effect: nothing; it is refused; or it doubles the effect, which
   * is billed. Where it doubles, one read that finds nothing proves nothing, because the list may lag.
   */
  readonly twice: "harmless" | "refused" | "doubled";
  /** Milliseconds of the clock, after which nothing is sent again and nothing more is waited for. @default never */
  readonly deadline?: number | undefined;
  /** @param sent how often the write has been sent before */
  readonly send: (sent: number) => Promise<T>;
  readonly read: () => Promise<Seen>;
  /** @param after the failure that the read is to explain */
  readonly judge: (seen: Seen, after: ApiError) => Resolution<T>;
  /**
   * Whether a refusal is judged by a read too, because it may mean that what is wanted holds already. A repetition that
   * is refused always is: the lost request may have arrived after all.
   */
  readonly judgesRefusals?: boolean;
}

/** What resolving needs of the client. */
export interface ResolveContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** See {@link secondReadAfter}. */
  readonly secondReadAfter: number;
}

/** What the concepts of the client are built on. */
export interface WriteContext extends ResolveContext {
  readonly call: Call;
  readonly baseUrl: string;
  readonly pollInterval: number;
  readonly serverClock: ServerClock;
  readonly knowledge: Knowledge;
}

/** Options of a create whose lost answer is resolved by reading. */
export interface CreateOptions extends CallOptions {
  /** Whether an id was known before: it then cannot be what this create has created. */
  readonly isKnown?: (id: string) => boolean;
}

/**
 * Sends a write until it is certain to be done, once (docs/design/laws.md#l1). A lost answer is resolved by reading,
 * and the request is repeated only when it had no effect; when nobody can tell, throws an ApiError of the kind
 * `lost_write`. A refusal that no read explains is thrown as it is.
 */
export async function resolve<T, Seen>(
  context: ResolveContext,
  signal: AbortSignal,
  write: GuardedWrite<T, Seen>,
): Promise<T> {
  const { clock, random, log } = context;
  const { what, reading, fields, twice } = write;
  let lost: ApiError | null = null;

  /** The read, judged. A failure to read must not hide the failure that it was to explain. */
  async function readAndJudge(failed: ApiError, afterMs = 0): Promise<Resolution<T>> {
    let seen: Seen;
    try {
      if (afterMs > 0) await pause(clock, afterMs, signal, "waiting for a lost request to show");
      seen = await write.read();
    } catch (error) {
      if (error instanceof Interrupted)
        throw twice === "harmless" ? error : unresolvedError(lost ?? failed, { reason: "stopped" });
      if (!isApiError(error)) throw error;
      const because = `Reading ${reading} failed as well: ${error.summary}`;
      if (lost !== null) throw unresolvedError(lost, { reason: "unread", because });
      // "Not found" must not pass for gone when nobody has looked.
      throw failed.kind === "not_found" ? error : withLine(failed, because);
    }
    return write.judge(seen, failed);
  }

  const timeLeft = () => Math.max((write.deadline ?? Number.POSITIVE_INFINITY) - clock.now(), 0);

  for (let sent = 0; ; ) {
    let failed: ApiError;
    try {
      return await write.send(sent);
    } catch (error) {
      if (isApiError(error, "lost_write")) lost = error;
      else if (!isApiError(error, "refused", "invalid", "not_found")) throw error;
      else if (!(write.judgesRefusals ?? (lost !== null && error.kind !== "not_found"))) throw error;
      failed = error;
    }
    sent += 1;
    const isLost = failed === lost;
    log.warn(`The outcome of a ${what} is not known; reading ${reading}`, {
      ...fields,
      reason: inShort(failed.attempt, failed.failure),
    });
    let resolution = await readAndJudge(failed);
    if ("repeat" in resolution && isLost && timeLeft() === 0)
      throw unresolvedError(failed, { reason: "late" });
    const guarded = twice === "doubled" || (twice === "refused" && mayStillArrive(failed));
    if ("repeat" in resolution && isLost && guarded) {
      resolution = await readAndJudge(failed, Math.min(context.secondReadAfter, timeLeft()));
      if ("repeat" in resolution && timeLeft() === 0) throw unresolvedError(failed, { reason: "late" });
    }

    if ("done" in resolution) {
      log.warn(`The ${what} had taken effect: going on with its result`, fields);
      return resolution.done;
    }
    if ("stop" in resolution)
      throw unresolvedError(lost ?? failed, { reason: resolution.stop, ids: resolution.ids });
    if (lost === null || !isLost) throw failed;
    if (sent === MAX_WRITE_REQUESTS) {
      const because = `It was sent ${sent} times, and each time ${reading} showed no effect.`;
      throw unresolvedError(lost, {
        reason: "exhausted",
        because: twice === "harmless" ? because : undefined,
      });
    }
    log.warn(`The ${what} had no effect: sending it again`, fields);
    await pause(clock, backoff(sent, random), signal, `waiting to repeat a ${what}`);
  }
}

/** Whether the request of a lost write may still be on its way to the service: nobody has said that it is over. */
function mayStillArrive({ failure }: ApiError): boolean {
  return failure.kind === "timeout" || failure.status === 504;
}
