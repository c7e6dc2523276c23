import type { Line } from "../../api/dataPlane/jsonLines";
import { pause } from "../../http/clock";
import { isApiError } from "../../http/error";
import { backoff } from "../../http/retry";
import { hashOfBytes, hashOfId } from "./hashes";
import type { IdSet } from "./idSet";
import { type IdComparison, readIds } from "./ids";
import { canBeNamed, filtersFor, idBytesIn } from "./lines";
import type { Sent } from "./sent";
import type { SyncContext } from "./sync";
import { checkTime, outgoing, upsertAll } from "./transfer";

/** The input of a correction. */
interface Mending {
  readonly leftOut: readonly string[];
  readonly sent: Sent;
  /** Called with each id that is sent. */
  readonly onSent: (id: bigint) => void;
}

/** Copies the documents that the new version lacks: a few by their ids, many from an export of all. */
export async function copyMissing(
  ctx: SyncContext,
  { missing, missingNames }: IdComparison,
  { leftOut, sent, onSent }: Mending,
): Promise<void> {
  const isByName = missingNames?.every(canBeNamed) === true;
  const filters = isByName ? filtersFor(missingNames) : [undefined];
  const isMissing = (line: Line) => {
    const id = idBytesIn(line);
    if (id === null) return false;
    const hash = hashOfId(id);
    if (!missing.has(hash)) return false;
    sent.note(hash, hashOfBytes(line.bytes));
    onSent(hash);
    return true;
  };
  async function* found() {
    for (const filterBy of filters) {
      const source = { collection: ctx.pair.from, filterBy, excludeFields: leftOut };
      for await (const lines of outgoing(ctx, source).lines) yield lines.filter(isMissing);
    }
  }
  if (missing.size > 0) await upsertAll(ctx, found());
}

/** The most documents that one pass deletes: their names are in memory. The next pass deletes more. */
const MOST_DELETED = 100_000;
/** Requests that delete at the same time. */
const AT_A_TIME = 6;

/** Deletes documents that only the new version has. Returns the names of those that are gone. */
export async function deleteSurplus(
  ctx: SyncContext,
  surplus: IdSet,
  { sent }: Pick<Mending, "sent">,
): Promise<readonly string[]> {
  if (surplus.size === 0) return [];
  const names = new Set<string>();
  await readIds(ctx, ctx.pair.to, (hash, id) => {
    if (surplus.has(hash) && names.size < MOST_DELETED) names.add(Buffer.from(id).toString());
  });
  // If the alias leads there by now, these are documents of the application.
  await ctx.mayWrite?.(true);
  const { nodes, pair, signal } = ctx;
  const path = { name: pair.to };
  const all = [...names];
  const waiting: (() => Promise<unknown>)[] = [
    ...filtersFor(all.filter(canBeNamed)).map(
      (filter_by) => () => nodes.call("deleteDocuments", { path, query: { filter_by } }, { signal }),
    ),
    ...all
      .filter((id) => !canBeNamed(id))
      .map((id) => () => nodes.call("deleteDocument", { path: { ...path, id } }, { signal })),
  ];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      checkTime(ctx);
      await deleteAgain(ctx, next);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, waiting.length) }, work));
  for (const id of all) sent.forget(hashOfId(id));
  return all;
}

/** Requests of one delete, if answers are lost. */
const MOST_TRIES = 5;

/** Deletes documents of the new version. Only the update writes there, so a lost answer is no reason to read first. */
async function deleteAgain(
  { nodes, pair, signal }: SyncContext,
  send: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await send();
      return;
    } catch (error) {
      if (isApiError(error, "not_found")) return;
      if (!isApiError(error, "lost_write") || tries === MOST_TRIES) throw error;
      await pause(nodes.clock, backoff(tries, nodes.random), signal, `deleting documents in "${pair.to}"`);
    }
  }
}
