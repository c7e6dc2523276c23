import { ApiError, isApiError } from "../../http/error";
import { describeAttempt, explain, responseLines, withLine } from "../../http/explain";
import { type Resolution, resolve } from "../../http/resolve";
import { otherNodesLine } from "../messages/failures";
import type { Nodes, Snapshots } from "../nodes";
import { isVerdict } from "../request/failover";
import { resolveContext } from "../request/times";
import { isMinority, isMissingEverywhere, tooFewError } from "../snapshots";
import { judgeLostWrite, type RecordComparison } from "./outcome";

/** A PUT or a DELETE that is sent again only after a read, as data. */
interface OnceWrite<R> extends RecordComparison<R> {
  /** The kind of object, as in "alias", and its name. */
  readonly what: string;
  readonly name: string;
  /** The snapshots right before; null: every reachable node has just said that it is missing. @default read with `look` */
  readonly before?: Snapshots<R> | null | undefined;
  readonly look: () => Promise<Snapshots<R>>;
  /** Milliseconds of the nodes' clock, after which nothing is sent again. @default never */
  readonly deadline?: number | undefined;
  /** Describes the current object as a sentence. */
  readonly describe: (record: R) => string;
  /** Why an object that looks the same may be another one, as a sentence. */
  readonly doubt?: string;
}

/**
 * Sends a PUT until it is certainly done. If the answer is lost, it is repeated only if everything is as it was before
 * (docs/design/laws.md#l2).
 *
 * @throws ApiError; of the kind `lost_write` if somebody else has written in the meantime, or if the outcome cannot be
 * determined.
 */
export async function putOnce<R>(
  nodes: Nodes,
  signal: AbortSignal,
  write: OnceWrite<R> & { readonly isWanted: (record: R) => boolean; readonly send: () => Promise<R> },
): Promise<R> {
  const before = await readBefore(write);
  return once<R, R>(nodes, signal, { ...write, before }, (record) => record as R);
}

/** The result of a delete; `missing`: the nodes agree that it did not exist. */
export type Deleted = "deleted" | "missing";

/** Sends a DELETE until it is certainly done; otherwise like {@link putOnce}. Sends nothing if no node shows the object. */
export async function deleteOnce<R>(
  nodes: Nodes,
  signal: AbortSignal,
  write: Omit<OnceWrite<R>, "isWanted"> & { readonly send: () => Promise<unknown> },
): Promise<Deleted> {
  const before = await readBefore(write);
  if (before && isMissingEverywhere(before)) {
    // Without a read, it may be another one by now.
    if (isMinority(before)) throw tooFewError(before);
    return "missing";
  }
  try {
    return await once<Deleted, R>(
      nodes,
      signal,
      { ...write, before, send: () => write.send().then(() => "deleted") },
      () => "deleted",
    );
  } catch (error) {
    if (isApiError(error, "not_found")) return "missing";
    throw error;
  }
}

async function once<T, R>(
  nodes: Nodes,
  signal: AbortSignal,
  {
    send,
    before,
    ...write
  }: Omit<OnceWrite<R>, "before"> & {
    readonly before: Snapshots<R> | undefined;
    readonly send: () => Promise<T>;
  },
  resultOf: (record: R | null) => T,
): Promise<T> {
  const { what, name, look, deadline } = write;
  let lost: ApiError | undefined;

  function judge(seen: Snapshots<R>, after: ApiError): Resolution<T> {
    const told = lost ?? after;
    if (before === undefined) throw withLine(told, "The key may not read what was there before.");
    const outcome = judgeLostWrite(before, seen, write);
    if (outcome.kind === "done") return { done: resultOf(outcome.record) };
    if (outcome.kind === "nothing") return { repeat: true };
    if (outcome.kind === "unproved") throw unprovedError(told, write, outcome.record);
    if (outcome.kind === "unknown") throw withLine(told, otherNodesLine(seen.unseen) ?? "");
    throw changedError(told, write, outcome.record);
  }

  async function lookAfter(failed: ApiError): Promise<Snapshots<R>> {
    return look().catch((error: unknown) => {
      if (!isApiError(error)) throw error;
      throw withLine(failed, `Reading the ${what} failed as well: ${error.summary}`);
    });
  }

  return resolve<T, Snapshots<R>>(resolveContext(nodes), signal, {
    what: `write of the ${what}`,
    reading: `the ${what}`,
    fields: { nodes: nodes.target.named, name },
    twice: "refused",
    deadline,
    async send(sent) {
      if (sent > 0 && lost !== undefined) {
        // Somebody may have written during the pause since the read.
        const resolution = judge(await lookAfter(lost), lost);
        if ("done" in resolution) return resolution.done;
      }
      try {
        return await send();
      } catch (error) {
        if (!isApiError(error, "lost_write")) throw error;
        const isRepeated = isVerdict(error.failure) && sameWords(lost, error);
        lost = error;
        throw isRepeated ? explain(error.attempt, { ...error.failure, kind: "refused" }) : error;
      }
    },
    read: look,
    judge,
  });
}

/** Reads the snapshots right before; undefined: this key may not read. */
async function readBefore<R>({ before, look }: OnceWrite<R>): Promise<Snapshots<R> | undefined> {
  if (before === null) return { seen: [], unseen: [] };
  if (before !== undefined) return before;
  try {
    return await look();
  } catch (error) {
    if (isApiError(error, "auth")) return undefined;
    throw error;
  }
}

function sameWords(before: ApiError | undefined, { failure }: ApiError): boolean {
  return before?.failure.messages.join() === failure.messages.join();
}

function unprovedError<R>(
  lost: ApiError,
  { what, describe, doubt }: Pick<OnceWrite<R>, "what" | "describe" | "doubt">,
  record: R,
): ApiError {
  const { attempt, failure } = lost;
  return new ApiError(failure, {
    attempt,
    kind: "lost_write",
    summary: `Could not ${describeAttempt(attempt)}: it may be another ${what} by now`,
    detail: [
      ...responseLines(attempt, failure),
      `The ${what} was read before anything was sent again, and it looks as it did before. ${doubt ?? ""} ${describe(record)} Nothing more was sent.`,
      "Plan again: the plan shows what is there now, and its apply sends the request again.",
    ].join("\n"),
  });
}

function changedError<R>(
  lost: ApiError,
  { what, describe }: Pick<OnceWrite<R>, "what" | "describe">,
  record: R | null,
): ApiError {
  const { attempt, failure } = lost;
  const now = record === null ? "It no longer exists." : describe(record);
  return new ApiError(failure, {
    attempt,
    kind: "lost_write",
    summary: `Could not ${describeAttempt(attempt)}: somebody else changed it in the meantime`,
    detail: [
      ...responseLines(attempt, failure),
      `The ${what} was read before anything was sent again, and it has changed. ${now} Nothing more was sent.`,
      "Plan again: the plan shows what is there now.",
    ].join("\n"),
  });
}
