import fc from "fast-check";
import { block, defineResourceSchema, defineSchema, GONE, STATE_ONLY, t } from "../../src/framework";
import {
  changedByService,
  importState,
  readState,
  refreshedState,
  resultingState,
  withEmptyBlocks,
} from "../../src/framework/state";
import { sameValue } from "../../src/wire/cty/equality";
import { hasUnknown, isRecord, UNKNOWN, type Value, type ValueRecord } from "../../src/wire/cty/value";
import { callOf, thingOf } from "../support/call";
import { anyOf, dynamic, record, types } from "../support/values";

describe("planned and observed values", () => {
  test.each<[string, Value, Value, Value]>([
    ["known is answered as planned", "planned", "seen", "planned"],
    ["unknown is filled", UNKNOWN, "seen", "seen"],
    ["unknown filled with unknown is null", UNKNOWN, UNKNOWN, null],
    ["parts", [record({ a: "x", b: UNKNOWN })], [record({ a: "y", b: "z" })], [record({ a: "x", b: "z" })]],
    ["a list of which less was seen", ["a", UNKNOWN], ["a"], ["a", null]],
    ["a list of which more was seen", [UNKNOWN], ["a", "b"], ["a"]],
    ["an object where nothing was seen", record({ a: UNKNOWN }), null, record({ a: null })],
    [
      "an unknown in a dynamic value",
      dynamic("bool", UNKNOWN),
      dynamic("string", "x"),
      dynamic("string", "x"),
    ],
  ])("%s", (_, planned, seen, expected) => {
    expect(resultingState(record({ value: planned }), record({ value: seen }))).toEqual(
      record({ value: expected }),
    );
  });

  test("known parts never change, and no unknown is left", () => {
    const pairs = types.chain((type) => fc.tuple(fc.constant(type), anyOf(type), anyOf(type)));
    fc.assert(
      fc.property(pairs, ([type, planned, seen]) => {
        const { value = null } = resultingState(record({ value: planned }), record({ value: seen }));
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
  const parts = (of: Value) => (Array.isArray(of) || isRecord(of) ? Object.entries<Value>(of) : []);
  const kept = new Map(parts(value));
  return parts(planned).every(([key, part]) => kept.has(key) && keepsLeaves(part, kept.get(key) ?? null));
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

describe("a configured value for which the service returned another", () => {
  test.each<[string, ValueRecord, string[]]>([
    ["no answer", {}, []],
    ["a semantically equal one", { name: " a " }, []],
    ["a set in another order", { regions: ["y", "x"] }, []],
    ["another value, of the service's own", { id: "other" }, []],
    ["null", { name: null, regions: null }, ["name", "regions"]],
    ["another block", { one: record({ size: 2 }) }, ["one"]],
  ])("%s", (_, seen, names) => {
    expect(changedByService(fields, record({ ...state, id: null }), state, record(seen))).toEqual(names);
  });

  test("only configured values that were known", () => {
    const seen = record({ name: "b" });
    expect(changedByService(fields, record({ ...state, name: null }), state, seen)).toEqual([]);
    expect(changedByService(fields, state, record({ ...state, name: UNKNOWN }), seen)).toEqual([]);
  });
});

describe("a refreshed state", () => {
  test.each<[string, ValueRecord, ValueRecord]>([
    ["keeps what was not read", {}, {}],
    ["takes what was read", { name: "b", id: null }, { name: "b", id: null }],
    ["keeps its own text where it is semantically equal", { name: "a " }, { name: "a" }],
    ["keeps its own order of a set", { regions: ["y", "x"] }, { regions: ["x", "y"] }],
    ["takes another block", { one: null }, { one: null }],
    ["does not take what the schema does not have", { more: "x" }, {}],
  ])("%s", (_, seen, changes) => {
    expect(refreshedState(fields, state, record(seen))).toEqual(record({ ...state, ...changes }));
  });

  test("without changes is the same record", () => {
    expect(refreshedState(fields, state, record({ ...state, name: "a" }))).toBe(state);
  });

  test("has every field, even if the state had not", () => {
    expect(refreshedState(fields, record({ name: "a" }), record({}))).toEqual(
      record({ name: "a", regions: null, id: null, one: null }),
    );
  });
});

describe("reading and importing", () => {
  const description = "Something.";
  const thing = thingOf<Map<string, string>>()({
    schema: defineResourceSchema({
      id: { type: t.string, mode: "computed", description },
      name: { type: t.string, mode: "optional", updatedBy: STATE_ONLY, description },
      parts: { block: "list", updatedBy: STATE_ONLY, description, fields: {} },
      timeouts: block({}, { updatedBy: STATE_ONLY, description }),
    }),
    updates: {},
    read: async ({ service }, { id }) => {
      const name = service.get(id ?? "");
      return name === undefined ? GONE : { name };
    },
    import: async ({ service }, id) => {
      if (!service.has(id)) throw new Error(`there is no ${id}`);
      return { id };
    },
  });
  const service = new Map([["1", "b"]]);

  test("reading returns the observed values, and null if the instance no longer exists", async () => {
    const state = record({ id: "1", name: "a", parts: [], timeouts: record({}) });
    const opened = callOf(thing, { service });
    expect(await readState(opened, state)).toEqual(record({ ...state, name: "b" }));
    expect(await readState(opened, record({ ...state, id: "2" }))).toBeNull();
  });

  test("an import begins with the values from the id; all others are null, except lists of blocks", async () => {
    const opened = callOf(thing, { service });
    const first = record({ id: "1", name: null, parts: [], timeouts: null });
    expect(await importState(opened, "1")).toEqual(first);
    await expect(importState(opened, "2")).rejects.toThrow("there is no 2");
  });

  describe("collections of blocks are never null", () => {
    const inner = { block: "list", description, fields: {} } as const;
    const fields = defineSchema({
      name: { type: t.list(t.string), mode: "optional", description },
      single: { block: "single", description, fields: { inner } },
      list: { block: "list", description, fields: { inner } },
    });

    test.each<[string, string, Value, Value]>([
      ["a single block stays null", "single", null, null],
      ["a list of blocks", "list", null, []],
      ["inside a single block", "single", record({ inner: null }), record({ inner: [] })],
      ["inside a list", "list", [record({ inner: null })], [record({ inner: [] })]],
      ["unknown stays unknown", "list", UNKNOWN, UNKNOWN],
      ["blocks stay", "list", [record({ inner: [record({})] })], [record({ inner: [record({})] })]],
    ])("%s", (_, name, value, expected) => {
      expect(withEmptyBlocks(fields, record({ [name]: value }))).toEqual(record({ [name]: expected }));
    });
  });
});
