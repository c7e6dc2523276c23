import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { type CtyType, Dynamic, decodeJsonText, type Value, WireError } from "../../src/wire";
import { numberText } from "../../src/wire/cty/number";
import { isNumber, isRecord, withoutUnknown } from "../../src/wire/cty/value";
import { typed, types } from "../support/values";

const PERSON: CtyType = ["object", { name: "string", age: "number" }];

describe("state in Terraform's format", () => {
  const cases: [string, CtyType, string, Value][] = [
    ["a text with digits and signs", "string", '"1 -2.5e3 \\\\\\"7"', '1 -2.5e3 \\"7'],
    ["a text with escapes", "string", String.raw`"a\"b\\c\/d\n\u00fc\ud83d\ude00"`, 'a"b\\c/d\nü😀'],
    ["a text that ends in a backslash", "string", String.raw`"a\\"`, "a\\"],
    ["false", "bool", " false ", false],
    ["a number", "number", "-12.50e1", -125],
    ["a negative zero", ["list", "number"], "[ -0]", [0]],
    ["2^53 + 1", "number", "9007199254740993", 9007199254740993n],
    ["a list", ["list", "number"], "[1, 2,\n3]", [1, 2, 3]],
    ["a tuple", ["tuple", ["string", "bool"]], '["a",true]', ["a", true]],
    ["a map", ["map", "bool"], '{"a" : true,\r\n\t"b":null}', { a: true, b: null }],
    ["missing attributes", ["object", JSON.parse('{"valueOf":"bool"}')], "{}", { valueOf: null }],
    ["attributes of a newer release", PERSON, '{"age":1,"height":[{}],"name":null}', { name: null, age: 1 }],
    ["a dynamic text", "dynamic", '{"value":"a","type":"string"}', new Dynamic("string", "a")],
    [
      "a dynamic object",
      "dynamic",
      '{"type":["object",{"n":"number"}],"value":{"n":9007199254740993}}',
      new Dynamic(["object", { n: "number" }], { n: 9007199254740993n }),
    ],
    ["a dynamic null", "dynamic", '{"type":"string","value":null}', new Dynamic("string", null)],
  ];

  test.each(cases)("%s", (_name, of, json, value) => {
    expect(decodeJsonText(of, json)).toEqual(value);
  });

  test("keys with a meaning in JavaScript are ordinary keys", () => {
    const value = decodeJsonText(["map", "string"], '{"__proto__":"a"}');
    expect(Object.entries(value ?? {})).toEqual([["__proto__", "a"]]);
    expect(Object.getPrototypeOf(value)).toBeNull();
  });

  test("megabytes of text", () => {
    const text = "a".repeat(12_000_000);
    expect(decodeJsonText("string", `"${text}"`)).toBe(text);
    expect(decodeJsonText("string", `"${text}\\n"`)).toBe(`${text}\n`);
  });
});

const DEEP = `${'{"type":"dynamic","value":'.repeat(100_000)}null${"}".repeat(100_000)}`;
const NO_JSON = "expected JSON, got other text";

describe("what is rejected", () => {
  const cases: [string, CtyType, string, string][] = [
    ["a second value, also of one number", "number", "01", NO_JSON],
    ["a text without its end", ["list", "string"], '["a1', NO_JSON],
    ["a text for a number", PERSON, '{"age":"7"}', "age: expected number, got string"],
    ["a number for a text", PERSON, '{"name":7}', "name: expected string, got number"],
    ["an array for an object", ["list", PERSON], "[[]]", "[0]: expected object, got array"],
    ["an escape outside of a text", ["object", {}], '{"dropped":\\n}', NO_JSON],
    ["a dynamic value without a type", "dynamic", '{"value":1}', 'as an object of "type" and "value"'],
    ["a bare dynamic value", "dynamic", "1", "expected dynamic, got number"],
    ["a dynamic type that is a number", "dynamic", '{"type":1,"value":1}', "type: expected a type"],
    ["a value that nests without end", "dynamic", DEEP, "more than 256 levels deep"],
  ];

  test.each(cases)("%s", (_name, of, json, message) => {
    expect(() => decodeJsonText(of, json)).toThrow(WireError);
    expect(() => decodeJsonText(of, json)).toThrow(message);
  });
});

describe("laws", () => {
  test("any value without unknowns survives", () => {
    fc.assert(
      fc.property(typed, ({ type: of, value }) => {
        const known = withoutUnknown(value);
        deepStrictEqual(decodeJsonText(of, toJson(known)), known);
      }),
      { numRuns: 300 },
    );
  });

  test("any JSON gives a value or a WireError", () => {
    fc.assert(fc.property(types, fc.json(), (of, json) => void isRead(() => decodeJsonText(of, json))));
  });

  test("text without a type is read as JSON.parse reads it", () => {
    const cut = fc.json().map((json) => json.slice(1));
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), cut), (dropped) => {
        const text = `{"dropped":${dropped}}`;
        expect(isRead(() => decodeJsonText(["object", {}], text))).toBe(isRead(() => JSON.parse(text)));
      }),
      { numRuns: 1000 },
    );
  });
});

/** True if reading succeeds. It fails only with errors of JSON. */
function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (!(error instanceof WireError || error instanceof SyntaxError)) throw error;
    return false;
  }
}

function toJson(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`;
  if (value instanceof Dynamic)
    return `{"type":${JSON.stringify(value.type)},"value":${toJson(value.value)}}`;
  if (isNumber(value)) return numberText(value) ?? "";
  if (!isRecord(value)) return JSON.stringify(value);
  const entries = Object.entries(value);
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}: ${toJson(part)}`).join(" ,")}}`;
}
