import type { Nodes } from "../nodes";
import { carryChanges } from "./changes";
import type { Recent } from "./contents";
import { readLeftOut } from "./copy";
import { createCorrections } from "./corrections";
import { CatchUpStalledError, type DifferenceRow, VersionsDifferError } from "./errors";
import { hashOfId } from "./hashes";
import { collectIds, type IdSet, setOf } from "./idSet";
import { compareIds, type IdComparison } from "./ids";
import { copyMissing, deleteSurplus } from "./mend";
import { readRecent } from "./recentWrites";
import { createSent, type Sent } from "./sent";
import { few, MOST_PASSES, type SyncContext, timeAt } from "./sync";
import { checkTime } from "./transfer";

/** The start of a catch-up: the result of a copy, or what a mark has kept. */
export interface CatchUpStart {
  /** The time before which every write of the live version is in the new one; null: unknown, so all documents are sent. */
  readonly since: number | null;
  /** The time since which the new version gets writes of the live one. @default `since`, or the first pass */
  readonly begun?: number;
  /** The documents that the copy has sent. @default nothing: whatever was written since is sent once more */
  readonly sent?: Sent;
}

/** The state of the new version right before the alias moves. Times are milliseconds by the clock of the nodes. */
export interface CaughtUp {
  /** The time before which every write of the live version is in the new one. */
  readonly since: number;
  /** The time since which the new version has got writes of the live one: their contents are proved after the alias has moved. */
  readonly begun: number;
  /** The time at which the ids of both were last compared. */
  readonly compared: number;
  readonly passes: number;
  /** Documents that the last pass found differing. */
  readonly differing: number;
  /** Documents in the new version. */
  readonly documents: number;
  /** Their ids. */
  readonly before: IdSet;
  readonly recent: Recent;
  /** The start of another catch-up, with `since`: it sends only what differs from this one. */
  readonly sent: Sent;
}

/** A comparison of ids, and what was done to the new version since. */
interface View {
  readonly comparison: IdComparison;
  readonly added: ReturnType<typeof collectIds>;
  readonly deleted: ReadonlySet<bigint>;
  /** Differences that were corrected. */
  readonly corrected: number;
  /** True if it needs no other comparison: the differences come from what applications write. */
  readonly isConfirmed: boolean;
}

/**
 * Brings the new version up to date while applications write to the live one: documents that were written since the last pass,
 * until a pass finds few that differ, then those whose ids are missing or surplus (docs/design/live-collections.md#catch-up).
 *
 * @throws DocumentsRefusedError, VersionsDifferError: the new version cannot take the place
 * @throws CatchUpStalledError, SyncTimeoutError, ExportIncompleteError, ImportFailedError, ApiError, InterruptedError: a later
 * apply may go on
 */
export async function catchUp(
  ctx: SyncContext,
  { since: start, sent = createSent(), ...given }: CatchUpStart,
): Promise<CaughtUp> {
  const { nodes, pair, updatedAt, onProgress } = ctx;
  const { leftOut, documents } = await readLeftOut(ctx);
  const most = few(documents);
  const corrections = createCorrections();
  const mending = { leftOut, sent, onSent: (id: bigint) => view?.added.add(id) };
  let since = start;
  const begun = given.begun ?? start ?? timeAt(nodes);
  let view: View | null = null;
  let last = { passes: 0, differing: 0, seconds: 0 };
  let problem: Error | null = null;
  let comparisons = 0;

  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    checkTime(ctx);
    onProgress?.({ stage: "catchUp", done: pass, total: MOST_PASSES });
    const startedAt = nodes.clock.now();
    const carried = await carryChanges(ctx, { since, ...mending });
    if (carried.problem === null) since = carried.at;
    const isCalm = carried.problem === null && carried.differing <= most;
    let differing = carried.differing;
    if (isCalm && view?.isConfirmed) {
      const { at: compared } = view.comparison;
      const before = idsNow(view);
      const recent = await readRecent(ctx, compared);
      report(nodes, ctx, pass, differing);
      const thresholds = { since: updatedAt === null ? compared : carried.at, begun, compared };
      return { ...thresholds, passes: pass, differing, documents: before.size, before, recent, sent };
    }
    if (isCalm) {
      comparisons += 1;
      view = await correct(comparisons);
      differing += view.corrected;
    }
    problem = carried.problem ?? (isCalm ? (view?.comparison.problem ?? null) : null);
    last = { passes: pass, differing, seconds: (nodes.clock.now() - startedAt) / 1000 };
    report(nodes, ctx, pass, differing);
  }
  throw problem ?? new CatchUpStalledError(pair, last, most);

  /** Compares the ids, copies what is missing, and deletes what is surplus. */
  async function correct(times: number): Promise<View> {
    const comparison = await compareIds(ctx);
    const added = collectIds();
    if (times === 1 && comparison.twins > 0)
      nodes.log.warn(
        `${comparison.twins} documents of collection "${pair.from}" have the id of a newer one, which is copied instead`,
      );
    await copyMissing(ctx, comparison, { ...mending, onSent: added.add });
    const gone = await deleteSurplus(ctx, comparison.surplus ?? setOf([]), { sent });
    const { isAgain, stay } = corrections([
      ...(comparison.missingNames ?? []).map((id): DifferenceRow => ({ id, kind: "missing" })),
      ...gone.map((id): DifferenceRow => ({ id, kind: "surplus" })),
    ]);
    if (stay.length > 0) throw new VersionsDifferError(pair, stay);
    const corrected = comparison.missing.size + gone.length;
    const isNew = times > 1 && corrected <= most && !isAgain;
    return {
      comparison,
      added,
      deleted: new Set(gone.map(hashOfId)),
      corrected,
      isConfirmed: comparison.problem === null && (corrected === 0 || isNew),
    };
  }
}

function report(nodes: Nodes, { pair }: SyncContext, pass: number, differing: number): void {
  nodes.log.info(`Collection "${pair.to}" catches up with "${pair.from}"`, { pass, differing });
}

/** Returns the ids of the new version as they are now. */
function idsNow({ comparison, added, deleted }: View): IdSet {
  function* ids() {
    for (const id of comparison.ids.values()) if (!deleted.has(id)) yield id;
    yield* added.sorted().values();
  }
  return setOf(ids());
}
