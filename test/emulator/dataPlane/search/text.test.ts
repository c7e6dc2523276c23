import * as fc from "fast-check";
import {
  type ScoredMatch,
  scoreAnswer,
  textScore,
} from "../../../../src/emulator/dataPlane/search/text/score";
import {
  editDistance,
  termsOf,
  tokenizerOf,
  transpositions,
} from "../../../../src/emulator/dataPlane/search/text/words";

const tokenizer = (token_separators: string[] = [], symbols_to_index: string[] = []) =>
  tokenizerOf({ token_separators, symbols_to_index });

test.each([
  ["Red  Shoes\n41", [], [], ["red", "shoes", "41"]],
  ["Crème brûlée, ÉCLAIR!", [], [], ["creme", "brulee", "eclair"]],
  ["well-known C++ & C#", [], [], ["wellknown", "c", "c"]],
  ["well-known", ["-"], [], ["well", "known"]],
  ["C++ [x]^", [], ["+", "]", "^"], ["c++", "x]^"]],
  ["... !!", [], [], []],
])("%j with separators %j and symbols %j has the words %j", (text, separators, symbols, expected) => {
  expect(termsOf(tokenizer(separators, symbols), text)).toEqual(expected);
});

test("the position of a word excludes the punctuation around it", () => {
  const text = 'a ("Crème-brûlée"), b';
  const places = tokenizer()(text).map(({ start, end }) => text.slice(start, end));
  expect(places).toEqual(["a", "Crème-brûlée", "b"]);
});

test.each([
  ["shoe", "shoe", 0],
  ["shoe", "shoes", 1],
  ["hsoe", "shoe", 1],
  ["sheo", "shoes", 2],
  ["", "abc", 3],
  ["ca", "abc", 3],
])("%s and %s differ by %i", (left, right, distance) => {
  expect(editDistance(left, right)).toBe(distance);
});

test("a distance is symmetric, and 1 for each transposition", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }), (left, right) => {
      expect(editDistance(left, right)).toBe(editDistance(right, left));
      expect(transpositions(left).map((one) => editDistance(left, one))).toEqual(
        transpositions(left).map(() => 1),
      );
    }),
  );
});

describe("the score of a text", () => {
  const field = (words: number, weight: number, isWhole = false) => ({ words, weight, isWhole });
  const score = (match: ScoredMatch) => {
    const { high, low } = textScore(match, "max_score", true);
    return BigInt(high) * 2048n + BigInt(low);
  };

  test("orders from the best match to the worst", () => {
    const scores = [
      { fields: [field(2, 15, true), field(1, 14)], tokens: 2, cost: 0 },
      { fields: [field(2, 15, true)], tokens: 2, cost: 0 },
      { fields: [field(2, 14, true)], tokens: 2, cost: 0 },
      { fields: [field(2, 15)], tokens: 2, cost: 0 },
      { fields: [field(2, 15)], tokens: 2, cost: 1 },
      { fields: [field(2, 15)], tokens: 2, cost: 2 },
      { fields: [field(1, 15), field(1, 14)], tokens: 2, cost: 0 },
      { fields: [field(1, 15)], tokens: 1, cost: 0 },
      { fields: [field(1, 14)], tokens: 1, cost: 0 },
    ].map(score);
    expect(scores).toEqual([...new Set(scores)].sort((left, right) => (left < right ? 1 : -1)));
  });

  test("is decoded into its parts, for each type", () => {
    const count = (max: number) => fc.integer({ min: 1, max });
    fc.assert(
      fc.property(
        fc.constantFrom("max_score", "max_weight"),
        fc.tuple(count(15), count(15), count(100)),
        (type, [words, weight, cost]) => {
          const found = textScore({ fields: [field(words, weight)], tokens: words, cost }, type, true);
          expect(scoreAnswer(found, type, words + 1)).toMatchObject({
            text_match_info: {
              best_field_weight: weight,
              fields_matched: 1,
              num_tokens_dropped: 1,
              tokens_matched: words,
              typo_prefix_score: cost,
            },
          });
        },
      ),
    );
  });
});
