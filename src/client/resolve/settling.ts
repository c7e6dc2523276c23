import { type Clock, pause } from "../clock";
import { Interrupted } from "../interruption";
import type { Log } from "../log";
import { type ApiError, isApiError } from "../messages/error";
import { inShort } from "../messages/explain";
import { mayStillArrive } from "../messages/unresolved";
import { backoff } from "../request/retry";

/** How often a create is sent, when it is certain each time that the one before made nothing. */
export const MAX_CREATE_REQUESTS = 4;

/** What a look says of a create whose answer is lost: what it has made; that it made nothing; that nobody can tell. */
export type Settlement<Stop extends string> =
  | { readonly adopt: string }
  | { readonly repeat: true }
  | { readonly stop: Stop; readonly ids: readonly string[] };

/** Why nobody can tell, whatever is created: not read, not read because of a stop, sent too often. */
export type Untold = "unread" | "stopped" | "exhausted";

/** A create that must not be done twice. */
export interface Making<T, Stop extends string> {
  /** What is sent, as in "create"; for the log. */
  readonly what: string;
  /** What is read to settle it, as in "the list of clusters"; for the log. */
  readonly reading: string;
  /**
   * Whether what it makes is billed, and may be made twice without anybody refusing: then a first look that finds nothing
   * proves nothing, because what has just been made may not be listed yet.
   */
  readonly mayDouble: boolean;
  /** Tells it from others in the log. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly send: () => Promise<T>;
  /** Reads and decides. */
  readonly look: () => Promise<Settlement<Stop>>;
  /** The record of an id that a look has named. */
  readonly recall: (id: string) => T;
  readonly unsettled: (lost: ApiError, why: Stop | Untold, ids: readonly string[], also?: string) => ApiError;
}

export interface SettlingContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly pollInterval: number;
  readonly log: Log;
}

/**
 * Sends a create until it is certain to be done once (docs/design/laws.md#l1). A lost answer is settled by reading, and sent
 * again only when it made nothing; when nobody can tell, throws an ApiError of the kind `lost_write`.
 */
export async function makeOnce<T, Stop extends string>(
  making: Making<T, Stop>,
  { clock, random, pollInterval, log }: SettlingContext,
  signal: AbortSignal,
): Promise<T> {
  const { what, reading, fields, unsettled } = making;

  async function look(lost: ApiError) {
    try {
      return await making.look();
    } catch (error) {
      if (error instanceof Interrupted) throw unsettled(lost, "stopped", []);
      if (isApiError(error)) throw unsettled(lost, "unread", [], error.summary);
      throw error;
    }
  }

  async function lookAgainLater(lost: ApiError) {
    try {
      await pause(clock, pollInterval, signal, "waiting for a lost request to show");
    } catch (error) {
      throw error instanceof Interrupted ? unsettled(lost, "stopped", []) : error;
    }
    return look(lost);
  }

  let lost: ApiError | null = null;
  for (let sent = 1; ; sent += 1) {
    let refusal: ApiError | null = null;
    try {
      return await making.send();
    } catch (error) {
      if (isApiError(error, "lost_write")) lost = error;
      // A repetition that is refused may be so because what was lost has arrived after all.
      else if (lost !== null && isApiError(error, "refused", "invalid")) refusal = error;
      else throw error;
    }
    log.warn(`The answer of a ${what} is lost; reading ${reading} to settle it`, {
      ...fields,
      reason: inShort((refusal ?? lost).failure),
    });
    let settlement = await look(lost);
    if ("repeat" in settlement && refusal === null && (making.mayDouble || mayStillArrive(lost))) {
      settlement = await lookAgainLater(lost);
    }
    if ("stop" in settlement) throw unsettled(lost, settlement.stop, settlement.ids);
    if ("adopt" in settlement) {
      log.warn(`The ${what} had been done: going on with what it made`, { ...fields, id: settlement.adopt });
      return making.recall(settlement.adopt);
    }
    if (refusal !== null) throw refusal;
    if (sent === MAX_CREATE_REQUESTS) throw unsettled(lost, "exhausted", []);
    log.warn(`The ${what} had not been done: sending it again`, fields);
    await pause(clock, backoff(sent, random), signal, `waiting to repeat a ${what}`);
  }
}
