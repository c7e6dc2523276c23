import type { StoredDocument } from "../../../domain/store/data";
import type { SearchPlan } from "../plan";
import { byText, type Hit } from "../sort/criterion";
import { firstOf } from "../sort/order";
import { distanceTo } from "./distance";

/** How many of the nearest are looked at beside words, when nothing else is said. */
const USUAL_NEAREST = 100;

type Allowed = (document: StoredDocument, key: string) => boolean;

/**
 * The documents whose vectors are nearest to the one that is searched for. With hits by words, both are joined: each counts
 * by its rank (reciprocal rank fusion).
 */
export function nearest(plan: SearchPlan, isAllowed: Allowed, words: readonly Hit[] | null = null): Hit[] {
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
  const ranked = firstOf(words, words.length, [byText({ name: "_text_match", descending: true })]);
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
