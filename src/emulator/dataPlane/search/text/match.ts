import type { Query } from "minisearch";
import type { TextMatchType } from "../arguments";
import { type FieldMatch, type TextScore, textScore } from "./score";
import type { TextIndex } from "./textIndex";
import { editDistance, transpositions } from "./words";

/** One word of a query. */
export interface QueryWord {
  readonly term: string;
  /** True if it may be a prefix if the field allows it: only the last word. */
  readonly isLast: boolean;
}

/** One field of `query_by`. */
export interface QueryField {
  readonly name: string;
  readonly prefix: boolean;
  readonly numTypos: number;
  readonly weight: number;
}

interface MatchOptions {
  readonly fields: readonly QueryField[];
  /** Typos are allowed only if fewer documents than this are found without them. */
  readonly typoTokensThreshold: number;
  /** Words are dropped only if fewer documents than this are found. */
  readonly dropTokensThreshold: number;
  /** True if words on the left are dropped first. */
  readonly dropsLeftFirst: boolean;
  /** The minimum length of words with one typo, and with two. */
  readonly minLen1Typo: number;
  readonly minLen2Typo: number;
  /** True if a word may have typos at all. */
  readonly allowsTypos: (word: string) => boolean;
  readonly demotesSynonyms: boolean;
  readonly type: TextMatchType;
  readonly countsFields: boolean;
  /** True if a document may be found at all. */
  readonly keep: (key: string) => boolean;
  /** True if a field of a document has exactly this number of words. */
  readonly isWhole: (key: string, field: string, words: number) => boolean;
}

/** The way a word was found, for highlighting. */
export interface FoundTerm {
  /** The number of its letters in the query. */
  readonly rootLength: number;
  readonly typos: number;
  readonly isBeginning: boolean;
}

export interface TextMatches {
  /** By the key of the document. */
  readonly scores: Map<string, TextScore>;
  readonly terms: Map<string, FoundTerm>;
}

const MAX_TYPOS = 2;
/** The maximum number of words of a query to drop. */
const MAX_DROPPED = 20;

/**
 * Finds the documents with all words of a query, or of one of its synonyms. If there are too few, typos are allowed.
 * Then words are dropped, from the right until one is left, and then from the left.
 */
export function matchText(
  index: TextIndex,
  words: readonly QueryWord[],
  synonyms: readonly (readonly QueryWord[])[],
  options: MatchOptions,
): TextMatches {
  const found: TextMatches = { scores: new Map(), terms: new Map() };
  const tokens =
    synonyms.length === 0 ? null : Math.max(words.length, ...synonyms.map(({ length }) => length));
  matchAll(index, words, { ...options, tokens, isSynonym: false }, found);
  const exact = options.fields.map((field) => ({ ...field, numTypos: 0 }));
  for (const synonym of synonyms) {
    matchAll(index, synonym, { ...options, fields: exact, tokens, isSynonym: true }, found);
  }
  for (const query of [words, ...synonyms]) {
    for (const left of shortened(query.slice(0, MAX_DROPPED), options.dropsLeftFirst)) {
      if (found.scores.size >= options.dropTokensThreshold) return found;
      matchAll(index, left, { ...options, tokens: null, isSynonym: false }, found);
    }
  }
  return found;
}

/** Returns the query with fewer and fewer words, in the server's order. */
function shortened(words: readonly QueryWord[], leftFirst: boolean): (readonly QueryWord[])[] {
  const counts = Array.from({ length: Math.max(0, words.length - 1) }, (_, index) => index + 1);
  const right = counts.map((count) => words.slice(0, words.length - count));
  const left = counts.map((count) => words.slice(count));
  return leftFirst ? [...left, ...right] : [...right, ...left];
}

interface PassOptions extends MatchOptions {
  /** The number of words that count as found; null for the actual number. */
  readonly tokens: number | null;
  readonly isSynonym: boolean;
}

function matchAll(
  index: TextIndex,
  words: readonly QueryWord[],
  options: PassOptions,
  found: TextMatches,
): void {
  if (words.length === 0) return;
  const most = Math.min(MAX_TYPOS, Math.max(0, ...options.fields.map(({ numTypos }) => numTypos)));
  for (let typos = 0; typos <= most; typos++) {
    lookUp(index, words, options, typos, found);
    if (found.scores.size >= options.typoTokensThreshold) return;
  }
}

function lookUp(
  { words: index }: TextIndex,
  words: readonly QueryWord[],
  options: PassOptions,
  typos: number,
  { scores, terms }: TextMatches,
): void {
  const allowed = (word: QueryWord, field: QueryField) =>
    Math.min(typos, field.numTypos, allowedByLength(word.term, options));
  const judge = judgeOf(words, options, allowed);
  // A single query covers all fields, because the library forgets fields if several results share a word.
  // Matches beyond a field's limits are removed afterwards.
  const fields = options.fields.map(({ name }) => name);
  const queries = words.map((word): Query => {
    const most = Math.max(0, ...options.fields.map((field) => allowed(word, field)));
    return wordQuery(word.term, fields, word.isLast && options.fields.some(({ prefix }) => prefix), most);
  });
  for (const { id, match } of index.search({ combineWith: "AND", queries })) {
    const key = String(id);
    if (!options.keep(key)) continue;
    const judged = judge(key, match);
    if (judged === null) continue;
    for (const [term, how] of judged.terms) if (!terms.has(term)) terms.set(term, how);
    const known = scores.get(key);
    if (known === undefined || isBetter(judged.score, known)) scores.set(key, judged.score);
  }
}

function isBetter(score: TextScore, known: TextScore): boolean {
  return score.high > known.high || (score.high === known.high && score.low > known.low);
}

function allowedByLength(term: string, { minLen1Typo, minLen2Typo, allowsTypos }: MatchOptions): number {
  if (term.length < minLen1Typo || !allowsTypos(term)) return 0;
  return term.length < minLen2Typo ? 1 : MAX_TYPOS;
}

/** Builds the query for a word. The library counts a transposition as two edits; the server counts one. */
function wordQuery(term: string, fields: string[], prefix: boolean, typos: number): Query {
  const plain: Query = { queries: [term], fields, prefix, fuzzy: typos > 0 ? typos : false };
  if (typos === 0) return plain;
  const swapped: Query = {
    queries: transpositions(term),
    fields,
    prefix: false,
    fuzzy: typos > 1 ? 1 : false,
  };
  return { combineWith: "OR", queries: [plain, swapped] };
}

interface Judged {
  readonly score: TextScore;
  readonly terms: readonly (readonly [string, FoundTerm])[];
}

interface WordMatch extends FoundTerm {
  readonly term: string;
  readonly cost: number;
}

/**
 * Returns the function that scores the words that the library found in a document; null if a word of the query is
 * missing.
 */
function judgeOf(
  words: readonly QueryWord[],
  options: PassOptions,
  allowed: (word: QueryWord, field: QueryField) => number,
): (key: string, match: Readonly<Record<string, readonly string[]>>) => Judged | null {
  const matchOf = matcher(allowed);
  return (key, match) => {
    const entries = Object.entries(match);
    const best = new Map<QueryWord, WordMatch>();
    const inField = new Map<QueryField, Set<QueryWord>>();
    for (const field of options.fields) {
      for (const [term, names] of entries) {
        if (!names.includes(field.name)) continue;
        for (const word of words) {
          const how = matchOf(word, field, term);
          if (how === null) continue;
          const known = best.get(word);
          if (known === undefined || how.cost < known.cost) best.set(word, how);
          inField.set(field, (inField.get(field) ?? new Set()).add(word));
        }
      }
    }
    if (best.size < words.length) return null;
    const cost = [...best.values()].reduce((sum, one) => sum + one.cost, 0);
    const fields = [...inField].map(([field, there]): FieldMatch => {
      const isWhole = cost === 0 && options.isWhole(key, field.name, there.size);
      return { words: there.size, isWhole, weight: field.weight };
    });
    const demoted = options.isSynonym && options.demotesSynonyms;
    const tokens = options.tokens ?? words.length;
    return {
      score: textScore({ fields, tokens, cost, demoted }, options.type, options.countsFields),
      terms: [...best.values()].map((one) => [one.term, one] as const),
    };
  };
}

function matcher(
  allowed: (word: QueryWord, field: QueryField) => number,
): (word: QueryWord, field: QueryField, term: string) => WordMatch | null {
  const distances = new Map<string, number>();
  const distance = (word: string, term: string) => {
    const key = `${word} ${term}`;
    const known = distances.get(key) ?? editDistance(word, term);
    distances.set(key, known);
    return known;
  };
  return (word, field, term) => {
    const rootLength = word.term.length;
    if (word.term === term) return { term, rootLength, typos: 0, isBeginning: false, cost: 0 };
    if (word.isLast && field.prefix && term.startsWith(word.term)) {
      return { term, rootLength, typos: 0, isBeginning: true, cost: 1 };
    }
    const most = allowed(word, field);
    if (most === 0) return null;
    const typos = distance(word.term, term);
    return typos <= most ? { term, rootLength, typos, isBeginning: false, cost: 2 * typos } : null;
  };
}
