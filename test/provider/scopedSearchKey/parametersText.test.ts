import fc from "fast-check";
import { parametersText } from "../../../src/provider/scopedSearchKey/parametersText";
import type { Value } from "../../../src/wire/cty/value";
import { decimal, dynamic, record } from "../../support/values";

const encoded = (members: Record<string, Value>) => parametersText(record(members), 1);

test.each<[string, Record<string, Value>, string]>([
  ["nothing", {}, "{}"],
  [
    "keys in the order of their letters, at every level",
    { b: record({ z: 1, a: 2 }), a: "x" },
    '{"a":"x","b":{"a":2,"z":1}}',
  ],
  ["keys that look like numbers as texts too", { b: 1, "10": 2, "9": 3 }, '{"10":2,"9":3,"b":1}'],
  [
    "members that are null left out, at every level",
    { a: null, b: record({ c: null, d: "e" }) },
    '{"b":{"d":"e"}}',
  ],
  ["null with a type of its own left out too", { a: dynamic("string", null) }, "{}"],
  ["lists in their order, with their nulls", { a: ["b", null, "a", []] }, '{"a":["b",null,"a",[]]}'],
  ["a time in seconds digit by digit", { expires_at: 1906054106 }, '{"expires_at":1906054106}'],
  ["zero, a negative number and a fraction", { a: [0, -7, 0.1, 1e-7] }, '{"a":[0,-7,0.1,1e-7]}'],
  ["a number that no JavaScript number holds", { a: 12345678901234567891n }, '{"a":12345678901234567891}'],
  [
    "a fraction that no JavaScript number holds",
    { a: decimal("3.14159265358979323846") },
    '{"a":3.14159265358979323846}',
  ],
  ["truth values", { a: true, b: false }, '{"a":true,"b":false}'],
  [
    "quotes, slashes and controls as JSON has them, and nothing else",
    { a: '"\\\n<é>&' },
    '{"a":"\\"\\\\\\n<é>&"}',
  ],
  ["values in a slot of any type", { a: dynamic(["list", "number"], [1, 2]) }, '{"a":[1,2]}'],
  [
    "an object whose keys are those of a boxed value",
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
  const json = fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    fc.letrec<{ value: Value }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.string(),
        fc.boolean(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(
          fc.string({ maxLength: 3 }).filter((key) => key !== "__proto__"),
          tie("value"),
          { maxKeys: 3 },
        ),
      ),
    })).value,
  );
  fc.assert(
    fc.property(json, (members) => {
      expect(JSON.parse(encoded(members))).toEqual(JSON.parse(JSON.stringify(members)));
    }),
  );
});
