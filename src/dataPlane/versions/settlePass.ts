import type { ExportSource } from "../documents/completeness";
import { createContents, type GrowingContents } from "./contents";
import { hashOfContent } from "./hashes";
import { type IdSet, missingIn } from "./idSet";
import { readIds } from "./ids";
import type { ReadDocument } from "./mergePatch";
import { type ScannedDocument, scanDocuments } from "./scan";
import {
  createDocuments,
  type DocumentContext,
  type DocumentOutcome,
  judge,
  settleDocument,
} from "./settleDocument";
import { writtenAt, writtenSince } from "./sync";
import { type DocumentVerdict, judgeDocument } from "./verdict";

/** The work of a settle, over all its passes. */
interface SettleTally {
  created: number;
  updated: number;
  deleted: number;
  /** Why a document was left as it is, by its id. */
  readonly left: Map<string, string>;
}

export interface PassContext extends DocumentContext {
  readonly tally: SettleTally;
  /** Documents written before this time, in milliseconds, are known to be in both versions. Null: there are no times. */
  readonly since: number | null;
  /** Old documents about which nothing more is to do, by their content. */
  readonly agreed: GrowingContents;
  /** The versions of which more documents than allowed would be written because of their times alone: none of those is. */
  readonly tooMany: Set<string>;
  /** Stands for the ids of the old version in the last pass. */
  oldIds: bigint;
  /** Why the last pass may have missed documents. */
  readonly problems: Error[];
}

/** Documents that are read one by one, or created in one request. */
const CHUNK = 500;
/** Documents that are written at the same time. */
const AT_A_TIME = 6;
/** Documents that are created or deleted, of so many, because of their times alone. */
const mostInferred = (documents: number) => Math.max(100, Math.floor(documents / 100));

/**
 * Carries over what only the old version has: first, quickly, what was written since the last comparison, then whatever the ids
 * of all documents show.
 *
 * @returns the number of documents that were written, or are to be looked at again
 */
export async function settlePass(ctx: PassContext): Promise<number> {
  ctx.problems.length = 0;
  const recent = ctx.updatedAt === null || ctx.since === null ? 0 : await carryRecent(ctx);
  return recent + (await compareIds(ctx));
}

/** Compares the documents that were written lately, by their times and contents. */
export async function carryRecent(ctx: PassContext): Promise<number> {
  const { pair } = ctx;
  const filterBy = recentFilter(ctx);
  if (filterBy === undefined) return 0;
  const [times, contents] = [createContents(), createContents()];
  for await (const { hash, document } of scan(ctx, pair.to, { filterBy })) {
    times.set(hash, timeOf(ctx, document));
    contents.set(hash, hashOfContent(document));
  }
  // Each document that it lacks would be read one by one.
  if (ctx.problems.length > 0) return 0;
  let found = 0;
  let chunk: ScannedDocument[] = [];
  for await (const scanned of scan(ctx, pair.from, { filterBy })) {
    const { hash, document } = scanned;
    const content = hashOfContent(document);
    if (ctx.agreed.get(hash) === content) continue;
    const [now, was] = [times.get(hash), timeOf(ctx, document)];
    const there = contents.get(hash);
    const isSettled =
      now !== undefined &&
      there !== undefined &&
      (now > was ||
        there === content ||
        (now === was && ctx.knowledge.contentOfHash(hash, there) !== "asWritten"));
    if (isSettled) continue;
    chunk.push(scanned);
    if (chunk.length < CHUNK) continue;
    found += await carryChunk(ctx, chunk);
    chunk = [];
  }
  return found + (await carryChunk(ctx, chunk));
}

/** Exports documents of a version as the new one stores them; notes why some may be missing. */
export function scan(
  ctx: PassContext,
  collection: string,
  source: Pick<ExportSource, "filterBy" | "includeFields">,
) {
  const excludeFields = collection === ctx.pair.from && !source.includeFields ? ctx.leftOut : [];
  return scanDocuments(ctx, { ...source, collection, excludeFields }, (problem) =>
    ctx.problems.push(problem),
  );
}

/** Returns the filter of documents that were written since the last comparison; undefined: there are no times. */
export function recentFilter({ updatedAt, since }: Pick<PassContext, "updatedAt" | "since">) {
  return updatedAt === null || since === null ? undefined : writtenSince(updatedAt, since);
}

function timeOf({ updatedAt }: PassContext, document: ReadDocument): bigint {
  return BigInt(Math.trunc((updatedAt && writtenAt(document, updatedAt)) ?? 0));
}

/** Creates the documents that the new version lacks in one request, and decides about each of the others. */
async function carryChunk(ctx: PassContext, chunk: readonly ScannedDocument[]): Promise<number> {
  const isNew = ({ id, document }: ScannedDocument) => judge(ctx, id, document, null).act === "create";
  const [news, others]: [ScannedDocument[], ScannedDocument[]] = [[], []];
  for (const one of chunk) (isNew(one) ? news : others).push(one);
  const { created, refused } =
    news.length === 0 ? { created: 0, refused: [] } : await createDocuments(ctx, news);
  ctx.tally.created += created;
  // The server rejects one that exists: it is an edit.
  others.push(...refused.map(({ document }) => document));
  const decided = await settleEach(
    ctx,
    others.map(({ id }) => id),
    (at, outcome) => {
      const { hash, document } = others[at] as ScannedDocument;
      if (outcome.done === "nothing" || outcome.done === "left")
        ctx.agreed.set(hash, hashOfContent(document));
    },
  );
  return created + decided;
}

/** Decides about documents one by one. Returns the number that were written, or are to be looked at again. */
async function settleEach(
  ctx: PassContext,
  ids: readonly string[],
  onOutcome: (at: number, outcome: DocumentOutcome) => void = () => {},
): Promise<number> {
  const { tally } = ctx;
  const waiting = [...ids.entries()];
  let found = 0;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, id] = next;
      const outcome = await settleDocument(ctx, id).catch((error: unknown) => {
        // The other workers end, too.
        waiting.length = 0;
        throw error;
      });
      if (outcome.done === "left") tally.left.set(id, outcome.why);
      else tally.left.delete(id);
      if (outcome.done !== "left" && outcome.done !== "nothing") found += 1;
      if (outcome.done === "created" || outcome.done === "updated" || outcome.done === "deleted")
        tally[outcome.done] += 1;
      onOutcome(at, outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, ids.length) }, work));
  return found;
}

/** Compares the ids of both versions. */
async function compareIds(ctx: PassContext): Promise<number> {
  const { from, to } = ctx.pair;
  const [old, now] = [await readIds(ctx, from), await readIds(ctx, to)];
  for (const { problem } of [old, now]) if (problem !== null) ctx.problems.push(problem);
  ctx.oldIds = 0n;
  for (const id of old.ids.values()) ctx.oldIds ^= id;
  // Each document that one of them lacks would be read one by one.
  if (ctx.problems.length > 0) return 0;
  const lacking = await candidatesOf(ctx, from, old.ids, now.ids);
  const surplus = await candidatesOf(ctx, to, now.ids, old.ids);
  return (await settleEach(ctx, lacking)) + (await settleEach(ctx, surplus));
}

/**
 * Returns the ids that only one of the versions has and about which there may be something to do. If there are too many that only
 * their times speak for, those are left.
 */
async function candidatesOf(
  ctx: PassContext,
  collection: string,
  ids: IdSet,
  others: IdSet,
): Promise<readonly string[]> {
  const isOld = collection === ctx.pair.from;
  // A document that this run has created and that is missing was not stored, or deleted since.
  const mayMatter = (hash: bigint) =>
    ctx.knowledge.wasThere(hash) !== isOld || (isOld && ctx.knowledge.isOwn(hash));
  if (!hasAny(missingIn(ids, others), mayMatter)) return [];
  const noted: string[] = [];
  const inferred: string[] = [];
  let count = 0;
  const most = mostInferred(ids.size);
  const includeFields = ["id", ...(ctx.updatedAt ? [ctx.updatedAt.field] : [])];
  for await (const { id, hash, document } of scan(ctx, collection, { includeFields })) {
    if (others.has(hash) || !mayMatter(hash) || ctx.tally.left.has(id)) continue;
    const verdict = judgeRow(ctx, hash, document, isOld);
    if (verdict.act === "leave" && verdict.doubt === null) continue;
    if (!("inferred" in verdict && verdict.inferred)) noted.push(id);
    else {
      count += 1;
      if (inferred.length < most) inferred.push(id);
    }
  }
  if (count <= most) return ctx.tooMany.has(collection) ? noted : [...noted, ...inferred];
  if (!ctx.tooMany.has(collection)) for (const id of inferred) ctx.tally.left.set(id, tooMany(isOld, count));
  ctx.tooMany.add(collection);
  return noted;
}

function tooMany(isOld: boolean, count: number): string {
  const [lacking, when] = isOld ? ["new", "since"] : ["old", "before"];
  return `the ${lacking} version lacks ${count} documents, and it cannot be told which of them were deleted ${when} the alias moved`;
}

function hasAny(hashes: Iterable<bigint>, matters: (hash: bigint) => boolean): boolean {
  for (const hash of hashes) if (matters(hash)) return true;
  return false;
}

/** Decides by what a list of ids and times shows, as if nothing was noted; the document itself is read afterwards. */
function judgeRow(ctx: PassContext, hash: bigint, row: ReadDocument, isOld: boolean): DocumentVerdict {
  const { knowledge, compared, updatedAt } = ctx;
  const seen = { at: updatedAt && writtenAt(row, updatedAt) };
  const isNoted = knowledge.contentOf(hash, null) !== "unknown";
  const known = {
    wasThere: knowledge.wasThere(hash),
    isOwn: knowledge.isOwn(hash),
    compared,
    hasTimes: updatedAt !== null,
    isSame: false,
  };
  if (isOld) return judgeDocument(seen, null, { ...known, content: "unknown" });
  // Only the whole document shows whether it is as it was written.
  return judgeDocument(null, seen, { ...known, content: isNoted ? "asWritten" : "unknown" });
}
