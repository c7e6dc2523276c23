import { hasId, type Line, linesOf } from "../../api/dataPlane/jsonLines";
import type { ImportAction } from "../../api/dataPlane/requests";
import type { Nodes } from "../nodes";
import { answersIn, type DocumentAnswer } from "./answers";
import { type Batch, bodyOf, inBatches } from "./batches";
import { brokenOff, type ImportProgress, mayDouble, wrongCount } from "./errors";

/** Where documents go, and what becomes of those whose id is there already. */
export interface ImportTarget {
  readonly collection: string;
  readonly action: ImportAction;
  /** Documents that the server indexes at a time. @default the server's */
  readonly batchSize?: number | undefined;
}

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
 * A request whose answer is lost is sent again where that changes nothing: every document has an id, or the action only
 * updates. Only the lines without an answer are sent again. Of these, `create` counts a document that exists by then as
 * imported: the lost request has most likely created it.
 *
 * @throws ImportFailed when it cannot go on, ApiError when nothing was sent, Interrupted.
 */
export async function importDocuments(
  nodes: Nodes,
  target: ImportTarget,
  lines: AsyncIterable<readonly Line[]>,
  options: ImportOptions,
): Promise<ImportProgress> {
  const run = createRun(nodes, target, options);
  for await (const batch of inBatches(lines)) {
    await run.send(batch);
    options.onProgress?.(run.progress());
  }
  return run.progress();
}
