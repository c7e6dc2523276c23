import type { StoredDocument } from "../../domain/store/data";
import { refused } from "../call";
import { findField, textsAt } from "../documents/schema";
import type { SearchPlan } from "./plan";
import { byText, type Hit, topHits } from "./sort/order";
import { termsOf, tokenizerOf } from "./text/words";
import { distanceTo } from "./vector/plan";

/** The number of nearest documents to combine with those found by words, by default. */
const USUAL_NEAREST = 100;

type Allowed = (document: StoredDocument, key: string) => boolean;

/**
 * Finds the documents with the nearest vectors. With hits by words, both are combined by rank (reciprocal rank fusion).
 */
export function nearestHits(
  plan: SearchPlan,
  isAllowed: Allowed,
  words: readonly Hit[] | null = null,
): Hit[] {
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
export function infixMatches(
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
