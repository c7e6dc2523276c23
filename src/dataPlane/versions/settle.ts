import { pause } from "../../http/clock";
import { countDocuments } from "../documents/completeness";
import { storedFields } from "../documents/existing";
import { catchUpMs } from "../request/times";
import { createContents, type Recent } from "./contents";
import { readLeftOut } from "./copy";
import { SyncTimeoutError } from "./errors";
import { hashOfContent } from "./hashes";
import type { IdSet } from "./idSet";
import { createKnowledge } from "./knowledge";
import { carryRecent, type PassContext, recentFilter, scan, settlePass } from "./settlePass";
import { MOST_PASSES, OVERLAP_MS, type SyncContext } from "./sync";

/** Knowledge of an update from before the alias moved. Times are milliseconds by the clock of the nodes. */
export interface SettleInput {
  /** The time before which every write of the old version is in the new one; null: there are no times. */
  readonly since: number | null;
  /**
   * The time since which the update has carried over writes: their contents are compared at the end, because a server may accept a document and
   * not store it. @default `since`: nothing earlier is compared
   */
  readonly begun?: number;
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
  /** Documents whose content in the new version may be wrong. */
  readonly left: readonly LeftDocument[];
  readonly passes: number;
}

/**
 * Carries over the last writes to the old version after the alias has moved, while applications write to the new one. Nothing newer
 * is overwritten: the server checks each write (docs/design/live-collections.md#settle).
 *
 * Writes may still be on their way to the old version, so that passes go on until one finds nothing and the old version stands still.
 *
 * @throws FormerVersionBusyError after ten passes; SyncTimeoutError, ApiError, ImportFailedError, InterruptedError: another settle
 * continues
 */
export async function settle(given: SyncContext, input: SettleInput): Promise<Settled> {
  const { nodes, pair, updatedAt, signal, deadline, onProgress } = given;
  const { since, compared, before, recent } = input;
  const [fields, { leftOut }] = await Promise.all([storedFields(nodes, pair.to, signal), readLeftOut(given)]);
  const ctx: PassContext = {
    ...given,
    compared,
    since: since === null ? null : Math.min(since, compared) - OVERLAP_MS,
    knowledge: createKnowledge(before, recent),
    fields,
    leftOut,
    tooMany: new Set(),
    oldIds: 0n,
    problems: [],
    agreed: createContents(),
    tally: { created: 0, updated: 0, deleted: 0, left: new Map() },
  };
  const isWide = isEarlier(input);
  let last = updatedAt === null ? null : await stateOf(ctx);
  for (let pass = 1; ; pass += 1) {
    const found = await settlePass(ctx);
    onProgress?.({ stage: "settle", done: pass, total: MOST_PASSES });
    nodes.log.info(`Carried over what was written to ${pair.from} before the alias moved to ${pair.to}`, {
      pass,
      found,
    });
    const isProved = found === 0 && ctx.problems.length === 0;
    await pause(
      nodes.clock,
      quietMs(nodes.target.urls),
      signal,
      "waiting for the last writes to the old version",
    );
    const state = updatedAt === null ? String(ctx.oldIds) : await stateOf(ctx);
    const isStill = isProved && ctx.problems.length === 0 && state === last;
    const late = isStill && isWide ? await carryRecent({ ...ctx, since: begunOf(input) }) : 0;
    if (isStill && ctx.problems.length === 0 && late === 0) {
      const { left, ...done } = ctx.tally;
      return { ...done, left: [...left].map(([id, why]) => ({ id, why })), passes: pass };
    }
    last = state;
    if (pass === MOST_PASSES) throw new FormerVersionBusyError(pair, found, ctx.problems[0]);
    if (nodes.clock.now() > deadline)
      throw new SyncTimeoutError(`carrying over the last writes to collection "${pair.from}"`);
  }
}

function begunOf({ begun, since }: SettleInput): number | null {
  return since === null || begun === undefined ? null : begun - OVERLAP_MS;
}

/** True if documents were carried over that the passes do not compare, because they were written earlier. */
function isEarlier(input: SettleInput): boolean {
  const { since, compared } = input;
  const begun = begunOf(input);
  return begun !== null && since !== null && begun < Math.min(since, compared) - OVERLAP_MS;
}

/** The old version does not stand still although the alias has moved. */
export class FormerVersionBusyError extends Error {
  override readonly name = "FormerVersionBusyError";
  readonly summary: string;
  readonly detail: string;

  constructor({ from, to }: SyncContext["pair"], found: number, problem: Error | undefined) {
    const summary = `Collection "${from}" is still being written to`;
    super(summary, { cause: problem });
    this.summary = summary;
    this.detail =
      `The alias leads to "${to}" now, and searches and writes by the alias reach it. ${MOST_PASSES} times, the last writes to "${from}" were carried over, and ` +
      `there were always more of them (${found} in the last pass${problem === undefined ? "" : `; ${problem.message}`}). ` +
      `Check that applications write by the alias and not to "${from}", and that no node lags behind. Then apply again: the update resumes.`;
  }
}

/** Returns the milliseconds for which the old version must stand still. */
function quietMs(urls: readonly string[]): number {
  return catchUpMs(urls) / 6;
}

/**
 * Returns what changes with every write to the old version: its number of documents, and those written last. Without times, it takes two
 * equal passes instead.
 */
async function stateOf(ctx: PassContext): Promise<string> {
  const { nodes, pair, signal } = ctx;
  const count = await countDocuments(nodes, { collection: pair.from }, signal);
  const filterBy = recentFilter(ctx);
  let mixed = 0n;
  if (filterBy !== undefined)
    for await (const { hash, document } of scan(ctx, pair.from, { filterBy }))
      mixed ^= BigInt.asUintN(64, hash * 31n + hashOfContent(document));
  return `${"documents" in count ? count.documents : "unknown"} ${mixed}`;
}
