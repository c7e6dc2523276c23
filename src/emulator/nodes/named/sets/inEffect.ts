import type { ClusterData, StoredCollection } from "../../record";
import type { CurationItem, SynonymItem } from "../record";
import { knowsNamed } from "../version";
import { orderedOverrides } from "./ofCollection";

/** The synonyms that a search in a collection follows: those of its sets, up to 29 its own. A set that is gone has none. */
export function synonymsOf(
  { named }: ClusterData,
  collection: Pick<StoredCollection, "synonym_sets" | "synonyms">,
  version: string,
): readonly SynonymItem[] {
  if (!knowsNamed(version)) return [...collection.synonyms.values()];
  return collection.synonym_sets.flatMap((name) => named.synonym_sets.get(name)?.items ?? []);
}

/** The curation of a search in a collection, in the order in which it is looked at; likewise. */
export function curationsOf(
  { named }: ClusterData,
  collection: Pick<StoredCollection, "curation_sets" | "overrides">,
  version: string,
): readonly CurationItem[] {
  if (!knowsNamed(version)) return orderedOverrides([...collection.overrides.values()]);
  return collection.curation_sets.flatMap((name) => named.curation_sets.get(name)?.items ?? []);
}
