import type { StoredDocument } from "../../domain/store/data";
import { refused } from "../call";
import { asList, findField, textsAt, valueAt } from "../documents/schema";
import type { SearchPlan } from "./plan";
import { byText, type Hit, topHits } from "./sort/order";
import { expandSynonyms } from "./synonyms";
import { type FoundTerm, matchText, type QueryWord, type TextMatches } from "./text/match";
import { numberAsScore, type TextScore } from "./text/score";
import { textIndexOf } from "./text/textIndex";
import { containsPhrase, termsOf, tokenizerOf } from "./text/words";
import { distanceTo } from "./vector";

/** The result of a search, unordered. */
export interface FoundDocuments {
  readonly hits: readonly Hit[];
  /** Documents that rules or `pinned_hits` place, with their positions. */
  readonly curated: readonly { readonly hit: Hit; readonly position: number }[];
  /** The words that were found, for highlighting. */
  readonly terms: ReadonlyMap<string, FoundTerm>;
}

/** The server's scores of hits that were not found by words. */
const WILDCARD_SCORE = 100;
const PHRASE_SCORE = 100_000;

/** Finds the documents of a search. @throws NodeRefusalError */
export function findDocuments(plan: SearchPlan): FoundDocuments {
  const { collection, query, groupsNothing, vector, q } = plan;
  if (groupsNothing || (query.words.length === 0 && query.phrases.length === 0)) {
    return { hits: [], curated: [], terms: new Map() };
  }
  const curated = curatedHits(plan);
  const taken = new Set(curated.map(({ hit }) => hit.key));
  const isAllowed = allowedBy(plan, taken);
  const isForAll = query.words[0] === "*";
  if (isForAll && query.phrases.length === 0) {
    const scored = q === "*" ? null : numberAsScore(WILDCARD_SCORE);
    const hits =
      vector === null ? hitsFor(collection.documents, isAllowed, () => scored) : nearestHits(plan, isAllowed);
    return { hits, curated, terms: new Map() };
  }
  const phrases = phraseWeights(plan);
  if (isForAll) {
    const hits = hitsFor(collection.documents, isAllowed, (document) => {
      const weight = phrases(document);
      return weight === null ? undefined : numberAsScore(PHRASE_SCORE + weight);
    });
    return { hits, curated, terms: markedTerms(new Map(), plan) };
  }
  const matches = textMatches(plan, (document, key) => {
    return isAllowed(document, key) && (query.phrases.length === 0 || phrases(document) !== null);
  });
  const words = hitsFor(
    collection.documents,
    (_, key) => matches.scores.has(key),
    (_, key) => matches.scores.get(key),
  );
  const hits = vector === null ? words : nearestHits(plan, isAllowed, words);
  return { hits, curated, terms: markedTerms(matches.terms, plan) };
}

type Allowed = (document: StoredDocument, key: string) => boolean;

function allowedBy(plan: SearchPlan, taken: ReadonlySet<string>): Allowed {
  const { hidden, keep, query } = plan;
  const fields = searchedTexts(plan);
  const isExcluded = (document: StoredDocument) =>
    fields.some(({ textsOf }) => {
      const texts = textsOf(document);
      return query.excluded.some((phrase) => texts.some((text) => containsPhrase(text, phrase.join(" "))));
    });
  const excludes = query.excluded.length > 0;
  return (document, key) =>
    !taken.has(key) &&
    !hidden.has(String(document.id)) &&
    keep(document) &&
    !(excludes && isExcluded(document));
}

/** Returns the searched fields, each with its texts as words. */
function searchedTexts({ collection, fields }: SearchPlan) {
  return fields.map(({ name, weight }) => {
    const tokenize = tokenizerOf(collection, fieldOf(collection, name));
    const textsOf = (document: StoredDocument) =>
      textsAt(document, name, collection.enable_nested_fields).map((text) =>
        termsOf(tokenize, text).join(" "),
      );
    return { weight, textsOf };
  });
}

function fieldOf({ fields }: SearchPlan["collection"], name: string) {
  return fields.find((field) => field.name === name);
}

/** Returns the allowed documents as hits; a score of undefined leaves a document out. */
function hitsFor(
  documents: ReadonlyMap<string, StoredDocument>,
  isAllowed: Allowed,
  scoreOf: (document: StoredDocument, key: string) => TextScore | null | undefined,
): Hit[] {
  const hits: Hit[] = [];
  let position = 0;
  for (const [key, document] of documents) {
    position += 1;
    if (!isAllowed(document, key)) continue;
    const score = scoreOf(document, key);
    if (score !== undefined) hits.push({ key, document, position, score, distance: null });
  }
  return hits;
}

/** Returns the hits with a position of their own. The next ones take the positions of missing documents. */
function curatedHits({
  collection,
  pinned,
  filtersCuratedHits,
  keep,
  hidden,
  groupBy,
  args,
}: SearchPlan): FoundDocuments["curated"] {
  if (pinned.length === 0) return [];
  const keys = new Map(
    [...collection.documents].map(([key, one], index) => [String(one.id), { key, one, index }]),
  );
  const there = pinned.filter(({ id }) => keys.has(id));
  const positions = [...new Set(there.map(({ position }) => position))].sort((left, right) => left - right);
  const room = groupBy.length > 0 ? args.integers.group_limit : 1;
  const seen = new Set<string>();
  const places = positions.map((position) => {
    const there = pinned.filter(
      (one) => one.position === position && !seen.has(one.id) && !hidden.has(one.id),
    );
    const hits = there.flatMap(({ id }): Hit[] => {
      const found = keys.get(id);
      if (found === undefined || (filtersCuratedHits && !keep(found.one))) return [];
      return [
        { key: found.key, document: found.one, position: found.index + 1, score: null, distance: null },
      ];
    });
    const kept = hits.slice(0, room);
    for (const { document } of kept) seen.add(String(document.id));
    return kept;
  });
  return places
    .filter((hits) => hits.length > 0)
    .flatMap((hits, index) => hits.map((hit) => ({ hit, position: positions[index] ?? 1 })));
}

/** Returns the weight of the heaviest field that contains all phrases; null if none does. */
function phraseWeights(plan: SearchPlan): (document: StoredDocument) => number | null {
  const wanted = plan.query.phrases.map((phrase) => phrase.join(" "));
  const fields = searchedTexts(plan);
  return (document) => {
    let best: number | null = null;
    for (const { weight, textsOf } of fields) {
      if (best !== null && weight <= best) continue;
      const texts = textsOf(document);
      if (wanted.every((phrase) => texts.some((text) => containsPhrase(text, phrase)))) best = weight;
    }
    return best;
  };
}

function textMatches(plan: SearchPlan, isAllowed: Allowed): TextMatches {
  const { collection, query, fields, args, synonyms } = plan;
  const { integers, booleans, textMatchType } = args;
  const index = textIndexOf(collection);
  const { documents } = collection;
  const queryWords = (words: readonly string[]) =>
    words.map((term, place): QueryWord => ({ term, isLast: place === words.length - 1 }));
  const locale = String(fieldOf(collection, fields[0]?.name ?? "")?.locale ?? "");
  const others = booleans.enable_synonyms
    ? expandSynonyms(query.words, synonyms, {
        locale,
        prefix: booleans.synonym_prefix,
        numTypos: integers.synonym_num_typos,
      })
    : [];
  const nested = collection.enable_nested_fields;
  const matches = matchText(index, queryWords(query.words), others.map(queryWords), {
    fields,
    typoTokensThreshold: integers.typo_tokens_threshold,
    dropTokensThreshold: booleans.exhaustive_search
      ? Number.POSITIVE_INFINITY
      : integers.drop_tokens_threshold,
    dropsLeftFirst: plan.dropsLeftFirst,
    minLen1Typo: integers.min_len_1typo,
    minLen2Typo: integers.min_len_2typo,
    allowsTypos: (word) =>
      (booleans.enable_typos_for_alpha_numerical_tokens || /^[a-z0-9]*$/i.test(word)) &&
      (booleans.enable_typos_for_numerical_tokens || !/^\d+$/.test(word)),
    demotesSynonyms: booleans.demote_synonym_match,
    type: textMatchType,
    countsFields: booleans.prioritize_num_matching_fields,
    keep: (key) => {
      const document = documents.get(key);
      return document !== undefined && isAllowed(document, key);
    },
    isWhole: (key, field, words) => {
      const tokenize = index.tokenizerFor(field);
      const value = valueAt(documents.get(key) ?? {}, field, nested);
      return (
        booleans.prioritize_exact_match &&
        asList(value).some((text) => typeof text === "string" && tokenize(text).length === words)
      );
    },
  });
  for (const key of infixMatches(plan, matches.scores.size, isAllowed)) {
    if (!matches.scores.has(key)) matches.scores.set(key, numberAsScore(WILDCARD_SCORE));
  }
  return matches;
}

/** Returns the words to highlight: those found, and those of the query even if they were dropped. */
function markedTerms(
  terms: ReadonlyMap<string, FoundTerm>,
  { query }: SearchPlan,
): ReadonlyMap<string, FoundTerm> {
  const own = [...query.words, ...query.phrases.flat()].map(
    (term) => [term, { rootLength: [...term].length, typos: 0, isBeginning: false }] as const,
  );
  return new Map([...own, ...terms]);
}

/** The number of nearest documents to combine with those found by words, by default. */
const USUAL_NEAREST = 100;

/**
 * Finds the documents with the nearest vectors. With hits by words, both are combined by rank (reciprocal rank fusion).
 */
function nearestHits(plan: SearchPlan, isAllowed: Allowed, words: readonly Hit[] | null = null): Hit[] {
  const { collection, vector, fetchSize } = plan;
  if (vector === null) return [...(words ?? [])];
  const { query, field, values } = vector;
  const distance = distanceTo(values, field);
  const near: Hit[] = [];
  let position = 0;
  for (const [key, document] of collection.documents) {
    position += 1;
    if (document.id === query.id || !isAllowed(document, key)) continue;
    const far = distance(document);
    if (far === null || far > query.distanceThreshold) continue;
    near.push({ key, document, position, score: null, distance: far });
  }
  const usual = words === null ? fetchSize : Math.max(fetchSize, USUAL_NEAREST);
  near.sort((left, right) => (left.distance ?? 0) - (right.distance ?? 0) || right.position - left.position);
  near.length = Math.min(near.length, query.k === 0 ? usual : query.k);
  return words === null ? near : joined(words, near, query.alpha);
}

function joined(words: readonly Hit[], near: readonly Hit[], alpha: number): Hit[] {
  const all = new Map<string, Hit>();
  const ranked = topHits(words, words.length, [byText({ name: "_text_match", descending: true })]);
  let rank = 0;
  for (const [index, hit] of ranked.entries()) {
    const before = ranked[index - 1]?.score;
    const isEqual = before?.high === hit.score?.high && before?.low === hit.score?.low;
    if (index === 0 || !isEqual) rank += 1;
    all.set(hit.key, { ...hit, fusion: Math.fround((1 / rank) * (1 - alpha)) });
  }
  for (const [index, hit] of near.entries()) {
    const known = all.get(hit.key);
    const score = (1 / (index + 1)) * alpha;
    all.set(
      hit.key,
      known === undefined
        ? { ...hit, score: { high: 0, low: 0 }, fusion: Math.fround(score) }
        : { ...known, distance: hit.distance, fusion: Math.fround((known.fusion ?? 0) + score) },
    );
  }
  return [...all.values()];
}

/**
 * Finds documents with the first word of a query inside a word of an infix field.
 * @param found the number of other hits; fallback fields are searched only if it is 0
 * @throws NodeRefusalError 400 for a field without `infix`
 */
function infixMatches(
  { collection, fields, query, args }: Pick<SearchPlan, "collection" | "fields" | "query" | "args">,
  found: number,
  isAllowed: (document: StoredDocument, key: string) => boolean,
): Set<string> {
  const keys = new Set<string>();
  const [wanted = ""] = query.words;
  const { max_extra_prefix: before, max_extra_suffix: after } = args.integers;
  for (const { name, infix } of fields) {
    if (infix === "off" || (infix === "fallback" && found + keys.size > 0)) continue;
    const field = findField(collection, name);
    if (field?.infix !== true) {
      const words = "Make sure to enable infix search by specifying `infix: true` in the schema.";
      throw refused(`Could not find \`${name}\` in the infix index. ${words}`);
    }
    const tokenize = tokenizerOf(collection, field);
    const isIn = (term: string) => {
      const at = term.indexOf(wanted);
      return at >= 0 && at <= before && term.length - at - wanted.length <= after;
    };
    for (const [key, document] of collection.documents) {
      const texts = textsAt(document, name, collection.enable_nested_fields);
      if (texts.some((text) => termsOf(tokenize, text).some(isIn)) && isAllowed(document, key)) keys.add(key);
    }
  }
  return keys;
}
