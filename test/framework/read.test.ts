import { block, defineResourceSchema, defineSchema, GONE, STATE_ONLY, t } from "../../src/framework";
import { importState, readState, withEmptyBlocks } from "../../src/framework/read";
import { UNKNOWN, type Value } from "../../src/wire/cty/value";
import { callOf, thingOf } from "../support/call";
import { record } from "../support/values";

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

test("reading takes what was observed, and nothing where the instance is gone", async () => {
  const state = record({ id: "1", name: "a", parts: [], timeouts: record({}) });
  const opened = callOf(thing, { service });
  expect(await readState(opened, state)).toEqual(record({ ...state, name: "b" }));
  expect(await readState(opened, record({ ...state, id: "2" }))).toBeNull();
});

test("an import begins with the values that the resource knows; all else is null, and no list of blocks is", async () => {
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
    map: { block: "map", description, fields: { inner } },
  });

  test.each<[string, string, Value, Value]>([
    ["a single block stays null", "single", null, null],
    ["a list of blocks", "list", null, []],
    ["a map of blocks", "map", null, record({})],
    ["inside a single block", "single", record({ inner: null }), record({ inner: [] })],
    ["inside a map", "map", record({ a: record({ inner: null }) }), record({ a: record({ inner: [] }) })],
    ["unknown stays unknown", "list", UNKNOWN, UNKNOWN],
    ["blocks stay", "list", [record({ inner: [record({})] })], [record({ inner: [record({})] })]],
  ])("%s", (_, name, value, expected) => {
    expect(withEmptyBlocks(fields, record({ [name]: value }))).toEqual(record({ [name]: expected }));
  });
});
