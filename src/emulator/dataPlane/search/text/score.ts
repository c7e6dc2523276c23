import type { TextMatchType } from "../arguments";

/**
 * The server's score of a text match: 63 bits. `low` holds the lowest 11 and `high` the rest, so that both are exact.
 */
export interface TextScore {
  readonly high: number;
  readonly low: number;
}

const LOW_BITS = 11;
const LOW = 2 ** LOW_BITS;
const MOST_TOKENS = 15;
const MOST_FIELDS = 7;

/** The match in one field. */
export interface FieldMatch {
  /** The number of words of the query in the field. */
  readonly words: number;
  /** True if the field contains nothing but the query. */
  readonly isWhole: boolean;
  readonly weight: number;
}

export interface ScoredMatch {
  readonly fields: readonly FieldMatch[];
  /** The number of words of the query that were found in any field. */
  readonly tokens: number;
  /** Two for each typo, one for each word that matches by prefix. */
  readonly cost: number;
  readonly demoted?: boolean;
}

/** Computes the score of a match: by the best field, the heaviest field, or all fields. */
export function textScore(
  { fields, tokens, cost, demoted = false }: ScoredMatch,
  type: TextMatchType,
  countsFields: boolean,
): TextScore {
  let best = { score: 0, weight: 0 };
  let sum = 0;
  for (const field of fields) {
    const score = fieldScore(field, cost, demoted);
    sum += score * field.weight;
    const isBetter = type === "max_weight" ? field.weight > best.weight : score > best.score;
    if (isBetter) best = { score, weight: field.weight };
  }
  const found = Math.min(MOST_TOKENS, tokens) * 2 ** 48;
  const matching = countsFields ? Math.min(MOST_FIELDS, fields.length) : 0;
  if (type === "max_score") return { high: found + best.score, low: best.weight * 8 + matching };
  const inner = type === "max_weight" ? best.score : sum;
  const upper = type === "max_weight" ? best.weight * 2 ** 40 : 0;
  return { high: found + upper + Math.floor(inner / 2 ** 8), low: (inner % 2 ** 8) * 8 + matching };
}

function fieldScore({ words, isWhole }: FieldMatch, cost: number, demoted: boolean): number {
  const typos = 255 - Math.min(255, cost);
  return (
    words * (2 ** 40 + 2 ** 32) +
    typos * 2 ** 24 +
    100 * 2 ** 16 +
    (isWhole ? 2 ** 12 : 0) +
    (demoted ? 0 : 1)
  );
}

/** Converts a number into a score, as the server scores hits that were not found by words. */
export function numberAsScore(number: number): TextScore {
  return { high: Math.floor(number / LOW), low: number % LOW };
}

/** Builds `text_match` and `text_match_info` of a hit. */
export function scoreAnswer({ high, low }: TextScore, type: TextMatchType, queryWords: number): object {
  const score = (BigInt(high) << BigInt(LOW_BITS)) | BigInt(low);
  const bits = (from: number, count: number) => (score >> BigInt(from)) & ((1n << BigInt(count)) - 1n);
  const [field, weight, typos] = type === "max_score" ? [11, 3, 35] : [3, 51, 27];
  const tokens = Number(bits(59, 4));
  return {
    text_match: Number(score),
    text_match_info: {
      best_field_score: String(bits(field, 48)),
      best_field_weight: Number(bits(weight, 8)),
      fields_matched: Number(bits(0, 3)),
      num_tokens_dropped: Math.max(0, queryWords - tokens),
      score: String(score),
      tokens_matched: tokens,
      typo_prefix_score: 255 - Number(bits(typos, 8)),
    },
  };
}
