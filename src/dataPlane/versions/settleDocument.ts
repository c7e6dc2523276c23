import type { Line } from "../../api/dataPlane/jsonLines";
import { InterruptedError } from "../../http/clock";
import { isApiError } from "../../http/error";
import { compareDocuments, type StoredFields } from "../documents/existing";
import { importDocuments } from "../documents/import";
import { exactText } from "../request/exactJson";
import { isMinority } from "../snapshots";
import { deleteIfUnchanged, patchIfUnchanged } from "./conditional";
import { hashOfId } from "./hashes";
import type { VersionKnowledge } from "./knowledge";
import { canBeNamed } from "./lines";
import { mergePatch, type ReadDocument } from "./mergePatch";
import { type SyncContext, timeIn, writtenAt } from "./sync";
import { type DocumentVerdict, judgeDocument } from "./verdict";

/** The outcome for a document. `again`: somebody was writing it, or nodes disagreed, so the next pass looks again. */
export type DocumentOutcome =
  | { readonly done: "created" | "updated" | "deleted" | "nothing" }
  | { readonly done: "again" }
  | { readonly done: "left"; readonly why: string };

export interface DocumentContext extends SyncContext {
  readonly compared: number;
  readonly knowledge: VersionKnowledge;
  /** The fields of the new version; null: the key may not read them. */
  readonly fields: StoredFields | null;
  /** Names of fields of the old version that are not carried over: the new one computes them in another way. */
  readonly leftOut: readonly string[];
}

const UNNAMEABLE =
  "its id cannot be named in a filter, so it cannot be changed without the risk of overwriting something newer";

/** A path ends such a part, or begins anew. */
const UNADDRESSABLE = "its id cannot be part of a URL";

/** Reads of a document before it is left for the next pass. */
const MOST_READS = 3;

/** Reads a document in both versions, decides, and writes it if nobody has written it meanwhile. */
export async function settleDocument(ctx: DocumentContext, id: string): Promise<DocumentOutcome> {
  if (/^\.{1,2}$/.test(id)) return { done: "left", why: UNADDRESSABLE };
  let refused: string | undefined;
  for (let read = 0; read < MOST_READS; read += 1) {
    const [old, now] = await Promise.all([readIn(ctx, ctx.pair.from, id), readIn(ctx, ctx.pair.to, id)]);
    // About the new version, the server decides when it writes. In the old one, a node that lags behind may lack it, or still have it.
    if (old.isUnclear) return { done: "again" };
    const outcome = await carryOut(ctx, id, old.newest, now.newest);
    if (outcome.done !== "again") return outcome;
    refused = outcome.refused;
  }
  return refused === undefined ? { done: "again" } : { done: "left", why: refused };
}

type Attempted =
  | Exclude<DocumentOutcome, { done: "again" }>
  | { readonly done: "again"; readonly refused?: string };

async function carryOut(
  ctx: DocumentContext,
  id: string,
  old: ReadDocument | null,
  now: ReadDocument | null,
): Promise<Attempted> {
  const verdict = judge(ctx, id, old, now);
  if (verdict.act === "leave")
    return verdict.doubt === null ? { done: "nothing" } : { done: "left", why: verdict.doubt };
  if (verdict.act === "create") return createDocument(ctx, old as ReadDocument);
  const condition = conditionOf(ctx, id, now as ReadDocument);
  if (condition === null) return { done: "left", why: UNNAMEABLE };
  const hash = hashOfId(id);
  if (verdict.act === "delete") {
    const write = await deleteIfUnchanged(ctx.nodes, condition, ctx);
    if (write === "held") ctx.knowledge.noteDeleted(hash);
    return write === "held" ? { done: "deleted" } : { done: "again" };
  }
  const body = mergePatch(now as ReadDocument, old as ReadDocument, ctx.fields?.made);
  if (Object.keys(body).length === 0) return { done: "nothing" };
  const write = await patchIfUnchanged(ctx.nodes, condition, body, ctx).catch((error: unknown) => {
    // It would be rejected by every other settle, too, which would never end.
    if (isApiError(error, "invalid")) return error;
    throw error;
  });
  if (isApiError(write)) return { done: "left", why: write.summary };
  if (write === "held") ctx.knowledge.noteWritten(hash, old as ReadDocument);
  if (write === "held") return { done: "updated" };
  return write === "lost"
    ? { done: "again" }
    : { done: "again", refused: "the server did not take the change" };
}

/** Decides about a document of which both versions are known. */
export function judge(
  { knowledge, compared, updatedAt, fields }: DocumentContext,
  id: string,
  old: ReadDocument | null,
  now: ReadDocument | null,
): DocumentVerdict {
  const hash = hashOfId(id);
  const seen = (document: ReadDocument | null) =>
    document && { at: updatedAt && writtenAt(document, updatedAt) };
  return judgeDocument(seen(old), seen(now), {
    wasThere: knowledge.wasThere(hash),
    isOwn: knowledge.isOwn(hash),
    content: knowledge.contentOf(hash, now ?? old),
    isSame: old !== null && now !== null && compareDocuments(old, now, fields) === "same",
    compared,
    hasTimes: updatedAt !== null,
  });
}

function conditionOf({ pair, updatedAt }: DocumentContext, id: string, now: ReadDocument) {
  const at = updatedAt && timeIn(now, updatedAt.field);
  if (updatedAt === null || at === null || !canBeNamed(id)) return null;
  return { collection: pair.to, id, updatedAt, at };
}

async function createDocument(ctx: DocumentContext, document: ReadDocument): Promise<Attempted> {
  const line = { number: 1, bytes: Buffer.from(exactText(document)) };
  const { refused } = await createDocuments(ctx, [{ line, hash: hashOfId(String(document.id)), document }]);
  const [first] = refused;
  return first === undefined ? { done: "created" } : { done: "again", refused: first.words };
}

/** A document to create in the new version. */
interface NewDocument {
  readonly line: Line;
  readonly hash: bigint;
  readonly document: ReadDocument;
}

/**
 * Creates documents in the new version. The server rejects one that exists by then, so that nothing is overwritten.
 *
 * @returns the number of those that it created, and those that it rejected, with its words
 */
export async function createDocuments<D extends NewDocument>(
  { nodes, pair, signal, knowledge }: DocumentContext,
  documents: readonly D[],
): Promise<{
  readonly created: number;
  readonly refused: readonly { readonly document: D; readonly words: string }[];
}> {
  const failed = new Map<Line, string>();
  const lines = documents.map(({ line }) => line);
  const { imported, existing } = await importDocuments(
    nodes,
    { collection: pair.to, action: "create" },
    (async function* () {
      yield lines;
    })(),
    { signal, onFailed: ({ line, words }) => failed.set(line, words) },
  ).catch((error: unknown) => {
    throw signal.aborted ? new InterruptedError(`creating documents in collection "${pair.to}"`) : error;
  });
  for (const { line, hash, document } of documents)
    if (!failed.has(line)) knowledge.noteWritten(hash, document);
  const refused = documents.flatMap((document) => {
    const words = failed.get(document.line);
    return words === undefined ? [] : [{ document, words }];
  });
  return { created: imported - existing, refused };
}

/** One document as the nodes have it. */
interface NodesDocument {
  /** Null: no node has it. */
  readonly newest: ReadDocument | null;
  /** True if the nodes disagree on whether it exists, or too few have answered. */
  readonly isUnclear: boolean;
}

/** Reads a document at every node: one that lags behind has an old one, or none. */
async function readIn(
  { nodes, signal, updatedAt, pair, leftOut }: DocumentContext,
  name: string,
  id: string,
): Promise<NodesDocument> {
  const isPartial = name === pair.from && leftOut.length > 0;
  const query = isPartial ? { exclude_fields: leftOut.join(",") } : {};
  const found = await nodes.everywhere("getDocument", { path: { name, id }, query }, { signal });
  const documents = found.seen.flatMap(({ value }) => (value === null ? [] : [value as ReadDocument]));
  const isUnclear = isMinority(found) || (documents.length > 0 && documents.length < found.seen.length);
  const at = (document: ReadDocument) => (updatedAt && writtenAt(document, updatedAt)) ?? 0;
  const newest = documents.reduce<ReadDocument | null>(
    (best, document) => (best !== null && at(best) >= at(document) ? best : document),
    null,
  );
  return { newest, isUnclear };
}
