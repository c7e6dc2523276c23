import type { Query } from "minisearch";
import { editDistance, swaps } from "./distance";
import type { TextIndex } from "./textIndex";

/** One word of a query. */
export interface QueryWord {
  readonly term: string;
  /** Whether it may be the beginning of a word: the last one, where `prefix` says so. */
  readonly last: boolean;
}

/** One field of `query_by`. */
export interface QueryField {
  readonly name: string;
  readonly prefix: boolean;
  readonly numTypos: number;
  readonly weight: number;
}

/** How a document has one word of a query in one field. */
export interface WordMatch {
  readonly word: QueryWord;
  /** The word of the document. */
  readonly term: string;
  readonly typos: number;
}

/** How a document matches: by field, in the order of the query's words, and for each of them the best match first. */
export type TextMatch = ReadonlyMap<string, readonly WordMatch[]>;

export interface MatchOptions {
  readonly fields: readonly QueryField[];
  /** Typos are tolerated only where fewer documents than this are found without them. */
  readonly typoTokensThreshold: number;
  /** Words are dropped only where fewer documents than this are found; 0 never. */
  readonly dropTokensThreshold: number;
  /** Words shorter than these are taken as they are, or with one typo. */
  readonly minLen1Typo: number;
  readonly minLen2Typo: number;
  /** Whether a document passes the filter. */
  readonly keep: (id: string) => boolean;
}

const MAX_TYPOS = 2;

/**
 * The documents that have the words of a query, by id. Where too few have all of them, typos are tolerated, then the
 * words that the fewest documents have are dropped, one after the other.
 */
export function matchText(
  index: TextIndex,
  words: readonly QueryWord[],
  options: MatchOptions,
): ReadonlyMap<string, TextMatch> {
  const found = matchAll(index, words, options);
  if (found.size >= options.dropTokensThreshold) return found;
  const hits = new Map(words.map((word) => [word, matchAll(index, [word], options).size]));
  const rarest = [...words].sort((left, right) => (hits.get(left) ?? 0) - (hits.get(right) ?? 0));
  while (rarest.length > 1 && found.size < options.dropTokensThreshold) {
    rarest.shift();
    const left = words.filter((word) => rarest.includes(word));
    for (const [id, match] of matchAll(index, left, options)) if (!found.has(id)) found.set(id, match);
  }
  return found;
}

function matchAll(
  index: TextIndex,
  words: readonly QueryWord[],
  options: MatchOptions,
): Map<string, TextMatch> {
  const most = Math.max(0, ...options.fields.map(({ numTypos }) => numTypos));
  for (let typos = 0; ; typos++) {
    const found = lookUp(index, words, options, typos);
    if (found.size >= options.typoTokensThreshold || typos >= Math.min(most, MAX_TYPOS)) return found;
  }
}

function lookUp(
  { words: index }: TextIndex,
  words: readonly QueryWord[],
  options: MatchOptions,
  typos: number,
): Map<string, TextMatch> {
  const allowed = (word: QueryWord, field: QueryField) =>
    Math.min(typos, field.numTypos, allowedByLength(word.term, options));
  const judge = judgeOf(words, options.fields, allowed);
  const found = new Map<string, TextMatch>();
  if (words.length === 0) return found;
  // One query for all fields: the library forgets fields where the results of several have the same word. What it finds too
  // much, because fields differ in what they allow, is left out afterwards.
  const fields = options.fields.map(({ name }) => name);
  const queries = words.map((word): Query => {
    const most = Math.max(0, ...options.fields.map((field) => allowed(word, field)));
    return wordQuery(word.term, fields, word.last && options.fields.some(({ prefix }) => prefix), most);
  });
  for (const { id, match } of index.search({ combineWith: "AND", queries })) {
    if (!options.keep(id)) continue;
    const judged = judge(match);
    const there = new Set([...judged.values()].flat().map(({ word }) => word));
    if (there.size === words.length) found.set(id, judged);
  }
  return found;
}

function allowedByLength({ length }: string, { minLen1Typo, minLen2Typo }: MatchOptions): number {
  if (length < minLen1Typo) return 0;
  return length < minLen2Typo ? 1 : MAX_TYPOS;
}

/** The library counts two neighbours that changed places as two edits; the service as one. */
function wordQuery(term: string, fields: string[], prefix: boolean, typos: number): Query {
  const plain: Query = { queries: [term], fields, prefix, fuzzy: typos > 0 ? typos : false };
  if (typos === 0) return plain;
  const swapped: Query = { queries: swaps(term), fields, prefix: false, fuzzy: typos > 1 ? 1 : false };
  return { combineWith: "OR", queries: [plain, swapped] };
}

/** Turns the words of a document that the library found into matches of the query's words. */
function judgeOf(
  words: readonly QueryWord[],
  fields: readonly QueryField[],
  allowed: (word: QueryWord, field: QueryField) => number,
): (match: Readonly<Record<string, readonly string[]>>) => TextMatch {
  const distances = new Map<string, number>();
  const distance = (word: QueryWord, term: string) => {
    const key = `${word.term} ${term}`;
    const known = distances.get(key) ?? editDistance(word.term, term);
    distances.set(key, known);
    return known;
  };
  const typosOf = (word: QueryWord, field: QueryField, term: string): number | null => {
    if (word.last && field.prefix && term.startsWith(word.term)) return 0;
    const typos = distance(word, term);
    return typos <= allowed(word, field) ? typos : null;
  };
  return (match) => {
    const judged = new Map<string, readonly WordMatch[]>();
    const entries = Object.entries(match);
    for (const field of fields) {
      const terms = entries.filter(([, names]) => names.includes(field.name)).map(([term]) => term);
      if (terms.length === 0) continue;
      const best = words.flatMap((word) => {
        const matches = terms.flatMap((term): WordMatch[] => {
          const typos = typosOf(word, field, term);
          return typos === null ? [] : [{ word, term, typos }];
        });
        return matches.sort(
          (left, right) =>
            left.typos - right.typos || Number(left.term !== word.term) - Number(right.term !== word.term),
        );
      });
      if (best.length > 0) judged.set(field.name, best);
    }
    return judged;
  };
}
