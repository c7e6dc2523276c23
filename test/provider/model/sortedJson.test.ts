import fc from "fast-check";
import { sortedJson } from "../../../src/provider/model/sortedJson";

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
