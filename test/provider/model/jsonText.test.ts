import fc from "fast-check";
import {
  covers,
  jsonList,
  jsonObject,
  observedJson,
  sameJson,
  sortedJson,
} from "../../../src/provider/model/jsonText";

test.each<[string, string | undefined]>([
  ['{"per_page": 20, "q": "*"}', undefined],
  ["{}", undefined],
  ["[]", "not a list"],
  ["null", "not null"],
  ['"{}"', "not a string"],
  ["{per_page: 20}", "it is not valid JSON"],
  ["", "it is not valid JSON"],
  ['{"a": [{"b": 9007199254740993}]}', "more digits"],
])("%s as an object: %s", (text, problem) => {
  if (problem === undefined) expect(jsonObject(text)).toBeUndefined();
  else expect(jsonObject(text)).toContain(problem);
});

test("JSON that is nested so deep that an answer with it could not be read is a problem", () => {
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  expect(jsonObject(nested(50))).toBeUndefined();
  for (const levels of [60, 100_000]) expect(jsonObject(nested(levels))).toContain("levels deep");
});

test.each([
  ['{"api_key": s3cret}', /it is not valid JSON: Unexpected token 's'$/],
  [
    '{"model": "x", "api_key": s3cret, "dimensions": 1234567890}',
    /it is not valid JSON: Unexpected token 's'$/,
  ],
  ['{"api_key": "s3cret', /it is not valid JSON: Unterminated string in JSON at position \d+/],
])("the error for %s quotes nothing of it", (text, problem) => {
  expect(jsonObject(text)).toMatch(problem);
  expect(jsonObject(text)).not.toContain("s3cret");
});

test("a list is a list", () => {
  expect([jsonList("[]"), jsonList("{}")]).toEqual([undefined, expect.stringContaining("not an object")]);
});

test.each([
  ['{"a":1,"b":[1.0,"x"]}', ' { "b" : [1, "x"], "a" : 1e0 }', true],
  ['{"a":["x","y"]}', '{"a":["y","x"]}', false],
  ['{"a":1}', '{"a":1,"b":null}', false],
  ["no json", "{}", false],
])("%s and %s: the same is %s", (a, b, same) => {
  expect(sameJson(a, b)).toBe(same);
});

/** The configuration, the answer of a server, and the resulting JSON in the state; null: unchanged. */
test.each<[string, unknown, unknown, unknown]>([
  ["defaults that the server fills in are no drift", { a: 1 }, { a: 1, limit: 1000 }, null],
  ["a property that differs is drift, alone", { a: 1, b: 2 }, { a: 1, b: 3, c: 4 }, { a: 1, b: 3 }],
  ["a property that is gone is drift", { a: 1, b: 2 }, { a: 1 }, { a: 1 }],
  ["null is nothing", { a: 1, b: null }, { a: 1 }, null],
  ["texts in another order are the same", { tags: ["b", "a"] }, { tags: ["a", "b"] }, null],
  ["other texts are not", { tags: ["b", "a"] }, { tags: ["a", "c"] }, { tags: ["a", "c"] }],
  ["numbers keep their order", { at: [1, 2] }, { at: [2, 1] }, { at: [2, 1] }],
  [
    "items are found by their id, in any order",
    [{ id: "b", x: 1 }, { id: "a" }],
    [
      { id: "a", y: 2 },
      { id: "b", x: 1, y: 2 },
    ],
    null,
  ],
  [
    "an item more is drift, and shown whole",
    [{ id: "b", x: 1 }],
    [
      { id: "a", y: 2 },
      { id: "b", x: 1, y: 2 },
    ],
    [
      { id: "b", x: 1 },
      { id: "a", y: 2 },
    ],
  ],
  [
    "items of one id twice go by their place",
    [{ id: "a" }, { id: "a", x: 1 }],
    [{ id: "a" }, { id: "a", x: 1 }],
    null,
  ],
  ["another kind of value is drift", { a: { b: 1 } }, { a: "b" }, { a: "b" }],
])("%s", (_, configured, seen, drifted) => {
  const text = JSON.stringify(configured, null, 2);
  const state = observedJson(text, seen);
  if (drifted === null) expect(state).toBe(text);
  else expect(JSON.parse(state)).toEqual(drifted);
});

test("without a string, all values of the service are used, with sorted keys", () => {
  expect(observedJson(null, { b: 1, a: [{ d: 1, c: 2 }] })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
});

test("any configuration covers itself, and reads back as the same string", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      const value: unknown = JSON.parse(JSON.stringify(given));
      expect(covers(value, value)).toBe(true);
      expect(sameJson(JSON.stringify(value), JSON.stringify(value, null, 1))).toBe(true);
    }),
  );
});

test.each<[unknown, string]>([
  [
    { z: { d: 1, c: { f: 1, e: 2 } }, a: [true, null, "x"] },
    '{"a":[true,null,"x"],"z":{"c":{"e":2,"f":1},"d":1}}',
  ],
  [{ 10: "b", 9: "a" }, '{"10":"b","9":"a"}'],
  [{ a: undefined, b: null }, '{"b":null}'],
  [JSON.parse('{"b":1,"__proto__":{"x":1}}'), '{"__proto__":{"x":1},"b":1}'],
  [undefined, "null"],
])("%j is %s", (value, text) => {
  expect(sortedJson(value)).toBe(text);
});

test("says the same as the value in one line, whatever the order of its keys", () => {
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
