import type { Snapshots } from "../nodes";
import { isMinority } from "../snapshots";

/** Comparisons of two records. */
export interface RecordComparison<R> {
  /** True if two records have the same content. */
  readonly isSame: (before: R, now: R) => boolean;
  /**
   * True if a record that is the same by {@link isSame} may still be another one, according to one node. Nothing is sent again
   * to it. @default false
   */
  readonly mayBeAnother?: (before: R, now: R) => boolean;
  /** True if a record is the result of the PUT; absent for a DELETE. */
  readonly isWanted?: (record: R) => boolean;
}

/**
 * The outcome of a write whose answer was lost, as all nodes show it.
 * - `done`: it took effect, or the wanted state existed already; with the record, if there is one.
 * - `nothing`: everything is as it was before.
 * - `changed`: somebody else has written in the meantime; with the current record, null if it is missing.
 * - `unproved`: everything looks as it was before, but it may be another record.
 * - `unknown`: too few nodes have answered.
 */
type WriteOutcome<R> =
  | { readonly kind: "done"; readonly record: R | null }
  | { readonly kind: "nothing" }
  | { readonly kind: "unproved"; readonly record: R }
  | { readonly kind: "unknown" }
  | { readonly kind: "changed"; readonly record: R | null };

/**
 * Compares the snapshots after a lost write with those right before it (docs/design/laws.md#l2). A node that lags behind shows
 * the old record, so it proves nothing; a node that shows something else does.
 */
export function judgeLostWrite<R>(
  before: Snapshots<R>,
  now: Snapshots<R>,
  { isSame, mayBeAnother = () => false, isWanted }: RecordComparison<R>,
): WriteOutcome<R> {
  const records = before.seen.flatMap(({ value }) => (value === null ? [] : [value]));
  const prior = new Map(before.seen.map(({ url, value }) => [url, value]));
  /** Returns the previous record of a node; if it was unknown or missing there, those of all nodes. */
  const had = (url: string): readonly R[] => {
    const own = prior.get(url) ?? null;
    return own === null ? records : [own];
  };
  let [wanted, unproved, lost]: [R | null, R | null, boolean] = [null, null, false];
  for (const { url, value } of now.seen) {
    if (value === null) lost ||= (prior.get(url) ?? null) !== null;
    // First: the old record may contain what is wanted and more, which the write may be meant to remove.
    else if (had(url).some((one) => isSame(one, value))) {
      if (had(url).every((one) => mayBeAnother(one, value))) unproved ??= value;
    } else if (isWanted?.(value)) wanted ??= value;
    else return { kind: "changed", record: value };
  }
  const isGone = records.length > 0 && now.seen.every(({ value }) => value === null);
  if (isWanted === undefined && (lost || (isGone && !isMinority(now)))) return { kind: "done", record: null };
  if (wanted !== null) return { kind: "done", record: wanted };
  if (lost || (isGone && !isMinority(now))) return { kind: "changed", record: null };
  if (isMinority(now)) return { kind: "unknown" };
  return unproved === null ? { kind: "nothing" } : { kind: "unproved", record: unproved };
}
