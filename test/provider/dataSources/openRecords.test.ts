import fc from "fast-check";
import {
  instantOf,
  listOf,
  membersOf,
  numberOf,
  sortedJson,
  textOf,
} from "../../../src/provider/dataSources/openRecords";

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

test.each<[unknown, string]>([
  [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
  [{ z: { d: 1, c: { f: 1, e: 2 } } }, '{"z":{"c":{"e":2,"f":1},"d":1}}'],
  [{ 10: "b", 9: "a" }, '{"10":"b","9":"a"}'],
  [{ a: undefined, b: null }, '{"b":null}'],
  [JSON.parse('{"b":1,"__proto__":{"x":1}}'), '{"__proto__":{"x":1},"b":1}'],
  [{ é: '"\n', e: 1.5 }, '{"e":1.5,"é":"\\"\\n"}'],
  [[], "[]"],
  ["text", '"text"'],
  [null, "null"],
  [undefined, "null"],
])("%j is %s", (value, text) => {
  expect(sortedJson(value)).toBe(text);
});

test("says the same as the record, whatever the order of its keys", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = sortedJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(sortedJson(reversed(value))).toBe(text);
      expect(text).not.toContain("\n");
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, member]): [string, unknown] => [key, reversed(member)]);
  return Object.fromEntries(entries.reverse());
}
