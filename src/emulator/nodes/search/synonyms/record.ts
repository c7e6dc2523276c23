import { isRecord } from "../../../rules/fields";
import { NodeRefusal } from "../../call";
import type { ClusterData, StoredCollection } from "../../record";
import { type Tokenizer, termsOf } from "../text/tokens";

/** Words that are searched for one another; with a root, the others instead of it alone. */
export interface Synonym {
  readonly root: readonly string[];
  readonly synonyms: readonly (readonly string[])[];
  readonly locale: string;
}

/**
 * The synonyms of a search: those of the sets that are attached to the collection, and of those that it names itself.
 * @throws NodeRefusal 404 in the server's words for a set that is not there
 */
export function synonymsOf(
  { synonym_sets }: StoredCollection,
  named: readonly string[],
  data: ClusterData,
  tokenize: Tokenizer,
): Synonym[] {
  return [...new Set([...named, ...synonym_sets])].flatMap((name) => {
    const set = data.named.synonym_sets.get(name);
    if (set === undefined) throw new NodeRefusal(404, "Synonym index not found");
    const items: unknown[] = Array.isArray(set.items) ? set.items : [];
    return items.filter(isRecord).map((item) => synonymOf(item, tokenize));
  });
}

/** Reads a synonym as it is stored. */
export function synonymOf(record: Readonly<Record<string, unknown>>, tokenize: Tokenizer): Synonym {
  const { root, synonyms, locale } = record;
  const words = (value: unknown) =>
    Array.isArray(value) ? value.map(String) : termsOf(tokenize, typeof value === "string" ? value : "");
  return {
    root: words(root),
    synonyms: Array.isArray(synonyms) ? synonyms.map(words) : [],
    locale: typeof locale === "string" ? locale : "",
  };
}
