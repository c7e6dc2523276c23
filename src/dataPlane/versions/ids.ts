import type { Line } from "../../api/dataPlane/jsonLines";
import { hashOfId } from "./hashes";
import { collectIds, type IdSet, missingIn, setOf } from "./idSet";
import { idBytesIn } from "./lines";
import { type SyncContext, timeAt } from "./sync";
import { outgoing } from "./transfer";

/** The ids of a version. */
interface VersionIds {
  readonly ids: IdSet;
  /** Documents whose id another one has, too. */
  readonly twins: number;
  /** Says why ids may be missing; null: nothing suggests it. */
  readonly problem: Error | null;
}

/** Reads the ids of a collection. @param onId called with each one */
export async function readIds(
  ctx: SyncContext,
  collection: string,
  onId?: (hash: bigint, id: Uint8Array) => void,
): Promise<VersionIds> {
  const { add, sorted } = collectIds();
  const source = outgoing(ctx, { collection, includeFields: ["id"] });
  let documents = 0;
  const take = (line: Line) => {
    const id = idBytesIn(line);
    if (id === null) return;
    const hash = hashOfId(id);
    documents += 1;
    add(hash);
    onId?.(hash, id);
  };
  for await (const lines of source.lines) lines.forEach(take);
  const ids = sorted();
  return { ids, twins: documents - ids.size, problem: source.problem() };
}

/** The most ids that are kept by name. */
const MOST_NAMED = 1_000;

/** The ids of both versions, compared. */
export interface IdComparison {
  /** The time at which it began: all that was written or deleted before is in it. */
  readonly at: number;
  /** The ids of the new version. */
  readonly ids: IdSet;
  readonly missing: IdSet;
  /** The missing ones by name; null: there are too many. */
  readonly missingNames: readonly string[] | null;
  /** Null: the ids of the live version are incomplete, so that nothing may be deleted in the new one. */
  readonly surplus: IdSet | null;
  /** Documents of the live version whose id another one has, too. */
  readonly twins: number;
  /** Says why ids may be missing; null: nothing suggests it. */
  readonly problem: Error | null;
}

/** Compares the ids of both versions. Only the update writes to the new one, so reading it first loses nothing. */
export async function compareIds(ctx: SyncContext): Promise<IdComparison> {
  const to = await readIds(ctx, ctx.pair.to);
  const at = timeAt(ctx.nodes);
  const missing = collectIds();
  const names = new Set<string>();
  let count = 0;
  const from = await readIds(ctx, ctx.pair.from, (hash, id) => {
    if (to.ids.has(hash)) return;
    missing.add(hash);
    count += 1;
    if (names.size < MOST_NAMED) names.add(Buffer.from(id).toString());
  });
  return {
    at,
    ids: to.ids,
    missing: missing.sorted(),
    missingNames: count > MOST_NAMED ? null : [...names],
    surplus: from.problem === null ? setOf(missingIn(to.ids, from.ids)) : null,
    twins: from.twins,
    problem: from.problem ?? to.problem,
  };
}
