import { hasId, type Line, LineTooLong } from "../../api/dataPlane/jsonLines";
import { backoff, isApiError, pause } from "../../client";
import type { Nodes } from "../nodes";
import { type DocumentAnswer, UnreadableAnswer } from "./answers";
import { type Batch, inBatches } from "./batches";
import { brokenOff, ImportFailed, type ImportProgress, mayDouble, wrongForm } from "./errors";
import { answersTo, type ImportTarget } from "./exchange";

/** A document that the server refused. */
export interface FailedDocument {
  readonly line: Line;
  /** Why, in the server's words: one line, shortened. */
  readonly words: string;
}

export interface ImportOptions {
  readonly signal: AbortSignal;
  /** Told of every document that was refused, in their order. */
  readonly onFailed?: (failed: FailedDocument) => void;
  /** Told what has come of it whenever a request has been answered. */
  readonly onProgress?: (progress: ImportProgress) => void;
}

/**
 * Imports documents, one request at a time with some thousand lines each, so that memory does not grow with their number.
 * A document that the server refuses ends nothing.
 *
 * A request that a node turns away (503, not ready or lagging) is sent again, to another node first. One whose answer is lost is sent again where that
 * changes nothing: every document has an id, or the action only updates. Only the lines without an answer are sent again. Of
 * these, `create` counts a document that exists by then as imported: the lost request has most likely created it.
 *
 * @param lines where they come from; what fails there ends the import
 * @throws ImportFailed with what is in by then; where nothing is, the error itself (ApiError, Interrupted).
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
    const { imported, failed } = run.progress();
    const isWhole = imported + failed === 0 && !(error instanceof LineTooLong);
    if (error instanceof ImportFailed || isWhole) throw error;
    throw brokenOff(run.into, run.progress(), error);
  }
  return run.progress();
}

/** Milliseconds for which a request is sent again while no answer to it arrives at all. */
const PATIENCE_MS = 120_000;
/** Failures after which nobody knows which documents are in. */
const LOST = ["lost_write", "network", "timeout", "unavailable"] as const;

function createRun(nodes: Nodes, target: ImportTarget, { signal, onFailed }: ImportOptions) {
  const { clock, log } = nodes;
  const into = `collection "${target.collection}" of ${nodes.target.named}`;
  let [imported, failed] = [0, 0];
  const progress = (): ImportProgress => ({ imported, failed });

  function note(line: Line, answer: DocumentAnswer, isResent: boolean): void {
    const isIn = answer.success || (isResent && target.action === "create" && answer.exists);
    if (isIn) {
      imported += 1;
      return;
    }
    failed += 1;
    onFailed?.({ line, words: answer.words });
  }

  const mayDoubleIn = (lines: Batch) => target.action !== "update" && !lines.every(hasId);

  function unexpected(words: string, unknown: Batch): ImportFailed {
    return wrongForm(into, progress(), words, unknown, mayDoubleIn(unknown));
  }

  /** Sends one request. Answers for how many lines it is known what became of them, and why it is not for more. */
  async function attempt(batch: Batch, isResent: boolean): Promise<{ answered: number; lost?: unknown }> {
    let answered = 0;
    try {
      for await (const answers of answersTo(nodes, target, batch, signal)) {
        for (const answer of answers) {
          const line = batch[answered];
          answered += 1;
          if (line) note(line, answer, isResent);
        }
      }
      return { answered };
    } catch (error) {
      if (error instanceof UnreadableAnswer) throw unexpected(error.message, batch.slice(answered));
      if (isApiError(error, ...LOST)) return { answered, lost: error };
      throw error;
    }
  }

  async function send(batch: Batch): Promise<void> {
    let rest = batch;
    let isResent = false;
    let [failures, until] = [0, clock.now() + PATIENCE_MS];
    for (;;) {
      const { answered, lost } = await attempt(rest, isResent);
      if (lost === undefined && answered !== rest.length)
        throw unexpected(
          `answers for ${answered} of the ${rest.length} documents sent last`,
          rest.slice(answered),
        );
      rest = rest.slice(answered);
      if (rest.length === 0) return;
      const mayBeIn = !isTurnedAway(lost);
      if (mayBeIn && mayDoubleIn(rest)) throw mayDouble(into, progress(), rest, lost);
      if (answered > 0) [failures, until] = [0, clock.now() + PATIENCE_MS];
      const afterMs = backoff(failures, nodes.random);
      if (clock.now() + afterMs > until) throw brokenOff(into, progress(), lost);
      log.warn(
        `There is no answer for ${rest.length} documents of an import into ${into}; sending these again`,
      );
      await pause(clock, afterMs, signal, `importing into ${into}`);
      failures += 1;
      isResent ||= mayBeIn;
    }
  }

  return { into, send, progress };
}

/**
 * Whether a node has said that it does nothing now: it is not ready, or lags behind. A 503 in other words may come from what stands
 * before the node, after the work.
 */
function isTurnedAway(error: unknown): boolean {
  if (!isApiError(error) || error.status !== 503) return false;
  return error.failure.messages.some((text) => /\b(not ready|lagging)\b/i.test(text));
}
