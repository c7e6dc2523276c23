import type { QueryField, TextMatch, WordMatch } from "./match";

/** What ranking looks at: the match, and whether a field is nothing but the words of the query. */
export interface RankedMatch {
  readonly match: TextMatch;
  readonly isWhole: (field: string) => boolean;
}

/** How many steps each of the criteria has. */
const STEPS = 16;

/**
 * The `text_match` of a document: the higher, the better. Of its fields the best one counts. More words of the query
 * come first, then fewer typos, whole words before beginnings, then a field that is nothing but the query, then the
 * weight of the field (earlier fields of `query_by` weigh more), then the number of fields that match.
 *
 * Servers of different versions rank differently; the one difference that is imitated is in ../newerServer.ts.
 */
export function textMatchScore({ match, isWhole }: RankedMatch, fields: readonly QueryField[]): number {
  const scores = fields.map((field) => {
    const matches = match.get(field.name) ?? [];
    return matches.length === 0 ? 0 : fieldScore(matches, isWhole(field.name), field.weight);
  });
  return Math.max(0, ...scores) * STEPS + step(match.size);
}

function fieldScore(matches: readonly WordMatch[], whole: boolean, weight: number): number {
  const best = new Map(matches.toReversed().map((one) => [one.word, one]));
  const typos = [...best.values()].reduce((sum, one) => sum + one.typos, 0);
  const beginnings = [...best.values()].filter((one) => one.typos === 0 && one.term !== one.word.term).length;
  const criteria = [best.size, STEPS - 1 - typos, STEPS - 1 - beginnings, whole ? 1 : 0, weight];
  return criteria.reduce((score, criterion) => score * STEPS + step(criterion), 0);
}

function step(value: number): number {
  return Math.min(STEPS - 1, Math.max(0, value));
}
