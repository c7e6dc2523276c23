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
