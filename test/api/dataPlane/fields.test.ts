import { fieldDefaults, isDynamic, isFoundBy } from "../../../src/api/dataPlane/fields";
import { isKeyAction } from "../../../src/api/dataPlane/keyActions";
import { NODE_OPERATIONS, type NodeOperation } from "../../../src/api/dataPlane/operations";

test.each([
  ["title", "string", { sort: false, optional: false }],
  ["title", "string[]", { sort: false, optional: false }],
  ["rank", "int32", { sort: true, optional: false }],
  ["rank", "int64", { sort: true, optional: false }],
  ["rank", "float", { sort: true, optional: false }],
  ["sold", "bool", { sort: true, optional: false }],
  ["rank", "int32[]", { sort: false, optional: false }],
  ["at", "geopoint", { sort: true, optional: false }],
  ["area", "geopolygon", { sort: true, optional: false }],
  ["maker", "object", { sort: false, optional: false }],
  [".*", "auto", { sort: false, optional: true }],
  [".*", "int32", { sort: true, optional: true }],
  [".*_count", "int32", { sort: true, optional: true }],
  ["mixed", "auto", { sort: false, optional: true }],
  ["mixed", "string*", { sort: false, optional: true }],
])("defaults of %s, %s", (name, type, own) => {
  const rest = { facet: false, index: true, infix: false, stem: false, store: true, range_index: false };
  const texts = { locale: "", num_dim: 0, reference: "" };
  expect(fieldDefaults({ name, type })).toEqual({ ...rest, ...texts, ...own });
});

test.each([
  ["title", ".*", "auto", true],
  ["brand_facet", ".*_facet", "string", true],
  ["brand", ".*_facet", "string", false],
  ["mixed", "mixed", "auto", true],
  ["mixed", "mixed", "string*", true],
  ["mixed", "other", "auto", false],
  ["maker.name", "maker", "object", true],
  ["maker.name", "maker", "object[]", true],
  ["makers", "maker", "object", false],
  ["title", "title", "string", false],
  ["(.*", "(.*", "string", true],
  ["a", "(.*", "string", false],
])("whether %s is found by %s of type %s: %s", (found, name, type, expected) => {
  expect(isFoundBy(found, { name, type })).toBe(expected);
});

test("fields that find others are optional", () => {
  const found = [".*", "x"].flatMap((name) => ["auto", "string"].map((type) => ({ name, type })));
  for (const field of found) expect(fieldDefaults(field).optional).toBe(isDynamic(field));
});

describe("actions of keys", () => {
  const ACTIONS = Object.values<NodeOperation>(NODE_OPERATIONS).flatMap(({ action }) => action ?? []);

  test("every action that an operation asks for is one that a key can have", () => {
    expect(ACTIONS.filter((action) => !isKeyAction(action))).toEqual([]);
    expect(
      ACTIONS.map((action) => action.replace(/:.*/, ":*")).filter((action) => !isKeyAction(action)),
    ).toEqual([]);
  });

  // Recorded: a key with only this is answered 401 by the PUT, or by the POST (recordings of servers 29 and 30, keys/use).
  test.each([
    "aliases:create",
    "documents:upsert",
    "synonym_sets:create",
    "operations:*",
    "*:get",
    "collections:",
    "constructor:*",
    "",
  ])("%p is none", (action) => {
    expect(isKeyAction(action)).toBe(false);
  });
});
