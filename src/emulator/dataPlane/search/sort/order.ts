import type { StoredDocument } from "../../../domain/store/data";
import type { TextScore } from "../text/score";

/** A document that was found. */
export interface Hit {
  /** Its key in the collection. */
  readonly key: string;
  readonly document: StoredDocument;
  /** Its place in the order of creation. */
  readonly position: number;
  /** Null where the search is not for words. */
  readonly score: TextScore | null;
  /** How far its vector is from the one that is searched for; null where none is. */
  readonly distance: number | null;
  /** What joins the ranks by words and by vectors; null where not both are searched. */
  readonly fusion?: number;
}

/** What a search compares of two hits; undefined for a value that is missing. */
export type SortKey = number | string | undefined;

/** What kind of thing is sorted by, in the server's words; searches in a union must agree on it. */
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
  /** One key, or several of which the first that differs decides. */
  readonly keys: (hit: Hit) => readonly SortKey[];
  /** Whether hits without a value come first. */
  readonly missingFirst: boolean;
  /** The meters that hits are answered with, by the name of the field. */
  readonly meters?: (document: StoredDocument) => number;
  /** Whether hits are answered with the key as their `vector_distance`. */
  readonly answersDistance?: boolean;
  /** Hits that are so near in the order by text or distance count as equal. */
  readonly buckets?: { readonly count: number } | { readonly size: number };
}

export type CriterionParts = Pick<Criterion, "name" | "descending"> & Partial<Criterion>;

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
  return plain("_seq_id", "insertion_order", true, ({ position }) => position);
}

export function plain(
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

/** The server forms buckets of its first hits only. */
const MOST_BUCKETED = 250;

/** The first hits in order. Of equals, the one that was created last comes first. */
export function firstOf(hits: Iterable<Hit>, count: number, criteria: readonly Criterion[]): Hit[] {
  const bucketed = criteria.findIndex(({ buckets }) => buckets !== undefined);
  const wanted = bucketed < 0 ? count : Math.max(count, MOST_BUCKETED);
  const first = select(hits, wanted, criteria);
  if (bucketed >= 0) fillBuckets(first, bucketed, criteria);
  return first.slice(0, count).map(({ hit }) => hit);
}

/** Keeps only as many as are wanted while it looks, so that many hits cost little more than their keys. */
function select(hits: Iterable<Hit>, count: number, criteria: readonly Criterion[]): Keyed[] {
  const compare = comparison(criteria);
  const kept: Keyed[] = [];
  const room = 4 * count + 1_000;
  for (const hit of hits) {
    const keyed = { hit, keys: criteria.map(({ keys }) => [...keys(hit)]) };
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
  return (left, right) => {
    for (const [index, criterion] of criteria.entries()) {
      const [own, other] = [left.keys[index] ?? [], right.keys[index] ?? []];
      for (let at = 0; at < own.length; at++) {
        const order = compareKeys(own[at], other[at], criterion);
        if (order !== 0) return order;
      }
    }
    return right.hit.position - left.hit.position;
  };
}

/** Compares hits of two searches whose criteria are alike, without what breaks ties. */
export function compareHits(
  left: { readonly hit: Hit; readonly criteria: readonly Criterion[] },
  right: { readonly hit: Hit; readonly criteria: readonly Criterion[] },
): number {
  for (const [index, criterion] of left.criteria.entries()) {
    const own = criterion.keys(left.hit);
    const other = right.criteria[index]?.keys(right.hit) ?? [];
    for (let at = 0; at < own.length; at++) {
      const order = compareKeys(own[at], other[at], criterion);
      if (order !== 0) return order;
    }
  }
  return 0;
}

function compareKeys(left: SortKey, right: SortKey, { descending, missingFirst }: Criterion): number {
  if (left === right) return 0;
  if (left === undefined) return missingFirst ? -1 : 1;
  if (right === undefined) return missingFirst ? 1 : -1;
  return left < right === descending ? 1 : -1;
}

/** Puts the first hits into buckets in their order; within one, only the other criteria decide. */
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
