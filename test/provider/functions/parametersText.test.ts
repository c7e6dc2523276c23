import fc from "fast-check";
import { parametersText } from "../../../src/provider/functions/scopedSearchKey";
import type { Value } from "../../../src/wire/cty/value";
import { decimal, dynamic, record } from "../../support/values";

const encoded = (members: Record<string, Value>) => parametersText(record(members), 1);

test.each<[string, Record<string, Value>, string]>([
  ["nothing", {}, "{}"],
  ["sorted keys at every level", { b: record({ z: 1, a: 2 }), a: "x" }, '{"a":"x","b":{"a":2,"z":1}}'],
  [
    "no member that is null",
    { a: null, b: record({ c: dynamic("string", null), d: "e" }) },
    '{"b":{"d":"e"}}',
  ],
  ["lists in their order, with their nulls", { a: ["b", null, "a", []] }, '{"a":["b",null,"a",[]]}'],
  ["numbers digit by digit", { a: [0, -7, 0.1, 1e-7, 1906054106] }, '{"a":[0,-7,0.1,1e-7,1906054106]}'],
  [
    "numbers that no JavaScript number holds",
    { a: 12345678901234567891n, b: decimal("3.14159265358979323846") },
    '{"a":12345678901234567891,"b":3.14159265358979323846}',
  ],
  [
    "booleans, and texts as JSON escapes them",
    { a: true, b: '"\\\n<é>&' },
    '{"a":true,"b":"\\"\\\\\\n<é>&"}',
  ],
  ["values in a slot of any type", { a: dynamic(["list", "number"], [1, 2]) }, '{"a":[1,2]}'],
  [
    "keys that are those of a dynamic value or a decimal",
    { a: record({ type: "t", value: "v", text: "x" }) },
    '{"a":{"text":"x","type":"t","value":"v"}}',
  ],
])("%s", (_, members, json) => {
  expect(encoded(members)).toBe(json);
});

test("keys that only a prototype has are nothing but keys", () => {
  const members: Record<string, Value> = Object.create(null);
  for (const key of ["toString", "__proto__", "constructor"]) members[key] = key;
  expect(parametersText(members, 1)).toBe(
    '{"__proto__":"__proto__","constructor":"constructor","toString":"toString"}',
  );
});

test("what comes out is JSON for the same values, for any object", () => {
  const key = fc.string({ maxLength: 3 }).filter((text) => text !== "__proto__");
  const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.boolean(),
      double,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, value), (members) => {
      expect(JSON.parse(encoded(members))).toEqual(JSON.parse(JSON.stringify(members)));
    }),
  );
});
