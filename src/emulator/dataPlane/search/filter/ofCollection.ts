import type { StoredCollection } from "../../../domain/store/data";
import { isAtLeast, type NodeCall } from "../../call";
import { serverLimit } from "../limits";
import { compileFilter, type FilterRules, type Predicate } from "./compile";

/** Where a search takes place: the server, and what runs on it. */
export type SearchCall = Pick<NodeCall, "cluster" | "data" | "now" | "world">;

/** How filters of a collection are read. */
export function filterRules(
  { cluster, data }: Pick<SearchCall, "cluster" | "data">,
  collection: StoredCollection,
  validatesNames = true,
): FilterRules {
  return {
    collection,
    data,
    maxOperations: serverLimit(cluster, "filter-by-max-ops"),
    isSince30: isAtLeast({ cluster }, "30.0"),
    validatesNames,
  };
}

/** What `filter_by` of a request keeps of a collection. @throws NodeRefusal 400 in the server's words */
export function collectionFilter(
  call: Pick<SearchCall, "cluster" | "data">,
  collection: StoredCollection,
  text: string | null,
  validatesNames = true,
): Predicate {
  return compileFilter(text ?? "", filterRules(call, collection, validatesNames));
}
