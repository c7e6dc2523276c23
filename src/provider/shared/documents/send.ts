import { createHash, type Hash } from "node:crypto";
import { linesOf } from "../../../api/dataPlane/jsonLines";
import { IMPORT_ACTIONS } from "../../../api/dataPlane/requests";
import type { CollectionRecord, FailedDocument, ImportProgress, Nodes } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { countOf } from "../../model/words";
import { type NodeCall, type NodeValues, resolveNodes } from "../dataPlane";
import { type DataApiKey, loadDataPlane } from "../service";
import { fileProblem, LINES_SHOWN, problemsOf, type Scan, scanned } from "./scan";
import { bytesOf, describeDestination, describeSource, doublesWarning, type Source } from "./source";

/** The collection that documents go into, and how they are written. */
interface ImportValues extends NodeValues {
  readonly collection: string;
  readonly action: string | null;
  readonly batch_size: number | null;
}

/** The part of a call that an import needs. */
interface Sending extends NodeCall {
  warn(summary: string, detail: string): void;
}

interface SendOptions {
  /** The key to the source, instead of `api_key` of the from block. */
  readonly fromKey?: DataApiKey | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** The result of sending documents. */
interface SentDocuments {
  readonly progress: ImportProgress;
  /** The first documents that the server rejected. */
  readonly failures: readonly FailedDocument[];
  /** SHA-256 of the bytes that were sent, in hexadecimal digits; null: the source is another collection. */
  readonly hash: string | null;
}

/** Sends the documents of a source into a collection. @throws ImportFailedError, and errors of the nodes */
export async function sendDocuments(
  call: Sending,
  nodes: Nodes,
  values: ImportValues,
  source: Source,
  { fromKey, onProgress }: SendOptions = {},
): Promise<SentDocuments> {
  const { collection, action, batch_size } = values;
  const target = {
    collection,
    action: IMPORT_ACTIONS.find((one) => one === action) ?? "upsert",
    batchSize: batch_size ?? undefined,
  };
  const failures: FailedDocument[] = [];
  const { importDocuments } = await loadDataPlane();
  const sent = source.kind === "from" ? null : createHash("sha256");
  const lines =
    source.kind === "from"
      ? await exportedLines(call, source.from, fromKey)
      : linesOf(hashing(bytesOf(source), sent as Hash));
  const progress = await importDocuments(nodes, target, lines, {
    signal: call.signal,
    onFailed(failure) {
      if (failures.length < LINES_SHOWN) failures.push(failure);
    },
    ...(onProgress && { onProgress }),
  });
  return { progress, failures, hash: sent?.digest("hex") ?? null };
}

async function exportedLines(
  call: Sending,
  from: Extract<Source, { readonly kind: "from" }>["from"],
  key: DataApiKey | undefined,
) {
  const { exportDocuments } = await loadDataPlane();
  const other = await resolveNodes(call, from, `to copy documents of ${describeDestination(from)}`, key);
  const exported = { collection: from.collection, filterBy: from.filter_by ?? undefined };
  const onNote = (note: string) =>
    call.warn(
      `Documents of ${describeDestination(from)} were copied, but the copy could not be fully verified`,
      note,
    );
  return exportDocuments(other, exported, { signal: call.signal, onNote });
}

async function* hashing(chunks: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Scans documents before they are sent, and warns of those that each import stores again.
 *
 * @throws TerraformError if any of them is not a document: nothing is sent then
 */
export async function scanToSend(
  { warn }: Pick<Sending, "warn">,
  source: Exclude<Source, { readonly kind: "from" }>,
  values: ImportValues,
): Promise<Scan> {
  if (source.kind === "file") refuseFile(fileProblem(source.path, ""));
  const scan = await scanned(bytesOf(source));
  refuseFile(problemsOf(scan));
  if (scan.withoutId > 0 && values.action !== "update") {
    const { summary, detail } = doublesWarning(describeDestination(values), source, scan);
    warn(summary, detail);
  }
  return scan;
}

/** Refuses a file that cannot be imported. @param problem the rest of the sentence; undefined: none */
export function refuseFile(problem: string | undefined): void {
  if (problem === undefined) return;
  throw new TerraformError("Invalid value for file", `The value of file ${problem}. Nothing was sent.`, [
    "file",
  ]);
}

/**
 * Reads the collection that documents go into; null if the key may not read it.
 *
 * @throws TerraformError if it is missing
 */
export async function readDestinationRecord(
  nodes: Nodes,
  name: string,
  signal: AbortSignal,
): Promise<CollectionRecord | null> {
  try {
    return await unlessUnauthorized(nodes.call("getCollection", { path: { name } }, { signal }));
  } catch (error) {
    if (!failedAs(error, "not_found")) throw error;
    throw new TerraformError(
      `Cannot import documents: collection "${name}" not found on ${nodes.target.named}`,
      "Nothing was sent. Check the name, or create the collection first. If this configuration creates it, refer to its name, as in collection = " +
        "searchcloud_collection.NAME.name.",
      ["collection"],
    );
  }
}

/** Returns null if the key may not read collections: a key may be allowed to import and nothing else. */
export async function unlessUnauthorized(
  answer: Promise<CollectionRecord>,
): Promise<CollectionRecord | null> {
  try {
    return await answer;
  } catch (error) {
    if (failedAs(error, "auth")) return null;
    throw error;
  }
}

/** Returns the error for documents that the server rejected. @param again as in "apply again" */
export function rejectedError(
  values: ImportValues,
  source: Source,
  { progress: { imported, existing, failed }, failures }: SentDocuments,
  again: string,
): TerraformError {
  const lines = failures.map(({ line, words }) => `\n  line ${line.number}: ${words}`).join("");
  const more = failed > failures.length ? `\n  and ${failed - failures.length} more` : "";
  const exists = values.action === "create" ? CREATE_HINT : "";
  const before = existing === 0 ? "" : ` (${existing} of them were already there and identical)`;
  return new TerraformError(
    `${failed} of ${imported + failed} documents were not imported into ${describeDestination(values)}`,
    `The other ${imported} ${imported === 1 ? "was" : "were"} imported${before}, and ${imported === 1 ? "stays" : "stay"}. The server rejected these lines of ${describeSource(source)}:\n${lines}${more}\n\nFix these documents or the schema of the ` +
      `collection, and ${again}: all documents are sent again.${exists}`,
    [source.kind],
  );
}

/** Returns the error for a source that was not the same while it was sent. @param again a sentence, such as "Plan and apply again." */
export function changedSourceError(
  source: Source,
  { imported, failed }: ImportProgress,
  again: string,
): TerraformError {
  const rejected = failed === 0 ? "" : `, and ${failed} rejected`;
  return new TerraformError(
    `${describeSource(source, "capital")} changed while it was imported`,
    `${countOf(imported)} ${imported === 1 ? "was" : "were"} imported${rejected}, from before or after the change. ${again}`,
    [source.kind],
  );
}

const CREATE_HINT =
  ' Documents already there count as imported if they are identical; "upsert" and "emplace" replace or change those that differ.';
