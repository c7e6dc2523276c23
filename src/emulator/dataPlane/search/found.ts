import type { StoredDocument } from "../../domain/store/data";
import { singles, textsAt, valueAt } from "../documents/schema";
import { infixMatches, nearest } from "./matches";
import type { SearchPlan } from "./plan";
import type { Hit } from "./sort/order";
import { expanded } from "./synonyms";
import { type FoundTerm, matchText, type QueryWord, type TextMatches } from "./text/match";
import { plainScore, type TextScore } from "./text/score";
import { textIndexOf } from "./text/textIndex";
import { termsOf, tokenizerOf } from "./text/words";

/** What a search finds, in no order yet. */
export interface Found {
  readonly hits: readonly Hit[];
  /** Documents that rules or `pinned_hits` put somewhere, by their position. */
  readonly curated: readonly { readonly hit: Hit; readonly position: number }[];
  /** The words that were found, for highlighting. */
  readonly terms: ReadonlyMap<string, FoundTerm>;
}

/** The scores that the server gives to what is not found by words. */
const WILDCARD_SCORE = 100;
const PHRASE_SCORE = 100_000;

/** The documents that a search finds. @throws NodeRefusal in the server's words */
export function findDocuments(plan: SearchPlan): Found {
  const { collection, query, groupsNothing, vector, q } = plan;
  if (groupsNothing || (query.words.length === 0 && query.phrases.length === 0)) {
    return { hits: [], curated: [], terms: new Map() };
  }
  const curated = curatedHits(plan);
  const taken = new Set(curated.map(({ hit }) => hit.key));
  const isAllowed = allowedBy(plan, taken);
  const isForAll = query.words[0] === "*";
  if (isForAll && query.phrases.length === 0) {
    const scored = q === "*" ? null : plainScore(WILDCARD_SCORE);
    const hits =
      vector === null ? hitsFor(collection.documents, isAllowed, () => scored) : nearest(plan, isAllowed);
    return { hits, curated, terms: new Map() };
  }
  const phrases = phraseWeights(plan);
  if (isForAll) {
    const hits = hitsFor(collection.documents, isAllowed, (document) => {
      const weight = phrases(document);
      return weight === null ? undefined : plainScore(PHRASE_SCORE + weight);
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
  const hits = vector === null ? words : nearest(plan, isAllowed, words);
  return { hits, curated, terms: markedTerms(matches.terms, plan) };
}

type Allowed = (document: StoredDocument, key: string) => boolean;

function allowedBy(
  { collection, hidden, keep, query, fields }: SearchPlan,
  taken: ReadonlySet<string>,
): Allowed {
  const nested = collection.enable_nested_fields;
  const tokenizers = fields.map(({ name }) => ({
    name,
    tokenize: tokenizerOf(collection, fieldOf(collection, name)),
  }));
  const isExcluded = (document: StoredDocument) =>
    tokenizers.some(({ name, tokenize }) => {
      const texts = textsAt(document, name, nested).map((text) => ` ${termsOf(tokenize, text).join(" ")} `);
      return query.excluded.some((phrase) => texts.some((text) => text.includes(` ${phrase.join(" ")} `)));
    });
  const excludes = query.excluded.length > 0;
  return (document, key) =>
    !taken.has(key) &&
    !hidden.has(String(document.id)) &&
    keep(document) &&
    !(excludes && isExcluded(document));
}

function fieldOf({ fields }: SearchPlan["collection"], name: string) {
  return fields.find((field) => field.name === name);
}

/** Hits of what is allowed; a score of undefined leaves a document out. */
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

/** The hits that have a place of their own. Those that are not there leave their places to the next. */
function curatedHits({
  collection,
  pinned,
  filtersCuratedHits,
  keep,
  hidden,
  groupBy,
  args,
}: SearchPlan): Found["curated"] {
  if (pinned.length === 0) return [];
  const keys = new Map(
    [...collection.documents].map(([key, one], index) => [String(one.id), { key, one, index }]),
  );
  const there = pinned.filter(({ id }) => keys.has(id));
  const positions = [...new Set(there.map(({ position }) => position))].sort((left, right) => left - right);
  const room = groupBy.length > 0 ? args.wholes.group_limit : 1;
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

/** The weight of the heaviest field that has all phrases; null where none has. */
function phraseWeights({
  collection,
  query,
  fields,
}: SearchPlan): (document: StoredDocument) => number | null {
  const nested = collection.enable_nested_fields;
  const wanted = query.phrases.map((phrase) => ` ${phrase.join(" ")} `);
  const tokenizers = fields.map((field) => ({
    ...field,
    tokenize: tokenizerOf(collection, fieldOf(collection, field.name)),
  }));
  return (document) => {
    let best: number | null = null;
    for (const { name, weight, tokenize } of tokenizers) {
      if (best !== null && weight <= best) continue;
      const texts = textsAt(document, name, nested).map((text) => ` ${termsOf(tokenize, text).join(" ")} `);
      if (wanted.every((phrase) => texts.some((text) => text.includes(phrase)))) best = weight;
    }
    return best;
  };
}

function textMatches(plan: SearchPlan, isAllowed: Allowed): TextMatches {
  const { collection, query, fields, args, synonyms } = plan;
  const { wholes, flags, textMatchType } = args;
  const index = textIndexOf(collection);
  const { documents } = collection;
  const queryWords = (words: readonly string[]) =>
    words.map((term, place): QueryWord => ({ term, isLast: place === words.length - 1 }));
  const locale = String(fieldOf(collection, fields[0]?.name ?? "")?.locale ?? "");
  const others = flags.enable_synonyms
    ? expanded(query.words, synonyms, {
        locale,
        prefix: flags.synonym_prefix,
        numTypos: wholes.synonym_num_typos,
      })
    : [];
  const nested = collection.enable_nested_fields;
  const matches = matchText(index, queryWords(query.words), others.map(queryWords), {
    fields,
    typoTokensThreshold: wholes.typo_tokens_threshold,
    dropTokensThreshold: flags.exhaustive_search ? Number.POSITIVE_INFINITY : wholes.drop_tokens_threshold,
    dropsLeftFirst: plan.dropsLeftFirst,
    minLen1Typo: wholes.min_len_1typo,
    minLen2Typo: wholes.min_len_2typo,
    allowsTypos: (word) =>
      (flags.enable_typos_for_alpha_numerical_tokens || /^[a-z0-9]*$/i.test(word)) &&
      (flags.enable_typos_for_numerical_tokens || !/^\d+$/.test(word)),
    demotesSynonyms: flags.demote_synonym_match,
    type: textMatchType,
    countsFields: flags.prioritize_num_matching_fields,
    keep: (key) => {
      const document = documents.get(key);
      return document !== undefined && isAllowed(document, key);
    },
    isWhole: (key, field, words) => {
      const tokenize = index.tokenizerFor(field);
      const value = valueAt(documents.get(key) ?? {}, field, nested);
      return (
        flags.prioritize_exact_match &&
        singles(value).some((text) => typeof text === "string" && tokenize(text).length === words)
      );
    },
  });
  for (const key of infixMatches(plan, matches.scores.size, isAllowed)) {
    if (!matches.scores.has(key)) matches.scores.set(key, plainScore(WILDCARD_SCORE));
  }
  return matches;
}

/** The words that are marked: those found, and those of the query even where they were dropped. */
function markedTerms(
  terms: ReadonlyMap<string, FoundTerm>,
  { query }: SearchPlan,
): ReadonlyMap<string, FoundTerm> {
  const own = [...query.words, ...query.phrases.flat()].map(
    (term) => [term, { rootLength: [...term].length, typos: 0, isBeginning: false }] as const,
  );
  return new Map([...own, ...terms]);
}
