import * as fc from "fast-check";
import { editDistance, swaps } from "../../../../src/emulator/nodes/search/distance";
import { textMatchScore } from "../../../../src/emulator/nodes/search/rank";
import { termsOf, tokenizerOf } from "../../../../src/emulator/nodes/search/tokens";

const tokenizer = (token_separators: string[] = [], symbols_to_index: string[] = []) =>
  tokenizerOf({ token_separators, symbols_to_index });

test.each([
  ["Red  Shoes\n41", [], [], ["red", "shoes", "41"]],
  ["Crème brûlée, ÉCLAIR!", [], [], ["creme", "brulee", "eclair"]],
  ["well-known C++ & C#", [], [], ["wellknown", "c", "c"]],
  ["well-known", ["-"], [], ["well", "known"]],
  ["C++ [x]^", [], ["+", "]", "^"], ["c++", "x]^"]],
  ["... !!", [], [], []],
])("%j with separators %j and symbols %j is %j", (text, separators, symbols, expected) => {
  expect(termsOf(tokenizer(separators, symbols), text)).toEqual(expected);
});

test("a word stands where its letters stand, without the punctuation around it", () => {
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

test("a distance is the same both ways, and one for every swap of neighbours", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 6 }), fc.string({ maxLength: 6 }), (left, right) => {
      expect(editDistance(left, right)).toBe(editDistance(right, left));
      expect(swaps(left).map((one) => editDistance(left, one))).toEqual(swaps(left).map(() => 1));
    }),
  );
});

describe("ranking", () => {
  const fields = ["title", "body"].map((name, index) => ({
    name,
    prefix: true,
    numTypos: 2,
    weight: 15 - index,
  }));
  const [red, shoes] = [
    { term: "red", last: false },
    { term: "sho", last: true },
  ];
  const match = (word: typeof red, term = word.term, typos = 0) => ({ word, term, typos });
  const score = (in_: Record<string, ReturnType<typeof match>[]>, whole = false) =>
    textMatchScore({ match: new Map(Object.entries(in_)), isWhole: () => whole }, fields);

  test("from the best match to the worst", () => {
    const scores = [
      score({ title: [match(red), match(shoes)], body: [match(red)] }, true),
      score({ title: [match(red), match(shoes)] }, true),
      score({ body: [match(red), match(shoes)] }, true),
      score({ title: [match(red), match(shoes)] }),
      score({ title: [match(red), match(shoes, "shoes")] }),
      score({ title: [match(red), match(shoes, "show", 1)] }),
      score({ title: [match(red, "rid", 1), match(shoes, "show", 1)] }),
      score({ title: [match(red)], body: [match(shoes)] }),
      score({ title: [match(red)] }),
      score({ body: [match(red)] }),
      score({}),
    ];
    expect(scores).toEqual([...new Set(scores)].sort((left, right) => right - left));
    expect(scores.every(Number.isSafeInteger)).toBe(true);
  });
});
