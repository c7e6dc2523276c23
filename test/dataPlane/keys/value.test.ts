import fc from "fast-check";
import type { CreateKeyBody } from "../../../src/dataPlane";
import { chooseValue, isMarked, markOf, prefixOf, showsValue } from "../../../src/dataPlane/keys/value";

const SEARCH: CreateKeyBody = {
  description: "storefront",
  actions: ["documents:search", "documents:get"],
  collections: ["products"],
};
const body = fc.record(
  {
    description: fc.string(),
    actions: fc.array(fc.string(), { minLength: 1 }),
    collections: fc.array(fc.string(), { minLength: 1 }),
    expires_at: fc.nat(),
  },
  { requiredKeys: ["actions", "collections"] },
);
/** Bytes that follow from a seed. */
const bytesFrom = (seed: number) => {
  let state = seed;
  return (size: number) =>
    Uint8Array.from({ length: size }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 16;
    });
};

test("a value is 48 letters and digits, begins with the mark of the permissions, and is identified by four of them", () => {
  fc.assert(
    fc.property(body, fc.nat(), (given, seed) => {
      const value = chooseValue(given, bytesFrom(seed), () => false);
      expect(value).toMatch(/^[A-Za-z0-9]{48}$/);
      expect(value[0]).toBe(markOf(given));
      expect(isMarked({ value_prefix: value.slice(0, 4) }, given)).toBe(true);
    }),
  );
});

test("every character is equally likely: of 256 bytes, eight are ignored", () => {
  const all = (size: number) => Uint8Array.from({ length: size }, (_, place) => 255 - (place % 256));
  const letters = chooseValue(
    SEARCH,
    (size) => all(size + 300),
    () => false,
  ).slice(1);
  expect(letters.startsWith("987")).toBe(true);
});

test("first characters that another key has are not chosen, unless there are no others", () => {
  const draws: string[] = [];
  const value = chooseValue(SEARCH, bytesFrom(1), (prefix) => draws.push(prefix) < 3);
  expect([draws.length, draws[2]]).toEqual([3, prefixOf(value)]);
  expect(chooseValue(SEARCH, bytesFrom(1), () => true)).toHaveLength(48);
});

test("the mark follows from the permissions, in any order and with duplicates", () => {
  const { description: _, ...without } = SEARCH;
  const same = { ...SEARCH, actions: ["documents:get", "documents:search", "documents:get"] };
  expect(markOf(same)).toBe(markOf(SEARCH));
  expect(markOf({ ...without, description: "" })).toBe(markOf(without));
});

/** Keys that stand at servers were marked by these: another mark would not find them. */
test.each<[mark: string, CreateKeyBody]>([
  ["x", SEARCH],
  ["o", { actions: ["*"], collections: ["*"] }],
  ["C", { ...SEARCH, expires_at: 1_900_000_000 }],
  ["o", { ...SEARCH, description: "Straße" }],
])("%s marks %j, in every version", (mark, given) => {
  expect(markOf(given)).toBe(mark);
});

test.each<[prefix: string | null, shown: boolean | null]>([
  ["abcd", true],
  ["ab", true],
  ["abce", false],
  ["", null],
  [null, null],
])("a server that shows %j of abcdef: %s", (value_prefix, shown) => {
  expect(showsValue({ value_prefix }, "abcdef")).toBe(shown);
});
