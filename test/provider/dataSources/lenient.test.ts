import { instantOf, listOf, membersOf, numberOf, textOf } from "../../../src/provider/dataSources/lenient";

test.each<[unknown, string | null]>([
  ["draft", "draft"],
  ["", ""],
  [7, "7"],
  [true, "true"],
  [{ a: [1] }, '{"a":[1]}'],
  [null, null],
  [undefined, null],
])("the text of %j is %j", (value, expected) => {
  expect(textOf(value)).toBe(expected);
});

test.each<[unknown, number | null]>([
  [0, 0],
  [12.5, 12.5],
  [-1999, -1999],
  ["1999", 1999],
  ["12.5", 12.5],
  ["", null],
  [" ", null],
  ["12,5", null],
  ["Infinity", null],
  [Number.NaN, null],
  [true, null],
  [null, null],
  [undefined, null],
  [[5], null],
])("the number of %p is %p", (value, expected) => {
  expect(numberOf(value)).toBe(expected);
});

test.each<[unknown, string | null]>([
  [1_700_000_000, "2023-11-14T22:13:20Z"],
  ["1700000000", "2023-11-14T22:13:20Z"],
  [1_700_000_000.25, "2023-11-14T22:13:20.250Z"],
  [0, "1970-01-01T00:00:00Z"],
  ["2023-11-14T22:13:20Z", "2023-11-14T22:13:20Z"],
  ["2023-11-14T23:13:20+01:00", "2023-11-14T22:13:20Z"],
  ["2023-11-14", "2023-11-14T00:00:00Z"],
  ["yesterday", null],
  ["", null],
  [1e300, null],
  [true, null],
  [{}, null],
  [null, null],
  [undefined, null],
])("the moment of %p is %p", (value, expected) => {
  expect(instantOf(value)).toBe(expected);
});

test("parts of another shape are empty", () => {
  expect([
    membersOf({ a: 1 }),
    membersOf([1]),
    membersOf("x"),
    membersOf(null),
    membersOf(undefined),
  ]).toEqual([{ a: 1 }, {}, {}, {}, {}]);
  expect([listOf([1]), listOf({ 0: 1 }), listOf(null)]).toEqual([[1], [], []]);
});
