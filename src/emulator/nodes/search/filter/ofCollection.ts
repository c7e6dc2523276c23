import type { NodeCall } from "../../call";
import type { StoredCollection } from "../../record";
import { serverLimit } from "../page";
import { tokenizerOf } from "../tokens";
import { compileFilter, type Predicate } from "./compile";

/** What `filter_by` of a request keeps of a collection. @throws NodeRefusal 400 in the server's words */
export function collectionFilter(
  { cluster, world }: Pick<NodeCall, "cluster" | "world">,
  collection: StoredCollection,
  text: string | null,
): Predicate {
  return compileFilter(text, {
    schema: collection,
    tokenize: tokenizerOf(collection),
    maxOperations: serverLimit(cluster, "filter-by-max-ops"),
    verbatimFacets: world.assumptions.facet_filter === "verbatim",
  });
}
