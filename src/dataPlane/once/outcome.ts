import type { Snapshots } from "../nodes";
import { isMinority } from "../snapshots";

/** How a record is told from another one. */
export interface RecordComparison<R> {
  /** Whether two records are the same, as far as what they hold tells. */
  readonly isSame: (before: R, now: R) => boolean;
  /**
   * Whether what is the same by {@link isSame} may be another one all the same, of what one node has said. Nothing is sent again
   * to it. @default false
   */
  readonly mayBeAnother?: (before: R, now: R) => boolean;
  /** Whether a record is what a PUT was to bring about; absent of a DELETE. */
  readonly isWanted?: (record: R) => boolean;
}

/**
 * What became of a write whose answer was lost, as all nodes show it.
 * - `done`: it has taken effect, or what it was to bring about holds already; with the record, where there is one.
 * - `nothing`: all is as it was before.
 * - `changed`: somebody else has written meanwhile; with what is there now, null: nothing.
 * - `unproved`: all is as it was before, and yet it may be another one.
 * - `unknown`: too few nodes say what they have.
 */
export type WriteOutcome<R> =
  | { readonly kind: "done"; readonly record: R | null }
  | { readonly kind: "nothing" }
  | { readonly kind: "unproved"; readonly record: R }
  | { readonly kind: "unknown" }
  | { readonly kind: "changed"; readonly record: R | null };

/**
 * Compares what nodes show after a lost write with what they showed right before it (docs/design/laws.md#l2). A node that lags
 * behind shows what was there before, so it proves nothing; one that shows something else does.
 */
export function judgeLostWrite<R>(
  before: Snapshots<R>,
  now: Snapshots<R>,
  { isSame, mayBeAnother = () => false, isWanted }: RecordComparison<R>,
): WriteOutcome<R> {
  const records = before.seen.flatMap(({ value }) => (value === null ? [] : [value]));
  const prior = new Map(before.seen.map(({ url, value }) => [url, value]));
  /** What a node had; of one that has said nothing, or had nothing, what any node had. */
  const had = (url: string): readonly R[] => {
    const own = prior.get(url) ?? null;
    return own === null ? records : [own];
  };
  let [wanted, unproved, lost]: [R | null, R | null, boolean] = [null, null, false];
  for (const { url, value } of now.seen) {
    if (value === null) lost ||= (prior.get(url) ?? null) !== null;
    // First: a record may hold more than is wanted, and what is wanted may be to take that away.
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
