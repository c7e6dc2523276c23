import { createHmac } from "node:crypto";
import fc from "fast-check";
import { FunctionError, UNKNOWN } from "../../../src/framework";
import { parametersText, scopedSearchKey } from "../../../src/provider/functions/scopedSearchKey";
import type { Value } from "../../../src/wire/cty/value";
import { decimal, dynamic, record } from "../../support/values";

const PARENT = "RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127";
const PUBLISHED =
  "OW9DYWZGS1Q1RGdSbmo0S1QrOWxhbk9PL2kxbTU1eXA3bCthdmE5eXJKRT1STjIzeyJmaWx0ZXJfYnkiOiJjb21wYW55X2lkOjEyNCIsImV4cGlyZXNfYXQiOjE5MDYwNTQxMDZ9";

const text = (value: string) => dynamic("string", value);
const object = (value: Record<string, Value>) => dynamic("dynamic", record(value));

test("the published vector, whose parameters are a string", () => {
  const parameters = text('{"filter_by":"company_id:124","expires_at":1906054106}');
  expect(scopedSearchKey.call(PARENT, parameters)).toBe(PUBLISHED);
});

/** Derives the key step by step. */
function derived(signed: string): string {
  const digest = createHmac("sha256", PARENT).update(signed, "utf8").digest("base64");
  return Buffer.from(`${digest}RN23${signed}`, "utf8").toString("base64");
}

test("an object is signed as compact JSON with sorted keys", () => {
  const parameters = object({ filter_by: "company_id:124", expires_at: 1906054106 });
  const json = '{"expires_at":1906054106,"filter_by":"company_id:124"}';
  expect(scopedSearchKey.call(PARENT, parameters)).toBe(derived(json));
});

test("a string is signed unchanged in UTF-8, even if it is unsorted or invalid", () => {
  const signed = ' {"q":"Zürich 東京 🙂",\n"a":2} and so on';
  expect(scopedSearchKey.call(PARENT, text(signed))).toBe(derived(signed));
});

describe("rejected, with the invalid argument", () => {
  const good = object({ filter_by: "a:1" });

  test.each<[string, Value, Value, number, RegExp]>([
    ["an empty parent", "", good, 0, /must not be empty/],
    ["a parent that is too short", "abc", good, 0, /fewer than 4 characters/],
    ["a parent with a line break", `${PARENT}\n`, good, 0, /line break.*trimspace\(\)/],
    ["a list", PARENT, dynamic(["tuple", ["string"]], ["a"]), 1, /not a list/],
    ["a number", PARENT, dynamic("number", 7), 1, /not a number/],
    ["a decimal", PARENT, dynamic("number", decimal("3.14159265358979323846")), 1, /not a number/],
    ["a truth value", PARENT, dynamic("bool", true), 1, /not true or false/],
    ["nothing", PARENT, null, 1, /not null/],
    ["what is not known yet inside", PARENT, object({ a: UNKNOWN }), 1, /not known yet/],
  ])("%s", (_, parent, parameters, argument, words) => {
    const call = () => scopedSearchKey.call(parent, parameters);
    expect(call).toThrow(FunctionError);
    expect(call).toThrow(words);
    expect(call).toThrow(expect.objectContaining({ argument }));
  });

  test("no message shows the parent", () => {
    for (const parent of ["s3c", "s3cr3t-key \n"]) {
      expect(() => scopedSearchKey.call(parent, good)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining("s3c") }),
      );
    }
  });
});

describe("the signed parameters", () => {
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

  test("names of prototype properties are ordinary keys", () => {
    const members: Record<string, Value> = Object.create(null);
    for (const key of ["toString", "__proto__", "constructor"]) members[key] = key;
    expect(parametersText(members, 1)).toBe(
      '{"__proto__":"__proto__","constructor":"constructor","toString":"toString"}',
    );
  });

  test("the result is JSON of the same values, for any object", () => {
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
});
