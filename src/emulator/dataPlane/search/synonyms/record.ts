import type { ClusterData, StoredCollection } from "../../../domain/store/data";
import type { SynonymItem } from "../../../domain/store/named";
import { NodeRefusal } from "../../call";
import { type Tokenizer, termsOf } from "../text/tokens";

/** Words that are searched for one another; with a root, the others instead of it alone. */
export interface Synonym {
  readonly root: readonly string[];
  readonly synonyms: readonly (readonly string[])[];
  readonly locale: string;
}

/**
 * The synonyms of a search: up to 29 those of the collection, from 30 those of the sets that are attached to it, and of
 * those that the search names itself.
 * @throws NodeRefusal 404 in the server's words for a set that is not there
 */
export function synonymsOf(
  { synonyms, synonym_sets }: StoredCollection,
  given: readonly string[],
  { named }: ClusterData,
  { isSince30, tokenize }: { readonly isSince30: boolean; readonly tokenize: Tokenizer },
): Synonym[] {
  if (!isSince30) return [...synonyms.values()].map((item) => synonymOf(item, tokenize));
  return [...new Set([...given, ...synonym_sets])].flatMap((name) => {
    const set = named.synonym_sets.get(name);
    if (set === undefined) throw new NodeRefusal(404, "Synonym index not found");
    return set.items.map((item) => synonymOf(item, tokenize));
  });
}

/** Takes a synonym as it is stored apart into words. */
export function synonymOf({ root, synonyms, locale = "" }: SynonymItem, tokenize: Tokenizer): Synonym {
  const words = (text: string) => termsOf(tokenize, text);
  return { root: words(root), synonyms: synonyms.map(words), locale };
}
