import { isWithoutId, type Line, LineTooLongError } from "../../api/dataPlane/jsonLines";
import { InterruptedError, pause } from "../../http/clock";
import { isApiError } from "../../http/error";
import { backoff } from "../../http/retry";
import type { Nodes } from "../nodes";
import { isRejectedByNode } from "../request/failover";
import {
  brokenOffError,
  duplicatesError,
  ImportFailedError,
  type ImportProgress,
  interruptedImportError,
  unexpectedFormError,
} from "./errors";
import { createComparer, type Existing } from "./existing";
import {
  type Batch,
  type DocumentAnswer,
  type ImportTarget,
  inBatches,
  sendBatch,
  UnreadableAnswerError,
} from "./requests";

/** A document that the server rejected. */
export interface FailedDocument {
  readonly line: Line;
  /** The reason, in the server's words: one line, shortened. */
  readonly words: string;
}

export interface ImportOptions {
  readonly signal: AbortSignal;
  /** Called with every rejected document, in order. */
  readonly onFailed?: (failed: FailedDocument) => void;
  /** Called with the progress after each answer. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called with the lines that were answered, in order, after their results. */
  readonly onAnswered?: (lines: readonly Line[], progress: ImportProgress) => void;
  /** Called with the first document without an id before it is sent: another import stores it again. */
  readonly onWithoutId?: (line: Line) => void;
}

/**
 * Imports documents, one request at a time with some thousand lines each, so that memory does not grow with their number. A
 * rejected document does not end the import.
 *
 * A request that a node rejects as a whole (503, not ready or lagging) is sent again, to another node first. A request whose
 * answer is lost is sent again if that changes nothing: every document has an id, or the action only updates. Only the lines
 * without an answer are sent again.
 *
 * Under `create`, a document that already exists is read. An unchanged one counts as imported, whether by this import, an
 * earlier one or somebody else; a different one is rejected, and so is one that cannot be read.
 *
 * @param lines the source; an error in it ends the import
 * @throws ImportFailedError with the progress; if nothing was imported, the error itself (ApiError, InterruptedError).
 */
export async function importDocuments(
  nodes: Nodes,
  target: ImportTarget,
  lines: AsyncIterable<readonly Line[]>,
  options: ImportOptions,
): Promise<ImportProgress> {
  const run = createRun(nodes, target, options);
  try {
    for await (const batch of inBatches(lines)) {
      await run.send(batch);
      options.onProgress?.(run.progress());
    }
  } catch (error) {
    throw run.failed(error);
  }
  return run.progress();
}

/** Milliseconds for which a request is sent again while no answer to it arrives. */
const PATIENCE_MS = 120_000;
/** Failures after which it is unknown which documents were imported. */
const LOST = ["lost_write", "network", "timeout", "unavailable"] as const;

function createRun(
  nodes: Nodes,
  target: ImportTarget,
  { signal, onFailed, onAnswered, onWithoutId }: ImportOptions,
) {
  const { clock, log } = nodes;
  const into = `collection "${target.collection}" of ${nodes.target.named}`;
  const compare = createComparer(nodes, target.collection, signal);
  let [imported, existing, failed] = [0, 0, 0];
  /** Lines that may have been imported, and the number of documents without an id among all that were sent. */
  let open: Batch = [];
  let withoutId = 0;
  let answeredTo = 0;
  const progress = (): ImportProgress => ({ imported, existing, failed });
  const state = () => ({ into, ...progress(), action: target.action, open, withoutId, answeredTo });

  function note(line: Line, answer: DocumentAnswer, there: Existing | undefined, isResent: boolean): void {
    if (answer.success || there === "same") {
      imported += 1;
      // If it was sent before, this import itself has most likely stored it.
      if (!answer.success && !isResent) existing += 1;
      return;
    }
    failed += 1;
    onFailed?.({ line, words: `${answer.words}${wordsOfExisting(there)}` });
  }

  /** Processes the answers to the first lines of a request. */
  async function settle(batch: Batch, answers: readonly DocumentAnswer[], isResent: boolean): Promise<void> {
    const isThere = (at: number) => target.action === "create" && isRefusedAsThere(answers[at]);
    const found = await compare(batch.filter((_, at) => isThere(at)));
    let compared = 0;
    for (const [at, line] of batch.slice(0, answers.length).entries()) {
      const there = isThere(at) ? found[compared++] : undefined;
      const answer = answers[at];
      if (answer) note(line, answer, there, isResent);
      answeredTo = line.number;
    }
    if (answers.length > 0) onAnswered?.(batch.slice(0, answers.length), progress());
  }

  const mayDoubleIn = (lines: Batch) => target.action !== "update" && lines.some(isWithoutId);

  /** Sends one request. Returns the number of lines that were answered, and the failure if there are others. */
  async function attempt(batch: Batch, isResent: boolean): Promise<{ answered: number; lost?: unknown }> {
    const answers: DocumentAnswer[] = [];
    let ended: { readonly error: unknown } | undefined;
    open = batch;
    try {
      for await (const some of sendBatch(nodes, target, batch, signal)) {
        for (const answer of some) answers.push(answer);
        // A server that sends so many would not stop, either.
        if (answers.length > batch.length) break;
      }
    } catch (error) {
      ended = { error };
    }
    open = batch.slice(answers.length);
    await settle(batch, answers, isResent);
    if (ended === undefined) return { answered: answers.length };
    const { error } = ended;
    if (error instanceof UnreadableAnswerError) throw unexpectedFormError(state(), error.message);
    if (isApiError(error, ...LOST)) return { answered: answers.length, lost: error };
    if (!(error instanceof InterruptedError)) open = [];
    throw error;
  }

  function announce(batch: Batch): void {
    if (target.action === "update") return;
    const lacking = batch.filter(isWithoutId);
    const [first] = lacking;
    if (first && withoutId === 0) onWithoutId?.(first);
    withoutId += lacking.length;
  }

  async function send(batch: Batch): Promise<void> {
    let rest = batch;
    let isResent = false;
    let [failures, until] = [0, clock.now() + PATIENCE_MS];
    announce(batch);
    for (;;) {
      const { answered, lost } = await attempt(rest, isResent);
      if (lost === undefined && answered !== rest.length)
        throw unexpectedFormError(
          state(),
          `answers for ${answered} of the ${rest.length} documents sent last`,
        );
      rest = rest.slice(answered);
      if (rest.length === 0) return;
      const mayBeIn = !(isApiError(lost) && isRejectedByNode(lost.failure));
      isResent ||= mayBeIn;
      if (!isResent) open = [];
      if (mayBeIn && mayDoubleIn(rest)) throw duplicatesError(state(), lost);
      if (answered > 0) [failures, until] = [0, clock.now() + PATIENCE_MS];
      const afterMs = backoff(failures, nodes.random);
      if (clock.now() + afterMs > until) throw brokenOffError(state(), lost);
      log.warn(
        `There is no answer for ${rest.length} documents of an import into ${into}; sending these again`,
      );
      await pause(clock, afterMs, signal, `importing into ${into}`);
      failures += 1;
    }
  }

  /** Returns what to throw if something has ended the import. */
  function failedBy(error: unknown): unknown {
    if (error instanceof ImportFailedError) return error;
    const isNothingSent = imported + failed + open.length === 0;
    if (error instanceof InterruptedError) return isNothingSent ? error : interruptedImportError(state());
    return isNothingSent && !(error instanceof LineTooLongError) ? error : brokenOffError(state(), error);
  }

  return { send, progress, failed: failedBy };
}

function isRefusedAsThere(answer: DocumentAnswer | undefined): boolean {
  return answer !== undefined && !answer.success && answer.exists;
}

/** Returns what a comparison adds to the server's message. */
function wordsOfExisting(existing: Existing | undefined): string {
  if (existing === undefined || existing === "same") return "";
  if (existing === "different") return " It differs from this one.";
  return ` It could not be compared with this one: ${existing.unknown}.`;
}
