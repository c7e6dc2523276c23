import { type Line, linesOf, textOf } from "../../api/dataPlane/jsonLines";
import type { ImportAction } from "../../api/dataPlane/requests";
import { excerpt } from "../../redaction";
import type { Nodes } from "../nodes";

/** The collection, and the action for documents whose id already exists. */
export interface ImportTarget {
  readonly collection: string;
  readonly action: ImportAction;
  /** Documents that the server indexes at a time. @default the server's */
  readonly batchSize?: number | undefined;
}

/** Sends one request of an import; the answers are read as they arrive, in the order of the lines. */
export async function* sendBatch(
  nodes: Nodes,
  { collection, action, batchSize }: ImportTarget,
  batch: Batch,
  signal: AbortSignal,
): AsyncGenerator<readonly DocumentAnswer[]> {
  const query = { action, ...(batchSize !== undefined && { batch_size: batchSize }) };
  const lines = async function* () {
    yield textOf(batch);
  };
  const input = { path: { name: collection }, query, lines };
  const answer = await nodes.stream("importDocuments", input, { signal });
  for await (const some of linesOf(answer)) yield some.flatMap(({ bytes }) => parseAnswers(bytes));
}

/** A node's answer for one document of an import. */
export type DocumentAnswer =
  | { readonly success: true }
  | {
      readonly success: false;
      /** The reason, in the node's words. */
      readonly words: string;
      /** True if a document with this id already exists. */
      readonly exists: boolean;
    };

/** The most frequent answer, without parsing it as JSON, which takes ten times as long. */
const SUCCESS = Buffer.from('{"success":true}');
const DONE: readonly DocumentAnswer[] = [{ success: true }];

/** Number of characters of the node's message that are kept. */
const WORDS_LENGTH = 200;

/** An answer that says nothing about a document; the message is the rest of "the node answered". */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";
}

/**
 * Parses the answers in one line of the answer to an import, in the order of the documents. Today's servers give each document
 * a line; those of version 0.10 one object with all of them as `items` (docs/design/api-assumptions.md#data-plane).
 *
 * @throws UnreadableAnswerError
 */
export function parseAnswers(line: Uint8Array): readonly DocumentAnswer[] {
  if (SUCCESS.equals(line)) return DONE;
  const answer = parsed(Buffer.from(line).toString());
  const { items } = membersOf(answer);
  return Array.isArray(items) ? items.map(answerOf) : [answerOf(answer)];
}

function answerOf(answer: unknown): DocumentAnswer {
  const { success, error, code } = membersOf(answer);
  if (success === true) return { success };
  if (success !== false) throw new UnreadableAnswerError(`a line without "success"`);
  const words = typeof error === "string" ? excerpt(error, WORDS_LENGTH) : "";
  return {
    success,
    words: words || "no reason given",
    exists: code === 409 || /\balready exists\b/i.test(words),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableAnswerError("a line that is not JSON");
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Lines that are sent in one request. */
export type Batch = readonly Line[];

/** The most that one request of an import carries: this limits what can fail at once, and what memory holds. */
const BATCH_LINES = 4000;
const BATCH_BYTES = 8 * 1024 * 1024;
export const BATCH_LIMITS = { lines: BATCH_LINES, bytes: BATCH_BYTES };

/** Groups lines into batches, in order. A line that exceeds the limit is sent alone. */
export async function* inBatches(
  lines: AsyncIterable<readonly Line[]>,
  { most = BATCH_LINES, bytes: mostBytes = BATCH_BYTES } = {},
): AsyncGenerator<Batch> {
  let batch: Line[] = [];
  let bytes = 0;
  for await (const some of lines) {
    for (const line of some) {
      if (batch.length > 0 && (batch.length >= most || bytes + line.bytes.length > mostBytes)) {
        yield batch;
        [batch, bytes] = [[], 0];
      }
      batch.push(line);
      bytes += line.bytes.length + 1;
    }
  }
  if (batch.length > 0) yield batch;
}
