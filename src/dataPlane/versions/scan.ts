import type { Line } from "../../api/dataPlane/jsonLines";
import type { ExportSource } from "../documents/completeness";
import { exactJson } from "../request/exactJson";
import { hashOfId } from "./hashes";
import type { ReadDocument } from "./mergePatch";
import type { SyncContext } from "./sync";
import { outgoing } from "./transfer";

/** A document that was read, with the hash of its id. */
export interface ScannedDocument {
  readonly id: string;
  readonly hash: bigint;
  readonly document: ReadDocument;
  readonly line: Line;
}

/**
 * Exports documents one by one, while applications write.
 *
 * @param onProblem called at the end if documents may be missing
 */
export async function* scanDocuments(
  ctx: SyncContext,
  source: ExportSource,
  onProblem: (problem: Error) => void,
): AsyncGenerator<ScannedDocument, void, void> {
  const { lines, problem } = outgoing(ctx, source);
  for await (const some of lines) for (const line of some) yield readLine(line);
  const found = problem();
  if (found !== null) onProblem(found);
}

function readLine(line: Line): ScannedDocument {
  const document = exactJson(Buffer.from(line.bytes).toString()) as ReadDocument;
  const id = String(document.id);
  return { id, hash: hashOfId(id), document, line };
}
