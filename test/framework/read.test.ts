import { block, define, defineResourceSchema, defineSchema, GONE, STATE_ONLY, t } from "../../src/framework";
import { importState, readState, withEmptyBlocks } from "../../src/framework/read";
import { UNKNOWN, type Value, type ValueRecord } from "../../src/wire/cty/value";
import { callOf } from "../support/call";
import { record } from "../support/values";

const description = "Something.";
const schema = defineResourceSchema({
  id: { type: t.string, mode: "computed", description },
  name: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description,
    semanticallyEqual: (a: string, b: string) => a.trim() === b.trim(),
  },
  parts: { block: "list", updatedBy: STATE_ONLY, description, fields: {} },
  timeouts: block(
    { create: { type: t.string, mode: "optional", description } },
    { updatedBy: STATE_ONLY, description },
  ),
});

const { resource } = define<Map<string, string>>();
const thing = resource({
  name: "thing",
  description,
  schema,
  updates: {},
  create: async () => ({}),
  read: async ({ service }, { id }) => {
    const name = service.get(id ?? "");
    return name === undefined ? GONE : { name };
  },
  delete: async () => {},
  import: async ({ service }, id) => {
    if (!service.has(id)) throw new Error(`there is no ${id}`);
    return { id };
  },
});
const { import: _, ...rest } = thing;

const service = new Map([["1", " a "]]);
const state = record({ id: "1", name: "a", parts: [], timeouts: record({ create: "5m" }) });
const look = (values: ValueRecord) => readState(thing, values, callOf(thing, "read", { service }).call);

test("state keeps its own words for what is the same, and what nobody looks at", async () => {
  expect(await look(state)).toEqual(state);
});

test("state takes what was seen", async () => {
  expect(await look(record({ ...state, name: "b" }))).toEqual(record({ ...state, name: " a " }));
});

test("what is gone has no state", async () => {
  expect(await look(record({ ...state, id: "2" }))).toBeNull();
});

describe("import", () => {
  const bring = (id: string) => importState(thing, id, callOf(thing, "import", { service }).call);

  test("begins with what the resource makes of the id; nothing else is known, and no block is null", async () => {
    expect(await bring("1")).toEqual(record({ id: "1", name: null, parts: [], timeouts: null }));
  });

  test("fails as the resource fails", async () => {
    await expect(bring("2")).rejects.toThrow("there is no 2");
  });

  test("of a resource that has none is undefined", async () => {
    expect(await importState(rest, "1", callOf(rest, "import", { service }).call)).toBeUndefined();
  });
});

describe("blocks are never null", () => {
  const inner = { block: "list", description, fields: {} } as const;
  const fields = defineSchema({
    name: { type: t.list(t.string), mode: "optional", description },
    single: { block: "single", description, fields: { inner } },
    list: { block: "list", description, fields: { inner } },
    set: { block: "set", description, fields: {} },
    map: { block: "map", description, fields: { inner } },
  });

  test.each<[string, string, Value, Value]>([
    ["an attribute stays null", "name", null, null],
    ["a single block stays null", "single", null, null],
    ["a list of blocks", "list", null, []],
    ["a set of blocks", "set", null, []],
    ["a map of blocks", "map", null, record({})],
    ["inside a single block", "single", record({ inner: null }), record({ inner: [] })],
    ["inside a list", "list", [record({ inner: null })], [record({ inner: [] })]],
    ["inside a map", "map", record({ a: record({ inner: null }) }), record({ a: record({ inner: [] }) })],
    ["what is not known stays so", "list", UNKNOWN, UNKNOWN],
    ["what there is stays", "list", [record({ inner: [record({})] })], [record({ inner: [record({})] })]],
  ])("%s", (_, name, value, expected) => {
    expect(withEmptyBlocks(fields, record({ [name]: value }))).toEqual(record({ [name]: expected }));
  });
});
