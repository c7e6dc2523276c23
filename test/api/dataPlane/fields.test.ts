import { fieldDefaults, isDynamic, isFoundBy } from "../../../src/api/dataPlane/fields";

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

test("what finds fields is optional", () => {
  const found = [".*", "x"].flatMap((name) => ["auto", "string"].map((type) => ({ name, type })));
  for (const field of found) expect(fieldDefaults(field).optional).toBe(isDynamic(field));
});
