import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import {
  type CtyType,
  Decimal,
  Dynamic,
  decodeJsonValue,
  UNKNOWN,
  type Value,
  WireError,
} from "../../../src/wire";
import { MAX_DEPTH } from "../../../src/wire/cty/type";
import { typed, types } from "../../support/values";
import { numberText } from "../support/numberText";

const PERSON: CtyType = ["object", { name: "string", age: "number" }];

describe("state as Terraform writes it", () => {
  const cases: [string, CtyType, string, Value][] = [
    ["null", PERSON, "null", null],
    ["a text", "string", '"oregon"', "oregon"],
    ["a text with escapes", "string", String.raw`"a\"b\\c\/d\n\u00fc\ud83d\ude00"`, 'a"b\\c/d\nü😀'],
    ["a text that ends in a backslash", "string", String.raw`"a\\"`, "a\\"],
    ["true", "bool", "true", true],
    ["false", "bool", " false ", false],
    ["a number", "number", "-12.50e1", -125],
    ["2^53 + 1", "number", "9007199254740993", 9007199254740993n],
    ["a list", ["list", "number"], "[1, 2,\n3]", [1, 2, 3]],
    ["an empty list", ["list", "number"], "[ ]", []],
    ["a tuple", ["tuple", ["string", "bool"]], '["a",true]', ["a", true]],
    ["an empty map", ["map", "string"], "{ }", {}],
    ["a map", ["map", "bool"], '{"a" : true,\r\n\t"b":null}', { a: true, b: null }],
    ["missing attributes", PERSON, '{"name":"a"}', { name: "a", age: null }],
    ["attributes of a newer release", PERSON, '{"age":1,"height":[{}],"name":null}', { name: null, age: 1 }],
    ["of equal keys the last", PERSON, '{"age":1,"age":2}', { name: null, age: 2 }],
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
    expect(decodeJsonValue(of, json)).toEqual(value);
  });

  test("keys that mean something to JavaScript are only keys", () => {
    const value = decodeJsonValue(["map", "string"], '{"__proto__":"a","constructor":"b"}');
    expect(Object.entries(value ?? {})).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
    expect(Object.getPrototypeOf(value)).toBeNull();
  });

  test("megabytes of text", () => {
    const text = "a".repeat(12_000_000);
    expect(decodeJsonValue("string", `"${text}"`)).toBe(text);
    expect(decodeJsonValue("string", `"${text}\\n"`)).toBe(`${text}\n`);
  });
});

/** The words about a place in the text. */
const at = (expected: string, character: number, got = "something else") =>
  `expected ${expected} at character ${character} of the JSON text, got ${got}`;

describe("what is refused", () => {
  const cases: [string, CtyType, string, string][] = [
    ["nothing", "string", "", at("a JSON value", 0, "the end")],
    ["a second value", "bool", "true false", at("the end of the JSON text", 5)],
    ["a text without its end", "string", '"a', "ends within the string that begins at character 0"],
    ["a text that ends in an escape", "string", '"a\\"', "ends within the string that begins at character 0"],
    [
      "an escape that JSON does not know",
      "string",
      '"\\x"',
      "a string that JSON does not allow, at character 0",
    ],
    ["a line feed in a text", "string", '"a\nb"', "a string that JSON does not allow, at character 0"],
    ["a leading zero", "number", "01", at("the end of the JSON text", 1)],
    ["a bare point", "number", ".5", at("a JSON value", 0)],
    ["a comma too many", ["list", "bool"], "[true,]", `[1]: ${at("a JSON value", 6)}`],
    ["a key without quotes", PERSON, "{a:1}", at("a key in quotes", 1)],
    ["no colon", PERSON, '{"a" 1}', at('":"', 5)],
    ["no bracket at the end", ["list", "bool"], "[true", at('"," or "]"', 5, "the end")],
    ["no brace at the end", PERSON, '{"a":1', at('"," or "}"', 6, "the end")],
    ["a text for a number", PERSON, '{"age":"7"}', "age: expected number, got string"],
    ["a number for a text", PERSON, '{"name":7}', "name: expected string, got number"],
    ["an array for an object", ["list", PERSON], "[[]]", "[0]: expected object, got array"],
    ["an object for a list", ["list", "bool"], "{}", "expected list, got object"],
    ["a short tuple", ["tuple", ["bool"]], "[]", "expected a tuple of 1 items, got 0"],
    ["a dynamic value without a type", "dynamic", '{"value":1}', 'as an object of "type" and "value"'],
    ["a bare dynamic value", "dynamic", "1", "expected dynamic, got number"],
    [
      "a dynamic type that is a number",
      "dynamic",
      '{"type":12345678901234567890,"value":1}',
      "type: expected a type",
    ],
  ];

  test.each(cases)("%s", (_name, of, json, message) => {
    expect(() => decodeJsonValue(of, json)).toThrow(WireError);
    expect(() => decodeJsonValue(of, json)).toThrow(message);
  });

  test.each(["[", '{"a":', '{"type":"dynamic","value":'])("%s without an end", (level) => {
    expect(() => decodeJsonValue("dynamic", level.repeat(100_000))).toThrow(
      `more than ${MAX_DEPTH} levels deep`,
    );
  });
});

describe("laws", () => {
  test("any value without unknowns survives", () => {
    fc.assert(
      fc.property(typed, ({ type: of, value }) => {
        deepStrictEqual(decodeJsonValue(of, toJson(known(value))), known(value));
      }),
      { numRuns: 300 },
    );
  });

  test("any JSON gives a value or a WireError", () => {
    fc.assert(
      fc.property(types, fc.json(), (of, json) => {
        try {
          decodeJsonValue(of, json);
        } catch (error) {
          expect(error).toBeInstanceOf(WireError);
        }
      }),
    );
  });

  test("text that no type describes is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.json().map((json) => json.slice(1)),
        ),
        (dropped) => {
          const text = `{"dropped":${dropped}}`;
          expect(isJson(() => decodeJsonValue(["object", {}], text))).toBe(isJson(() => JSON.parse(text)));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

function isJson(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** The same value with null for what is unknown, which state never holds. */
function known(value: Value): Value {
  if (value === UNKNOWN) return null;
  if (Array.isArray(value)) return value.map(known);
  if (value instanceof Dynamic) return new Dynamic(value.type, known(value.value));
  if (typeof value !== "object" || value === null || value instanceof Decimal) return value;
  return Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, known(part)])),
  );
}

function toJson(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`;
  if (value instanceof Dynamic)
    return `{"type":${JSON.stringify(value.type)},"value":${toJson(value.value)}}`;
  const number = numberText(value);
  if (number !== undefined) return number;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value as { [key: string]: Value });
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}: ${toJson(part)}`).join(" ,")}}`;
}
