import { isSince30 } from "../../serverVersion";
import type { NodeCall } from "../../call";
import type { StoredCollection } from "../../record";
import { serverLimit } from "../page";
import { compileFilter, type Predicate } from "./compile";

/**
 * What `filter_by` of a request keeps of a collection.
 * @param validatesNames whether a condition on an unknown field is refused
 * @throws NodeRefusal 400 in the server's words
 */
export function collectionFilter(
  { cluster, data }: Pick<NodeCall, "cluster" | "data">,
  collection: StoredCollection,
  text: string | null,
  validatesNames = true,
): Predicate {
  return compileFilter(text ?? "", {
    collection,
    data,
    maxOperations: serverLimit(cluster, "filter-by-max-ops"),
    isSince30: isSince30(cluster),
    validatesNames,
  });
}
