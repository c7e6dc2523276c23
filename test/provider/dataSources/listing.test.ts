import fc from "fast-check";
import { allOf, byText, newestFirst } from "../../../src/provider/dataSources/listing";

async function* pagesOf(...numbers: number[]): AsyncGenerator<number> {
  yield* numbers;
}

test("every record that passes, in the order of the service", async () => {
  expect(await allOf(pagesOf(3, 1, 2))).toEqual([3, 1, 2]);
  expect(await allOf(pagesOf(3, 1, 2), (number) => number > 1)).toEqual([3, 2]);
  expect(await allOf(pagesOf())).toEqual([]);
});

test("a page that cannot be read fails the whole: a part is no answer", async () => {
  async function* broken() {
    yield 1;
    throw new Error("503");
  }
  await expect(allOf(broken())).rejects.toThrow("503");
});

test("newest first; what has no moment last, what is of one moment by id", () => {
  const records = [
    { id: "b", created_at: 5 },
    { id: "z", created_at: null },
    { id: "c", created_at: 9 },
    { id: "a", created_at: 5 },
  ];
  expect(records.sort(newestFirst).map(({ id }) => id)).toEqual(["c", "a", "b", "z"]);
});

test("the order does not depend on the order of the service", () => {
  const record = fc.record({ id: fc.string(), created_at: fc.option(fc.nat(3)) });
  fc.assert(
    fc.property(fc.uniqueArray(record, { selector: ({ id }) => id }), (records) => {
      const sorted = [...records].sort(newestFirst);
      expect([...records].reverse().sort(newestFirst)).toEqual(sorted);
    }),
  );
});

test.each([
  ["a", "b", -1],
  ["b", "a", 1],
  ["a", "a", 0],
  ["B", "a", -1],
  ["a", "é", -1],
])("%p against %p is %p", (a, b, expected) => {
  expect(byText(a, b)).toBe(expected);
});
