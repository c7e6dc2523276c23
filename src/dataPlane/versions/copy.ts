import { documentIn, type Line } from "../../api/dataPlane/jsonLines";
import { fieldsLeftOut } from "./embedded";
import { hashOfBytes, hashOfId } from "./hashes";
import { idBytesIn } from "./lines";
import { createSent, type Sent } from "./sent";
import { OVERLAP_MS, type SyncContext, timeAt, writtenAt } from "./sync";
import { outgoing, upsertAll } from "./transfer";

/** The result of a copy: the input of the catch-up. */
export interface Copied {
  /** The time before which every write of the live version is in the new one, but for what a catch-up finds missing. */
  readonly since: number;
  readonly documents: number;
  readonly sent: Sent;
}

/** Reads the names of fields that are not copied. */
export async function readLeftOut({ nodes, pair, signal }: SyncContext) {
  const read = (name: string) => nodes.call("getCollection", { path: { name } }, { signal });
  const [from, to] = [await read(pair.from), await read(pair.to)];
  return { leftOut: fieldsLeftOut(from, to), documents: Math.max(from.num_documents ?? 0, 0) };
}

/**
 * Copies all documents of the live version to the new one, without holding more than one request of them. An export that is cut
 * off ends the copy: the catch-up finds what is missing by comparing ids.
 *
 * @throws DocumentsRefusedError, SyncTimeoutError, ImportFailedError, ApiError, InterruptedError
 */
export async function copyDocuments(ctx: SyncContext): Promise<Copied> {
  const { nodes, pair, updatedAt, onProgress } = ctx;
  // After the first answer, so that it is a time of the nodes.
  const { leftOut } = await readLeftOut(ctx);
  const since = timeAt(nodes);
  const sent = createSent();
  const source = outgoing(ctx, { collection: pair.from, excludeFields: leftOut });

  function note(line: Line): void {
    if (updatedAt === null) return;
    const found = documentIn(line);
    const at = "document" in found ? writtenAt(found.document as Record<string, unknown>, updatedAt) : null;
    const id = at !== null && at >= since - OVERLAP_MS ? idBytesIn(line) : null;
    if (id !== null) sent.note(hashOfId(id), hashOfBytes(line.bytes));
  }
  async function* noted() {
    for await (const lines of source.lines) {
      lines.forEach(note);
      yield lines;
    }
  }

  onProgress?.({ stage: "copy", done: 0, total: null });
  const documents = await upsertAll(ctx, noted(), (done) =>
    onProgress?.({ stage: "copy", done, total: source.total() }),
  );
  nodes.log.info(`Copied documents of collection "${pair.from}" to "${pair.to}"`, { documents });
  return { since, documents, sent };
}
