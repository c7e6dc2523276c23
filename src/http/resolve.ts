import { type Attempt, fill } from "./attempt";
import { type Clock, InterruptedError, pause } from "./clock";
import { ApiError, isApiError } from "./error";
import type { Log } from "./exchange";
import { lostAdvice, responseLines, summarizeEnd, withLine } from "./explain";
import { backoff } from "./retry";

/** The most requests for one write, if each read shows that the one before had no effect. */
export const MAX_WRITE_REQUESTS = 4;

/** The verdict of a read on a write whose outcome is unknown. */
export type Resolution<T> =
  /** The write took effect, or the wanted state exists already. */
  | { readonly done: T }
  /** The write has had no effect so far. */
  | { readonly repeat: true }
  /** Its outcome cannot be determined, and repeating it might do it twice. */
  | { readonly stop: UnresolvedReason; readonly ids: readonly string[] };

/** A write that must be done once, as data. */
export interface GuardedWrite<T, Seen> {
  /** The request, as in "create"; for the log. */
  readonly what: string;
  /** The records that show the outcome, as in "the list of clusters"; for the log and for messages. */
  readonly reading: string;
  /** Distinguishes the write from others in the log. */
  readonly fields: Readonly<Record<string, unknown>>;
  /**
   * The effect of a second request if the first one took effect: none, it is rejected, or the effect is doubled and billed. For
   * `doubled`, one read that finds nothing proves nothing, because the list may lag.
   */
  readonly twice: "harmless" | "refused" | "doubled";
  /** Milliseconds of the clock, after which nothing is sent or waited for again. @default never */
  readonly deadline?: number | undefined;
  /** @param sent how often the write was sent before */
  readonly send: (sent: number) => Promise<T>;
  readonly read: () => Promise<Seen>;
  /** @param after the failure that the read is to explain */
  readonly judge: (seen: Seen, after: ApiError) => Resolution<T>;
  /**
   * True if a rejection is judged by a read too, because the wanted state may exist already. The rejection of a repetition
   * always is: the lost request may have arrived after all.
   */
  readonly judgesRefusals?: boolean;
}

/** The dependencies of {@link resolve}. */
export interface ResolveContext {
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Milliseconds before the second read that guards a repeated request: long enough for a list that lags. */
  readonly secondReadAfter: number;
}

/**
 * Sends a write until it is certainly done, once (docs/design/laws.md#l1). A lost answer is resolved by reading, and the
 * request is repeated only if it had no effect. If the outcome cannot be determined, throws an ApiError of the kind
 * `lost_write`. A rejection that no read explains is thrown unchanged.
 */
export async function resolve<T, Seen>(
  context: ResolveContext,
  signal: AbortSignal,
  write: GuardedWrite<T, Seen>,
): Promise<T> {
  const { clock, random, log } = context;
  const { what, reading, fields, twice } = write;
  let lost: ApiError | null = null;

  /** Reads and judges. A failure to read must not hide the failure that it was to explain. */
  async function readAndJudge(failed: ApiError, afterMs = 0): Promise<Resolution<T>> {
    let seen: Seen;
    try {
      if (afterMs > 0) await pause(clock, afterMs, signal, "waiting for a lost request to show");
      seen = await write.read();
    } catch (error) {
      if (error instanceof InterruptedError)
        throw twice === "harmless" ? error : unresolvedError(lost ?? failed, { reason: "stopped" });
      if (!isApiError(error)) throw error;
      const because = `Reading ${reading} failed as well: ${error.summary}`;
      if (lost !== null) throw unresolvedError(lost, { reason: "unread", because });
      // "Not found" must not pass for gone if nothing was read.
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
    log.warn(`The outcome of a ${what} is unknown; reading ${reading}`, {
      ...fields,
      reason: summarizeEnd(failed.attempt, failed.failure),
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
      log.warn(`The ${what} had taken effect: continuing with its result`, fields);
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

/** True if the request of a lost write may still reach the service: nothing shows that it has ended. */
function mayStillArrive({ failure }: ApiError): boolean {
  return failure.kind === "timeout" || failure.status === 504;
}

/** Why the outcome of a write cannot be determined. */
export type UnresolvedReason =
  /** The record has no name, so nothing distinguishes it from another unnamed one. */
  | "unnamed"
  | "several"
  /** Another create of this run requested the same. */
  | "sibling"
  /** The name is taken by a record that differs from the requested one. */
  | "differs"
  /** Created by a person, or the service does not say by whom. */
  | "not_by_key"
  /** The service does not say when it was created. */
  | "undated"
  /** The records that would show the outcome could not be read. */
  | "unread"
  /** The run was stopped before they were read. */
  | "stopped"
  /** They showed no effect until the deadline. */
  | "late"
  /** They showed no effect each time, until the retry limit. */
  | "exhausted";

/** The facts about a write with an unknown outcome. */
interface Unresolved {
  readonly reason: UnresolvedReason;
  /** Ids of the records that the write may have created. */
  readonly ids?: readonly string[];
  /** Why the records could not be read. @default the words for the reason */
  readonly because?: string | undefined;
}

/** Returns the values for the braces of the texts: the path parameters, and the subject in several forms. */
const wordsOf = ({ pathParameters, subject }: Attempt, noun: string) => ({
  ...pathParameters,
  subject: subject ?? "",
  ...(subject !== undefined && { name: String(JSON.parse(subject)) }),
  named: subject === undefined ? `an unnamed ${noun}` : `${noun} ${subject}`,
});

const REASONS: Readonly<Record<UnresolvedReason, string>> = {
  unnamed: "The {noun} has no name, so it cannot be distinguished from another one.",
  several: "More than one new {noun} {fits}.",
  sibling: "Another create of this run requested the same name and configuration.",
  differs: "A new {noun} has this name, but not the requested configuration.",
  not_by_key: "A new {noun} has this name, but according to the service no API key created it.",
  undated: "A {noun} {fits}, but it is unknown whether it was created by this request or before it.",
  unread: "The list of {noun}s could not be read.",
  stopped: "The run was stopped before the list of {noun}s was read.",
  late: "No such {noun} appeared before the timeout. The request may still be carried out: a server without a quorum keeps it until most nodes of the cluster are back.",
  exhausted: "No such {noun} appeared, and the request was repeated until the retry limit.",
};

const LATE =
  "It had no effect before the timeout. The request may still be carried out: a server without a quorum keeps it until most nodes of the cluster are back.";

/** The error of a create whose outcome cannot be determined. Carries the ids of the records that it may have created. */
function unresolvedError(lost: ApiError, { reason, ids = [], because }: Unresolved): ApiError {
  const { attempt, failure } = lost;
  const { created } = attempt.texts;
  if (created === undefined) {
    const line = because ?? (reason === "late" ? LATE : undefined);
    return line === undefined ? lost : withLine(lost, line);
  }
  const words = wordsOf(attempt, created.noun);
  const subject = fill(created.subject, words);
  const action = (ids.length > 0 ? created.ifIds : created.ifNone) ?? lostAdvice(attempt);
  const maybe = ids.length > 0 ? `It may be: ${ids.join(", ")}. ` : "";
  const summary =
    reason === "exhausted"
      ? `Could not ${created.verb} ${subject}: ${summarizeEnd(attempt, failure)}`
      : `Could not tell whether ${subject} was ${created.participle}`;
  const detail = [
    ...responseLines(attempt, failure),
    because ?? fill(REASONS[reason], { ...created }),
    reason === "exhausted" ? "Run again later." : `${maybe}${fill(action, words)}`,
  ].join("\n");
  return new ApiError(failure, { attempt, kind: lost.kind, summary, detail, ids });
}
