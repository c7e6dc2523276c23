import type { Line } from "../../api/dataPlane/jsonLines";
import type { ExportSource } from "../documents/completeness";
import { ExportIncompleteError } from "../documents/errors";
import { exportDocuments } from "../documents/export";
import { exactJson } from "../request/exactJson";
import { hashOfId } from "./hashes";
import { collectIds, type IdSet } from "./idSet";
import type { ReadDocument } from "./mergePatch";
import { few, type SyncContext } from "./sync";

type Scanned = Pick<SyncContext, "nodes" | "signal">;

/**
 * Exports documents of a version to which applications may write meanwhile: another number of documents at the end is no failure,
 * because every pass compares the ids anew.
 */
export async function* scan(
  { nodes, signal }: Scanned,
  source: ExportSource,
): AsyncGenerator<readonly Line[], void, void> {
  try {
    yield* exportDocuments(nodes, source, { signal, tolerance: few });
  } catch (error) {
    if (!(error instanceof ExportIncompleteError && error.reachedEnd)) throw error;
  }
}

/** A document that was read, with the hash of its id. */
export interface ScannedDocument {
  readonly id: string;
  readonly hash: bigint;
  readonly document: ReadDocument;
  readonly line: Line;
}

/** Exports documents one by one. See {@link scan}. */
export async function* scanDocuments(
  ctx: Scanned,
  source: ExportSource,
): AsyncGenerator<ScannedDocument, void, void> {
  for await (const lines of scan(ctx, source)) for (const line of lines) yield readLine(line);
}

function readLine(line: Line): ScannedDocument {
  const document = exactJson(Buffer.from(line.bytes).toString()) as ReadDocument;
  const id = String(document.id);
  return { id, hash: hashOfId(id), document, line };
}

/** Reads the ids of a version. */
export async function scanIds(ctx: Scanned, collection: string): Promise<IdSet> {
  const ids = collectIds();
  for await (const { hash } of scanDocuments(ctx, { collection, includeFields: ["id"] })) ids.add(hash);
  return ids.sorted();
}
