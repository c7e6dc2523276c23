import type { StoredDocument } from "../../../domain/store/data";
import type { TextScore } from "../text/score";

/** A document that was found. */
export interface Hit {
  /** Its key in the collection. */
  readonly key: string;
  readonly document: StoredDocument;
  /** Its position in the order of creation. */
  readonly position: number;
  /** Null if the search has no words. */
  readonly score: TextScore | null;
  /** The distance of its vector from that of the search; null without one. */
  readonly distance: number | null;
  /** The combined rank by words and by vectors; undefined unless both are searched. */
  readonly fusion?: number;
}

/** A value to compare; undefined if it is missing. */
export type SortKey = number | string | undefined;

/** The server's name for a kind of sort value. The searches of a union must agree on it. */
export type SortType =
  | "string_field"
  | "int32_field"
  | "int64_field"
  | "float_field"
  | "bool_field"
  | "geopoint_field"
  | "eval_expression"
  | "text_match"
  | "random_order"
  | "vector_search"
  | "insertion_order"
  | "union_query_order";

/** One criterion of the order of hits. */
export interface Criterion {
  readonly name: string;
  readonly type: SortType;
  readonly descending: boolean;
  /** Returns one key, or several of which the first that differs decides. */
  readonly keys: (hit: Hit) => readonly SortKey[];
  /** True if hits without a value come first. */
  readonly missingFirst: boolean;
  /** Returns the meters that the answer shows under the name of the field. */
  readonly meters?: (document: StoredDocument) => number;
  /** True if hits show the key as their `vector_distance`. */
  readonly answersDistance?: boolean;
  /** Groups hits that are close in the order by text or distance, to treat them as equal. */
  readonly buckets?: { readonly count: number } | { readonly size: number };
}

type CriterionParts = Pick<Criterion, "name" | "descending"> & Partial<Criterion>;

export function byText(parts: CriterionParts): Criterion {
  const keys = ({ score, fusion }: Hit) =>
    fusion === undefined ? [score?.high ?? 0, score?.low ?? 0] : [fusion];
  return { type: "text_match", missingFirst: false, keys, ...parts };
}

export function byDistance(parts: CriterionParts): Criterion {
  const keys = ({ distance }: Hit) => [distance ?? 0];
  return { type: "vector_search", missingFirst: false, keys, ...parts };
}

export function byCreation(): Criterion {
  return simpleCriterion("_seq_id", "insertion_order", true, ({ position }) => position);
}

export function simpleCriterion(
  name: string,
  type: SortType,
  descending: boolean,
  key: (hit: Hit) => SortKey,
): Criterion {
  return { name, type, descending, missingFirst: false, keys: (hit) => [key(hit)] };
}

interface Keyed {
  readonly hit: Hit;
  readonly keys: SortKey[][];
}

/** The server only groups its first hits into buckets. */
const MOST_BUCKETED = 250;

/** Returns the first hits in order. Of equal hits, the newest comes first. */
export function topHits(hits: Iterable<Hit>, count: number, criteria: readonly Criterion[]): Hit[] {
  const bucketed = criteria.findIndex(({ buckets }) => buckets !== undefined);
  const wanted = bucketed < 0 ? count : Math.max(count, MOST_BUCKETED);
  const first = select(hits, wanted, criteria);
  if (bucketed >= 0) fillBuckets(first, bucketed, criteria);
  return first.slice(0, count).map(({ hit }) => hit);
}

/** Keeps only the required number of hits, so that many hits cost little more than their keys. */
function select(hits: Iterable<Hit>, count: number, criteria: readonly Criterion[]): Keyed[] {
  const compare = comparison(criteria);
  const kept: Keyed[] = [];
  const room = 4 * count + 1_000;
  for (const hit of hits) {
    const keyed = { hit, keys: keysOf(hit, criteria) };
    const worst = kept.length >= room ? kept[count - 1] : undefined;
    if (worst !== undefined && compare(keyed, worst) > 0) continue;
    kept.push(keyed);
    if (kept.length > 2 * room) {
      kept.sort(compare);
      kept.length = count;
    }
  }
  return kept.sort(compare).slice(0, count);
}

function comparison(criteria: readonly Criterion[]): (left: Keyed, right: Keyed) => number {
  return (left, right) =>
    compareKeys(left.keys, right.keys, criteria) || right.hit.position - left.hit.position;
}

/** Compares hits of two searches with equal criteria; 0 for ties. */
export function compareHits(
  left: { readonly hit: Hit; readonly criteria: readonly Criterion[] },
  right: { readonly hit: Hit; readonly criteria: readonly Criterion[] },
): number {
  return compareKeys(keysOf(left.hit, left.criteria), keysOf(right.hit, right.criteria), left.criteria);
}

function keysOf(hit: Hit, criteria: readonly Criterion[]): SortKey[][] {
  return criteria.map(({ keys }) => [...keys(hit)]);
}

function compareKeys(
  left: readonly (readonly SortKey[])[],
  right: readonly (readonly SortKey[])[],
  criteria: readonly Criterion[],
): number {
  for (const [index, criterion] of criteria.entries()) {
    const [own = [], other = []] = [left[index], right[index]];
    for (let at = 0; at < own.length; at++) {
      const order = compareKey(own[at], other[at], criterion);
      if (order !== 0) return order;
    }
  }
  return 0;
}

function compareKey(left: SortKey, right: SortKey, { descending, missingFirst }: Criterion): number {
  if (left === right) return 0;
  if (left === undefined) return missingFirst ? -1 : 1;
  if (right === undefined) return missingFirst ? 1 : -1;
  return left < right === descending ? 1 : -1;
}

/** Groups the first hits into buckets in their order. Within a bucket, only the other criteria count. */
function fillBuckets(first: Keyed[], index: number, criteria: readonly Criterion[]): void {
  const { buckets } = criteria[index] ?? {};
  const among = first.splice(0, MOST_BUCKETED);
  const needed = buckets === undefined ? 0 : "count" in buckets ? buckets.count : buckets.size;
  if (buckets !== undefined && needed > 0 && among.length >= needed) {
    const length = "count" in buckets ? Math.ceil(among.length / buckets.count) : buckets.size;
    for (const [place, keyed] of among.entries()) {
      const bucket = Math.floor(place / length);
      keyed.keys[index] = [criteria[index]?.descending ? -bucket : bucket];
    }
    among.sort(comparison(criteria));
  }
  first.unshift(...among);
}
