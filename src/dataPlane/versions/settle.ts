import { pause } from "../../http/clock";
import { countDocuments } from "../documents/completeness";
import { storedFields } from "../documents/existing";
import { catchUpMs } from "../request/times";
import { createContents, type Recent } from "./contents";
import { hashOfContent } from "./hashes";
import type { IdSet } from "./idSet";
import { createKnowledge } from "./knowledge";
import { scanDocuments } from "./scan";
import { type PassContext, recentFilter, settlePass } from "./settlePass";
import { MOST_PASSES, OVERLAP_MS, type SyncContext } from "./sync";

/** Knowledge of an update from before the alias moved. Times are milliseconds by the clock of the nodes. */
export interface SettleInput {
  /** The time before which every write of the old version is in the new one; null: there are no times. */
  readonly since: number | null;
  /** The last comparison of the ids. */
  readonly compared: number;
  /** The ids in the new version then; null: unknown, after a kill. */
  readonly before: IdSet | null;
  /** Documents that had been written shortly before, as they were in the new version then; null: they were not noted. */
  readonly recent: Recent | null;
}

/** A document that was not carried over, or not deleted, and the reason. */
export interface LeftDocument {
  readonly id: string;
  readonly why: string;
}

/** The result of a settle. */
export interface Settled {
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly left: {
    readonly count: number;
    /** The first ten. */
    readonly first: readonly LeftDocument[];
  };
  readonly passes: number;
  /**
   * True if a pass found nothing to do, and nobody has written to the old version since. False after ten passes, or at the
   * deadline: settle again later.
   */
  readonly isComplete: boolean;
}

/** The number of documents in `left.first`. */
const SHOWN = 10;

/**
 * Carries over the last writes to the old version after the alias has moved, while applications write to the new one. Nothing newer
 * is overwritten: the server checks each write (docs/design/live-collections.md#settle).
 *
 * Writes may still be on their way to the old version, so that passes go on until one finds nothing and the old version stands still.
 *
 * @throws ApiError, InterruptedError, ExportIncompleteError; another settle continues, with or without `before`
 */
export async function settle(given: SyncContext, input: SettleInput): Promise<Settled> {
  const { nodes, pair, signal, deadline, onProgress } = given;
  const { since, compared, before, recent } = input;
  const ctx: PassContext = {
    ...given,
    compared,
    since: since === null ? null : Math.min(since, compared) - OVERLAP_MS,
    knowledge: createKnowledge(before, recent),
    fields: await storedFields(nodes, pair.to, signal),
    agreed: createContents(),
    tally: { created: 0, updated: 0, deleted: 0, left: new Map() },
  };
  let [passes, isComplete] = [0, false];
  let last = await stateOf(ctx);
  while (!isComplete && passes < MOST_PASSES && (passes === 0 || nodes.clock.now() < deadline)) {
    const found = await settlePass(ctx);
    passes += 1;
    onProgress?.({ stage: "settle", done: passes, total: MOST_PASSES });
    nodes.log.info(`Pass ${passes} after the alias has moved from ${pair.from} to ${pair.to}`, { found });
    await pause(
      nodes.clock,
      quietMs(nodes.target.urls),
      signal,
      "waiting for the last writes to the old version",
    );
    const now = await stateOf(ctx);
    isComplete = found === 0 && now === last;
    last = now;
  }
  const { left, ...done } = ctx.tally;
  const first = [...left].slice(0, SHOWN).map(([id, why]) => ({ id, why }));
  return { ...done, left: { count: left.size, first }, passes, isComplete };
}

/** Returns the milliseconds for which the old version must stand still. */
function quietMs(urls: readonly string[]): number {
  return catchUpMs(urls) / 6;
}

/** Returns what changes with every write to the old version that can be seen: its number of documents, and those written last. */
async function stateOf(ctx: PassContext): Promise<string> {
  const { nodes, pair, signal } = ctx;
  const count = await countDocuments(nodes, { collection: pair.from }, signal);
  const filterBy = recentFilter(ctx);
  let mixed = 0n;
  if (filterBy !== undefined)
    for await (const { hash, document } of scanDocuments(ctx, { collection: pair.from, filterBy }))
      mixed ^= BigInt.asUintN(64, hash * 31n + hashOfContent(document));
  return `${"documents" in count ? count.documents : "unknown"} ${mixed}`;
}
