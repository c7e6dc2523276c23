import type { StoredCollection } from "../../../domain/store/data";
import type { FilterRules } from "../filter/compile";

/** What decides how `sort_by` is understood. */
export interface SortRules {
  readonly collection: StoredCollection;
  readonly filter: FilterRules;
  /** What is searched for, in words. */
  readonly q: string;
  readonly isWildcard: boolean;
  readonly isVector: boolean;
  readonly isGrouped: boolean;
  /** How many hits the group of a hit has. */
  readonly groupFound: (key: string) => number;
  /** What `_rand` begins with when it names no seed. */
  readonly seed: number;
  /** The place of the search in a union; null outside. */
  readonly unionIndex: number | null;
}
