import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { linesOf } from "../../../api/dataPlane/jsonLines";
import { IMPORT_ACTIONS } from "../../../api/dataPlane/requests";
import type { FailedDocument, ImportProgress, Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";

import { nodePrivateStateOf, resolveNodes } from "../../shared/dataPlane";
import { type DataApiKey, loadDataPlane } from "../../shared/service";
import { readDestination } from "./destination";
import { fileProblem, hashOf, LINES_SHOWN, problemsOf, scanned, unreadableFileProblem } from "./scan";

import type { DocumentsCall, DocumentsValues } from "./schema";
import {
  bytesOf,
  describeDestination,
  describeSource,
  doublesWarning,
  hashOfFrom,
  type Source,
  sourceOf,
} from "./source";

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
  const failures: FailedDocument[] = [];
  const progress = await sendDocuments(call, nodes, planned, source, hash, (failure) => {
    if (failures.length < LINES_SHOWN) failures.push(failure);
  }).catch((error: unknown) => {
    if (error instanceof ImportFailedError) keepReimportPending(call);
    throw error;
  });
  if (progress.failed > 0) {
    keepReimportPending(call);
    throw refusedError(planned, source, progress, failures);
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
  const { content_hash: planned, action } = values;
  if (source.kind === "from") return hashOfFrom(source.from);
  if (source.kind === "file") refuse(fileProblem(source.path));
  const hash = await hashOf(bytesOf(source)).catch((error: unknown) => {
    throw source.kind === "file" ? fileError(unreadableFileProblem(source.path, error)) : error;
  });
  if (planned !== null && hash !== planned)
    throw new TerraformError(
      `${describeSource(source, "capital")} has changed since the plan`,
      `Its SHA-256 was ${planned} at plan and is ${hash} now. Nothing was sent. Plan again, and apply that plan.`,
      [source.kind],
    );
  // The plan has checked documents whose hash it knew.
  if (planned !== null) return hash;
  const scan = await scanned(bytesOf(source));
  refuse(problemsOf(scan));
  if (scan.withoutId > 0 && action !== "update") {
    const { summary, detail } = doublesWarning(describeDestination(values), source, scan);
    warn(summary, detail);
  }
  return hash;
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw fileError(problem);
}

function fileError(problem: string): TerraformError {
  return new TerraformError("Invalid value for file", `The value of file ${problem}. Nothing was sent.`, [
    "file",
  ]);
}

/** Sends the documents. */
async function sendDocuments(
  call: DocumentsCall,
  nodes: Nodes,
  planned: DocumentsValues,
  source: Source,
  hash: string,
  onFailed: (failed: FailedDocument) => void,
): Promise<ImportProgress> {
  const { collection, action, batch_size } = planned;
  const target = {
    collection,
    action: IMPORT_ACTIONS.find((one) => one === action) ?? "upsert",
    batchSize: batch_size ?? undefined,
  };
  const { signal } = call;
  const { importDocuments, exportDocuments } = await loadDataPlane();
  if (source.kind === "from") {
    const { from } = source;
    const other = await resolveNodes(
      call,
      from,
      `to copy documents of ${describeDestination(from)}`,
      keyOfFrom(call, from),
    );
    const exported = { collection: from.collection, filterBy: from.filter_by ?? undefined };
    const onNote = (note: string) =>
      call.warn(
        `Documents of ${describeDestination(from)} were copied, but the copy could not be fully verified`,
        note,
      );
    const lines = exportDocuments(other, exported, { signal, onNote });
    return importDocuments(nodes, target, lines, { signal, onFailed });
  }
  const sent = createHash("sha256");
  const progress = await importDocuments(nodes, target, linesOf(hashing(bytesOf(source), sent)), {
    signal,
    onFailed,
  });
  if (sent.digest("hex") === hash) return progress;
  keepReimportPending(call);
  throw new TerraformError(
    `${describeSource(source, "capital")} changed while it was imported`,
    `${progress.imported} documents were imported, from before or after the change. Plan and apply again.`,
    [source.kind],
  );
}

/**
 * Returns the key of the source, which is in the configuration only; undefined: none is configured.
 *
 * @throws TerraformError if the key is that of another source: with `ignore_changes`, the planned block is not the configured one
 */
function keyOfFrom(
  { config }: Pick<DocumentsCall, "config">,
  from: NonNullable<DocumentsValues["from"]>,
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

async function* hashing(chunks: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function refusedError(
  planned: DocumentsValues,
  source: Source,
  { imported, existing, failed }: ImportProgress,
  first: readonly FailedDocument[],
): TerraformError {
  const lines = first.map(({ line, words }) => `\n  line ${line.number}: ${words}`).join("");
  const more = failed > first.length ? `\n  and ${failed - first.length} more` : "";
  const exists = planned.action === "create" ? CREATE_HINT : "";
  const before = existing === 0 ? "" : ` (${existing} of them were already there and identical)`;
  return new TerraformError(
    `${failed} of ${imported + failed} documents were not imported into ${describeDestination(planned)}`,
    `The other ${imported} ${imported === 1 ? "was" : "were"} imported${before}, and ${imported === 1 ? "stays" : "stay"}. The server rejected these lines of ${describeSource(source)}:\n${lines}${more}\n\nFix these documents or the schema of the ` +
      `collection, and apply again: all documents are sent again.${exists}`,
    [source.kind],
  );
}

const CREATE_HINT =
  ' Documents already there count as imported if they are identical; "upsert" and "emplace" replace or change those that differ.';
