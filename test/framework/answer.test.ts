import fc from "fast-check";
import { defineSchema, t } from "../../src/framework";
import { answer, answeredDifferently, refreshed } from "../../src/framework/answer";
import { sameValue } from "../../src/wire/cty/equality";
import { hasUnknown, isRecord, UNKNOWN, type Value, type ValueRecord } from "../../src/wire/cty/value";
import { anyOf, dynamic, record, types } from "../support/values";

describe("the answer rule", () => {
  test.each<[string, Value, Value, Value]>([
    ["known is answered as planned", "planned", "seen", "planned"],
    ["null is known", null, "seen", null],
    ["unknown is filled", UNKNOWN, "seen", "seen"],
    ["unknown of which nothing is said is null", UNKNOWN, null, null],
    ["unknown filled with something unknown is null", UNKNOWN, UNKNOWN, null],
    [
      "parts of an object",
      record({ a: "planned", b: UNKNOWN }),
      record({ a: "seen", b: "seen" }),
      record({ a: "planned", b: "seen" }),
    ],
    [
      "parts of a list",
      [record({ a: "x", b: UNKNOWN })],
      [record({ a: "y", b: "seen" })],
      [record({ a: "x", b: "seen" })],
    ],
    ["a list of which less was seen", ["a", UNKNOWN], ["a"], ["a", null]],
    ["a list of which more was seen", [UNKNOWN], ["a", "b"], ["a"]],
    ["an object where nothing was seen", record({ a: UNKNOWN }), null, record({ a: null })],
    [
      "a dynamic value with an unknown inside",
      dynamic(["list", "string"], [UNKNOWN]),
      dynamic("string", "x"),
      dynamic("string", "x"),
    ],
  ])("%s", (_, planned, seen, expected) => {
    expect(answer(record({ value: planned }), record({ value: seen }))).toEqual(record({ value: expected }));
  });

  test("what was not planned is not answered", () => {
    expect(answer(record({ a: "x" }), record({ a: "x", more: "y" }))).toEqual(record({ a: "x" }));
  });

  test("known leaves never change, and no unknown is left", () => {
    const pairs = types.chain((type) => fc.tuple(fc.constant(type), anyOf(type), anyOf(type)));
    fc.assert(
      fc.property(pairs, ([type, planned, seen]) => {
        const { value = null } = answer(record({ value: planned }), record({ value: seen }));
        expect(hasUnknown(value)).toBe(false);
        if (!hasUnknown(planned)) expect(sameValue(type, value, planned)).toBe(true);
        expect(keepsLeaves(planned, value)).toBe(true);
      }),
    );
  });
});

/** Terraform's own rule: what was planned and known is in the answer at the same place. */
function keepsLeaves(planned: Value, value: Value): boolean {
  if (planned === UNKNOWN) return true;
  if (!hasUnknown(planned)) return planned === value;
  if (Array.isArray(planned))
    return (
      Array.isArray(value) &&
      planned.length === value.length &&
      planned.every((item, index) => keepsLeaves(item, value[index] ?? null))
    );
  if (isRecord(planned))
    return (
      isRecord(value) &&
      Object.keys(planned).every(
        (key) => key in value && keepsLeaves(planned[key] ?? null, value[key] ?? null),
      )
    );
  return true;
}

const description = "Something.";
const fields = defineSchema({
  name: {
    type: t.string,
    mode: "optional",
    description,
    semanticallyEqual: (a: string, b: string) => a.trim() === b.trim(),
  },
  regions: { type: t.set(t.string), mode: "optional", description },
  id: { type: t.string, mode: "computed", description },
  one: { block: "single", description, fields: { size: { type: t.number, mode: "optional", description } } },
});
const state = record({ name: "a", regions: ["x", "y"], id: "i", one: record({ size: 1 }) });

describe("a configured value that the service answered otherwise", () => {
  test.each<[string, ValueRecord, string[]]>([
    ["nothing was said", {}, []],
    ["the same", { name: "a", id: "other" }, []],
    ["the same in other words", { name: " a " }, []],
    ["a set in another order", { regions: ["y", "x"] }, []],
    ["another value", { name: "b" }, ["name"]],
    ["none", { name: null, regions: null }, ["name", "regions"]],
    ["another block", { one: record({ size: 2 }) }, ["one"]],
  ])("%s", (_, seen, names) => {
    expect(answeredDifferently(fields, record({ ...state, id: null }), state, record(seen))).toEqual(names);
  });

  test("only what the configuration says, and what was known", () => {
    expect(
      answeredDifferently(fields, record({ ...state, name: null }), state, record({ name: "b" })),
    ).toEqual([]);
    expect(
      answeredDifferently(fields, state, record({ ...state, name: UNKNOWN }), record({ name: "b" })),
    ).toEqual([]);
  });
});

describe("a refreshed state", () => {
  test.each<[string, ValueRecord, ValueRecord]>([
    ["keeps what was not looked at", {}, {}],
    ["takes what was seen", { name: "b", id: "j" }, { name: "b", id: "j" }],
    ["takes null", { name: null }, { name: null }],
    ["keeps its own words for the same", { name: "a " }, { name: "a" }],
    ["keeps its own order of a set", { regions: ["y", "x"] }, { regions: ["x", "y"] }],
    ["takes another set", { regions: ["y"] }, { regions: ["y"] }],
    ["takes another block", { one: null }, { one: null }],
    ["does not take what the schema does not have", { more: "x" }, {}],
  ])("%s", (_, seen, changes) => {
    expect(refreshed(fields, state, record(seen))).toEqual(record({ ...state, ...changes }));
  });

  test("has every field, also when state had not", () => {
    expect(refreshed(fields, record({ name: "a" }), record({}))).toEqual(
      record({ name: "a", regions: null, id: null, one: null }),
    );
  });
});
