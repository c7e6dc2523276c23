import { defineSchema, t } from "../../src/framework";
import { withEmptyBlocks } from "../../src/framework/blocks";
import { UNKNOWN, type Value } from "../../src/wire/cty/value";
import { record } from "../support/values";

const description = "Something.";
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
