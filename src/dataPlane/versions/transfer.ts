import type { Line } from "../../api/dataPlane/jsonLines";
import { InterruptedError } from "../../http/clock";
import type { ExportSource } from "../documents/completeness";
import { ExportIncompleteError } from "../documents/errors";
import { exportDocuments } from "../documents/export";
import { importDocuments } from "../documents/import";
import { DocumentsRefusedError, type RefusedDocument, SyncTimeoutError } from "./errors";
import { idIn } from "./lines";
import { few, type SyncContext } from "./sync";

type Lines = AsyncIterable<readonly Line[]>;

/** An export whose end is judged by its caller. */
export interface Outgoing {
  readonly lines: Lines;
  /** Number of documents that the server counted before the first one arrived; null: unknown. */
  total(): number | null;
  /** Says, at the end, why documents may be missing; null: nothing suggests it. */
  problem(): ExportIncompleteError | null;
}

/** Exports documents while others write: their number may be off a little, and an export that is cut off just ends. */
export function outgoing({ nodes, signal }: SyncContext, source: ExportSource): Outgoing {
  let total: number | null = null;
  let problem: ExportIncompleteError | null = null;
  async function* lines() {
    try {
      yield* exportDocuments(nodes, source, {
        signal,
        tolerance: few,
        onTotal(documents) {
          total = documents;
        },
      });
    } catch (error) {
      if (!(error instanceof ExportIncompleteError)) throw error;
      problem = error;
      nodes.log.info(`${error.summary}: the documents are compared later`, { problem: error.detail });
    }
  }
  return { lines: lines(), total: () => total, problem: () => problem };
}

/** From so many on, the schema is wrong, and the rest is not sent. */
const MOST_REFUSED = 1_000;
const FIRST_REFUSED = 10;

/**
 * Writes documents to the new version, each over the one that it has. Sending one twice changes nothing, so lost answers are
 * sent again. Returns their number.
 *
 * @throws DocumentsRefusedError at the end; SyncTimeoutError, ImportFailedError, ApiError, InterruptedError
 */
export async function upsertAll(
  ctx: SyncContext,
  lines: Lines,
  onImported?: (documents: number) => void,
): Promise<number> {
  const { nodes, pair, signal } = ctx;
  const first: RefusedDocument[] = [];
  let refused = 0;
  async function* allowed() {
    for await (const some of lines) {
      await ctx.mayWrite?.();
      yield some;
      if (refused >= MOST_REFUSED || isLate(ctx)) return;
    }
  }
  const done = await importDocuments(nodes, { collection: pair.to, action: "upsert" }, allowed(), {
    signal,
    onProgress: ({ imported }) => onImported?.(imported),
    onFailed({ line, words }) {
      refused += 1;
      if (first.length < FIRST_REFUSED) first.push({ id: idIn(line), words });
    },
  }).catch((error: unknown) => {
    throw signal.aborted ? new InterruptedError(doingOf(ctx)) : error;
  });
  if (refused > 0) {
    const documents = `${refused} ${refused === 1 ? "document does" : "documents do"}`;
    const summary = `${documents} not fit collection "${pair.to}" of ${nodes.target.named}`;
    throw new DocumentsRefusedError(summary, pair.from, refused, first, refused >= MOST_REFUSED);
  }
  checkTime(ctx);
  return done.imported;
}

/** Throws {@link SyncTimeoutError} after the deadline. */
export function checkTime(ctx: SyncContext): void {
  if (isLate(ctx)) throw new SyncTimeoutError(doingOf(ctx));
}

function isLate({ nodes, deadline }: SyncContext): boolean {
  return nodes.clock.now() > deadline;
}

function doingOf({ pair }: SyncContext): string {
  return `copying documents to collection "${pair.to}"`;
}
