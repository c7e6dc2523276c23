import type { Sights } from "../nodes";
import { isFew } from "../sights";

/** How a record is told from another one. */
export interface Telling<R> {
  /**
   * Whether two records are the same.
   * @param isSameNode whether one node has said both: then its own times count, too
   */
  readonly isSame: (before: R, now: R, isSameNode: boolean) => boolean;
  /** Whether a record is what a PUT was to bring about; absent of a DELETE. */
  readonly isWanted?: (record: R) => boolean;
}

/**
 * What became of a write whose answer was lost, as all nodes show it.
 * - `done`: it has taken effect, or what it was to bring about holds already; with the record, where there is one.
 * - `nothing`: all is as it was before.
 * - `changed`: somebody else has written meanwhile; with what is there now, null: nothing.
 * - `unknown`: too few nodes say what they have.
 */
export type Fate<R> =
  | { readonly fate: "done"; readonly record: R | null }
  | { readonly fate: "nothing" }
  | { readonly fate: "unknown" }
  | { readonly fate: "changed"; readonly record: R | null };

/**
 * Compares what nodes show after a lost write with what they showed right before it (docs/design/laws.md#l2). A node that lags
 * behind shows what was there before, so it proves nothing; one that shows something else does.
 */
export function fateOf<R>(before: Sights<R>, now: Sights<R>, { isSame, isWanted }: Telling<R>): Fate<R> {
  const records = before.seen.flatMap(({ value }) => (value === null ? [] : [value]));
  const prior = new Map(before.seen.map(({ url, value }) => [url, value]));
  const isAsBefore = (url: string, value: R) => {
    const own = prior.get(url) ?? null;
    return own === null ? records.some((one) => isSame(one, value, false)) : isSame(own, value, true);
  };
  let [wanted, lost]: [R | null, boolean] = [null, false];
  for (const { url, value } of now.seen) {
    if (value === null) lost ||= (prior.get(url) ?? null) !== null;
    // First: a record may hold more than is wanted, and what is wanted may be to take that away.
    else if (isAsBefore(url, value)) continue;
    else if (isWanted?.(value)) wanted ??= value;
    else return { fate: "changed", record: value };
  }
  const isGone = records.length > 0 && now.seen.every(({ value }) => value === null);
  if (isWanted === undefined && (lost || (isGone && !isFew(now)))) return { fate: "done", record: null };
  if (wanted !== null) return { fate: "done", record: wanted };
  if (lost || (isGone && !isFew(now))) return { fate: "changed", record: null };
  return { fate: isFew(now) ? "unknown" : "nothing" };
}
