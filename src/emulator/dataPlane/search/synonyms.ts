import type { ClusterData, StoredCollection } from "../../domain/store/data";
import type { SynonymItem } from "../../domain/store/named";
import { NodeRefusalError } from "../call";
import { editDistance, type Tokenizer, termsOf } from "./text/words";

/** Words that replace each other; with a root, they replace only the root. */
export interface Synonym {
  readonly root: readonly string[];
  readonly synonyms: readonly (readonly string[])[];
  readonly locale: string;
}

/**
 * Returns the synonyms of a search: up to 29 those of the collection, from 30 on those of its sets and of the sets that
 * the search names.
 * @throws NodeRefusalError 404 for a missing set
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
    if (set === undefined) throw new NodeRefusalError(404, "Synonym index not found");
    return set.items.map((item) => synonymOf(item, tokenize));
  });
}

/** Splits a stored synonym into words. */
function synonymOf({ root, synonyms, locale = "" }: SynonymItem, tokenize: Tokenizer): Synonym {
  const words = (text: string) => termsOf(tokenize, text);
  return { root: words(root), synonyms: synonyms.map(words), locale };
}

interface ExpandOptions {
  readonly locale: string;
  /** True if a word of the query may be a prefix of a synonym's word. */
  readonly prefix: boolean;
  readonly numTypos: number;
}

/** The maximum number of variants, which keeps synonyms of synonyms from growing without end. */
const MOST = 200;

/** Returns the variants of a query, with each sequence of words that has synonyms replaced by each of them. */
export function expandSynonyms(
  words: readonly string[],
  synonyms: readonly Synonym[],
  options: ExpandOptions,
): string[][] {
  if (synonyms.length === 0) return [];
  const usable = synonyms.filter(({ locale }) => locale === options.locale);
  // For each position, the variants of the rest of the query.
  const rests: Map<string, string[]>[] = [];
  rests[words.length] = new Map([["", []]]);
  for (let at = words.length - 1; at >= 0; at--) {
    const ways = new Map<string, string[]>();
    const add = (start: readonly string[], end: number) => {
      for (const rest of rests[end]?.values() ?? []) {
        const way = [...start, ...rest];
        if (ways.size < MOST) ways.set(way.join(" "), way);
      }
    };
    add([words[at] ?? ""], at + 1);
    for (const synonym of usable) {
      for (const length of matchLengths(words, at, synonym, options)) {
        for (const other of synonym.synonyms) add(other, at + length);
      }
    }
    rests[at] = ways;
  }
  const own = words.join(" ");
  return [...(rests[0] ?? new Map<string, string[]>())]
    .filter(([way]) => way !== own)
    .map(([, way]) => way)
    .sort((left, right) => (left.join(" ") < right.join(" ") ? -1 : 1));
}

/** Returns the number of words that a synonym matches at a position, for each of its forms. */
function matchLengths(
  words: readonly string[],
  from: number,
  { root, synonyms }: Synonym,
  { prefix, numTypos }: ExpandOptions,
): Set<number> {
  const forms = root.length > 0 ? [root] : synonyms;
  const isWord = (word: string, wanted: string) =>
    word === wanted ||
    (prefix && wanted.startsWith(word)) ||
    (numTypos > 0 && editDistance(word, wanted) <= numTypos);
  const lengths = forms
    .filter((form) => form.every((wanted, index) => isWord(words[from + index] ?? "", wanted)))
    .map(({ length }) => length);
  return new Set(lengths.filter((length) => length > 0 && from + length <= words.length));
}
