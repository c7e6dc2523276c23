import { type Clock, pause } from "../clock";
import type { Log } from "../log";
import { type ApiError, isApiError } from "../messages/error";
import { inShort } from "../messages/explain";
import { unsettledWrite } from "../messages/unresolved";
import { backoff } from "../request/retry";

/** How often a write is sent when a look shows each time that the one before did nothing. */
export const MAX_WRITE_REQUESTS = 4;

export interface RepetitionContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** How a write that may be done twice goes on after its answer is lost (docs/design/laws.md#l1). */
export interface Repetition {
  /** Reads the record that tells. Throws the lost write when that fails too. */
  lookAfter<T>(lost: ApiError, read: () => Promise<T>): Promise<T>;
  /** Reads the record that tells why a write was refused. Throws the refusal when that fails too, but for a 404. */
  lookBehind<T>(refusal: ApiError, read: () => Promise<T>): Promise<T>;
  /** Pauses before the next request; throws the lost write after the last one. */
  again(lost: ApiError, sent: number, signal: AbortSignal): Promise<void>;
}

/** @param subject the record that tells, as in "the cluster" */
export function createRepetition(
  { clock, random, log }: RepetitionContext,
  subject: string,
  fields: Readonly<Record<string, unknown>>,
): Repetition {
  return {
    async lookAfter(lost, read) {
      log.warn(`The answer of a write is lost; reading ${subject} to settle it`, {
        ...fields,
        reason: inShort(lost.failure),
      });
      try {
        return await read();
      } catch (error) {
        if (!isApiError(error)) throw error;
        throw unsettledWrite(lost, `Reading what became of it failed as well: ${error.summary}`);
      }
    },
    async lookBehind(refusal, read) {
      try {
        return await read();
      } catch (error) {
        // "Not found" must not pass for gone when nobody has looked.
        if (!isApiError(error) || refusal.kind === "not_found") throw error;
        throw unsettledWrite(refusal, `Reading ${subject} failed as well: ${error.summary}`);
      }
    },
    async again(lost, sent, signal) {
      if (sent === MAX_WRITE_REQUESTS) {
        throw unsettledWrite(lost, `It was sent ${sent} times, and each time ${subject} showed no change.`);
      }
      await pause(clock, backoff(sent, random), signal, "waiting to repeat a write");
    },
  };
}
