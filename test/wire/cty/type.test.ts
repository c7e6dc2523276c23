import { deepStrictEqual } from "node:assert";
import fc from "fast-check";
import { type CtyType, encodeType, parseType, pathText, WireError } from "../../../src/wire";
import { MAX_DEPTH } from "../../../src/wire/cty/type";
import { types } from "../../support/values";

describe("a type in JSON form", () => {
  const cases: [CtyType, string][] = [
    ["string", '"string"'],
    [["set", ["map", "number"]], '["set",["map","number"]]'],
    [["tuple", []], '["tuple",[]]'],
    [["tuple", ["string", "bool"]], '["tuple",["string","bool"]]'],
    [["object", { a: "string", b: ["list", "bool"] }], '["object",{"a":"string","b":["list","bool"]}]'],
  ];

  test.each(cases)("%j", (of, json) => {
    expect(Buffer.from(encodeType(of)).toString("utf8")).toBe(json);
    expect(parseType(json)).toEqual(of);
    expect(parseType(Buffer.from(json))).toEqual(of);
  });

  test("every type survives", () => {
    fc.assert(fc.property(types, (of) => deepStrictEqual(parseType(encodeType(of)), of)));
  });
});

describe("not a type", () => {
  const cases: [string, string][] = [
    ["", "expected JSON, got other text"],
    ["null", "expected a type:"],
    ['["list","string","string"]', "expected a type:"],
    ['["tuple","string"]', "expected a type:"],
    ['["tuple",["x"]]', "expected a type:"],
    ['["object",[]]', "expected a type:"],
    ['["object",{"a":{"b":1}}]', "a: expected a type:"],
    [`${'["list",'.repeat(MAX_DEPTH + 1)}"bool"${"]".repeat(MAX_DEPTH + 1)}`, "a type nested more than"],
    [`${'["list",'.repeat(100_000)}"bool"${"]".repeat(100_000)}`, "a type nested more than"],
  ];

  test.each(cases)("%.40s", (json, message) => {
    expect(() => parseType(json)).toThrow(message);
    expect(() => parseType(json)).toThrow(WireError);
  });
});

test.each([
  [["regions", 2, "name"], "regions[2].name"],
  [["name"], "name"],
  [["tags", { key: 'a "b"' }], 'tags["a \\"b\\""]'],
  [["window", "days"], "window.days"],
  [[], ""],
])("the path %j reads %p", (path, text) => {
  expect(pathText(path)).toBe(text);
});
