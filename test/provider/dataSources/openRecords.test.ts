import {
  instantOf,
  listOf,
  membersOf,
  numberOf,
  textOf,
} from "../../../src/provider/dataSources/openRecords";

test.each<[unknown, string | null]>([
  ["", ""],
  [7, "7"],
  [{ a: [1] }, '{"a":[1]}'],
  [null, null],
  [undefined, null],
])("the text of %j is %j", (value, expected) => {
  expect(textOf(value)).toBe(expected);
});

test.each<[unknown, number | null]>([
  [-12.5, -12.5],
  ["12.5", 12.5],
  [" ", null],
  ["12,5", null],
  ["Infinity", null],
  [Number.NaN, null],
  [true, null],
  [[5], null],
])("the number of %p is %p", (value, expected) => {
  expect(numberOf(value)).toBe(expected);
});

test.each<[unknown, string | null]>([
  [1_700_000_000, "2023-11-14T22:13:20Z"],
  ["1700000000", "2023-11-14T22:13:20Z"],
  [1_700_000_000.25, "2023-11-14T22:13:20.250Z"],
  [0, "1970-01-01T00:00:00Z"],
  ["2023-11-14T23:13:20+01:00", "2023-11-14T22:13:20Z"],
  ["yesterday", null],
  [1e300, null],
  [{}, null],
  [null, null],
])("the moment of %p is %p", (value, expected) => {
  expect(instantOf(value)).toBe(expected);
});

test("parts of another shape are empty", () => {
  const members = [{ a: 1 }, [1], "x", null, undefined].map(membersOf);
  expect(members).toEqual([{ a: 1 }, {}, {}, {}, {}]);
  expect([[1], { 0: 1 }, null].map(listOf)).toEqual([[1], [], []]);
});
