import { isDeepStrictEqual } from "node:util";
import { TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";
import { nodePrivateStateOf, resolveNodes } from "../../shared/dataPlane";
import { fileProblem, hashOf, unreadableFileProblem } from "../../shared/documents/scan";
import {
  changedSourceError,
  refuseFile,
  rejectedError,
  scanToSend,
  sendDocuments,
} from "../../shared/documents/send";
import {
  bytesOf,
  describeDestination,
  describeSource,
  hashOfFrom,
  type Source,
  sourceOf,
} from "../../shared/documents/source";
import { type DataApiKey, loadDataPlane } from "../../shared/service";
import { readDestination } from "./destination";
import type { DocumentsCall, DocumentsValues } from "./schema";

type Imported = Pick<DocumentsValues, "content_hash" | "num_imported" | "imported_at">;

/** Imports the documents into the collection. They are hashed again first, so that only the planned documents are sent. */
export async function importDocumentsInto(call: DocumentsCall, planned: DocumentsValues): Promise<Imported> {
  const source = sourceOf(planned);
  if (source === undefined)
    throw new TerraformError("No documents to import", "Set file, content or a from block.");
  const hash = await checkedHash(call, source, planned);
  const nodes = await resolveNodes(call, planned, `to import documents into ${describeDestination(planned)}`);
  const into = await readDestination(nodes, planned, call);
  const { ImportFailedError } = await loadDataPlane();
  const fromKey = source.kind === "from" ? keyOfFrom(call, source.from) : undefined;
  const sent = await sendDocuments(call, nodes, planned, source, { fromKey }).catch((error: unknown) => {
    if (error instanceof ImportFailedError) keepReimportPending(call);
    throw error;
  });
  const { progress } = sent;
  if (sent.hash !== null && sent.hash !== hash) {
    keepReimportPending(call);
    throw changedSourceError(source, progress, "Plan and apply again.");
  }
  if (progress.failed > 0) {
    keepReimportPending(call);
    throw rejectedError(planned, source, sent, "apply again");
  }
  call.setPrivateState({ ...nodePrivateStateOf(call.service, planned), ...(into && { into }) });
  const now = Math.floor(nodes.clock.now() / 1000);
  return { content_hash: hash, num_imported: progress.imported, imported_at: toInstant(now) };
}

/** Keeps the pending import in private state: the collection may hold some of the documents now, so it is no longer empty. */
function keepReimportPending(call: DocumentsCall): void {
  const { other, ...stored } = call.privateState ?? {};
  if (other) call.setPrivateState({ ...stored, again: true });
}

/** Returns the hash of the documents. @throws TerraformError if they are not the planned ones. */
async function checkedHash(
  { warn }: Pick<DocumentsCall, "warn">,
  source: Source,
  values: DocumentsValues,
): Promise<string> {
  const { content_hash: planned } = values;
  if (source.kind === "from") return hashOfFrom(source.from);
  if (source.kind === "file") refuseFile(fileProblem(source.path));
  const hash = await hashOf(bytesOf(source)).catch((error: unknown) => {
    if (source.kind === "file") refuseFile(unreadableFileProblem(source.path, error));
    throw error;
  });
  if (planned !== null && hash !== planned)
    throw new TerraformError(
      `${describeSource(source, "capital")} has changed since the plan`,
      `Its SHA-256 was ${planned} at plan and is ${hash} now. Nothing was sent. Plan again, and apply that plan.`,
      [source.kind],
    );
  // The plan has checked documents whose hash it knew.
  if (planned === null) await scanToSend({ warn }, source, values);
  return hash;
}

/**
 * Returns the key of the source, which is in the configuration only; undefined: none is configured.
 *
 * @throws TerraformError if the key is that of another source: with `ignore_changes`, the planned block is not the configured one
 */
function keyOfFrom(
  { config }: Pick<DocumentsCall, "config">,
  from: Extract<Source, { readonly kind: "from" }>["from"],
): DataApiKey | undefined {
  const configured = config?.from ?? null;
  const value = configured?.api_key_wo ?? null;
  if (configured === null || value === null) return undefined;
  const nodes = ({ cluster_id, node_urls }: typeof from) => [cluster_id, node_urls];
  if (isDeepStrictEqual(nodes(configured), nodes(from)))
    return { value, origin: "api_key_wo of the from block of this resource" };
  throw new TerraformError(
    "The key of another source is configured",
    `api_key_wo is for the nodes of the from block as it is written, and these documents are copied from others: ignore_changes keeps ${describeDestination(from)}. ` +
      "Nothing was sent. Remove from from ignore_changes, or write the block as it is in the state.",
    ["from"],
  );
}
