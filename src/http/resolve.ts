import { type Attempt, fill } from "./attempt";
import { type Clock, InterruptedError, pause } from "./clock";
import { ApiError, isApiError } from "./error";
import type { Log } from "./exchange";
import { lostAdvice, responseLines, summarizeEnd, withLine } from "./explain";
import { backoff } from "./retry";

/** How often a write is sent when a read shows each time that the one before had no effect. */
export const MAX_WRITE_REQUESTS = 4;

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
  /** Milliseconds before the second read that guards a repeated request: long enough for a list that lags. */
  readonly secondReadAfter: number;
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
      if (error instanceof InterruptedError)
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

/** Why nobody can tell what became of a write. */
export type UnresolvedReason =
  /** Nothing tells an unnamed record from another one. */
  | "unnamed"
  | "several"
  /** Another create of this run requested the same. */
  | "sibling"
  /** The name is taken by a record that differs from the requested one. */
  | "differs"
  /** Created by a person, or the service does not say by whom. */
  | "not_by_key"
  /** The service does not say whether it was created before or after. */
  | "undated"
  /** The records that would tell could not be read. */
  | "unread"
  /** The run was stopped before they were read. */
  | "stopped"
  /** They showed no effect, and the time for it is over. */
  | "late"
  /** They showed no effect each time, and the request was repeated as often as makes sense. */
  | "exhausted";

/** What is known of a write whose outcome is not. */
interface Unresolved {
  readonly reason: UnresolvedReason;
  /** Ids of the records that the write may have created. */
  readonly ids?: readonly string[];
  /** Why the records that would tell could not be read. @default the words for the reason */
  readonly because?: string | undefined;
}

/** What an attempt fills into the texts: its path parameters, and what its subject names. */
const wordsOf = ({ pathParameters, subject }: Attempt, noun: string) => ({
  ...pathParameters,
  subject: subject ?? "",
  ...(subject !== undefined && { name: String(JSON.parse(subject)) }),
  named: subject === undefined ? `an unnamed ${noun}` : `${noun} ${subject}`,
});

const REASONS: Readonly<Record<UnresolvedReason, string>> = {
  unnamed: "The {noun} has no name, so nothing tells it from another one.",
  several: "More than one new {noun} {fits}.",
  sibling: "Another create of this run requested the same name and configuration.",
  differs: "A new {noun} has this name, but not the requested configuration.",
  not_by_key: "A new {noun} has this name, but according to the service no API key created it.",
  undated: "A {noun} {fits}, but nothing says whether it was created before this request or by it.",
  unread: "The list of {noun}s, which would tell, could not be read.",
  stopped: "The run was stopped before the list of {noun}s, which would tell, was read.",
  late: "No such {noun} has appeared, and the time for this is over. The request may still be carried out: a server without a quorum keeps it until most nodes of the cluster are back.",
  exhausted: "No such {noun} has appeared, and the request has been repeated as often as makes sense.",
};

const LATE =
  "It has had no effect so far, and the time for this is over. The request may still be carried out: a server without a quorum keeps it until most nodes of the cluster are back.";

/** The error of a create of which nobody can tell whether it happened. Carries the ids that it may have. */
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
