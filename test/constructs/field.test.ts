import { Fn, TerraformStack, TerraformVariable, Testing } from "cdktf";
import { Field, type FieldOptions } from "../../constructs";

test.each<[make: (name: string, options?: FieldOptions) => Field, type: string]>([
  [Field.string, "string"],
  [Field.stringArray, "string[]"],
  [Field.int32, "int32"],
  [Field.int32Array, "int32[]"],
  [Field.int64, "int64"],
  [Field.int64Array, "int64[]"],
  [Field.float, "float"],
  [Field.floatArray, "float[]"],
  [Field.bool, "bool"],
  [Field.boolArray, "bool[]"],
])("%p makes a field of type %s", (make, type) => {
  expect(make("x", { optional: true }).attributes).toStrictEqual({ name: "x", type, optional: true });
});

test.each(["string", "string*", "auto", "geopoint", "int32", "int64[]", "bool"])(
  "a field of type %s can have a facet",
  (type) => {
    expect(Field.of("x", type, { facet: true }).attributes.facet).toBe(true);
  },
);

test.each<[type: string, options: FieldOptions, message: string]>([
  [
    "string[]",
    { sort: true },
    'Field "x": got sort on string[], but results are sorted by one value of a document: a string, a number, a bool or a place: ' +
      "leave sort out, or choose another type.",
  ],
  [
    "string",
    { facet: true, index: false },
    'Field "x": got a facet without an index, but facets are counted from the index: leave out facet, or index = false.',
  ],
  [
    "float[]",
    { numDim: 4, facet: true },
    'Field "x": got a facet on a vector, but vectors cannot be counted: leave facet out.',
  ],
  [
    "string",
    { rangeIndex: true },
    'Field "x": got a range index on string, but only numbers have ranges: leave it out.',
  ],
  [
    "string",
    { stem: false, extra: { stem_dictionary: "plurals" } },
    'Field "x": got a stem dictionary with stem = false, but a dictionary turns stemming on: leave out stem, or the dictionary.',
  ],
])("a field of type %s cannot have %j", (type, options, message) => {
  expect(() => Field.of("x", type, options)).toThrow(message);
});

test.each<[name: string, message: string]>([
  [" ", 'Field: got the name " ", but a name must not be empty: pass one such as "title".'],
  [
    "id",
    'Field "id": every document has an id without such a field, which the server rejects: remove the field.',
  ],
])("the name %j is refused", (name, message) => {
  expect(() => Field.string(name)).toThrow(message);
});

describe("extra", () => {
  const extraOf = (extra: FieldOptions["extra"]) => Field.of("vector", "float[]", { extra }).attributes.extra;

  test("is an object or its JSON", () => {
    expect(extraOf({ embed: { from: ["title"] } })).toBe('{"embed":{"from":["title"]}}');
    expect(extraOf('{ "vec_dist": "ip" }')).toBe('{ "vec_dist": "ip" }');
  });

  test.each(["", "[]", "null", "vec_dist"])("rejects %j", (extra) => {
    expect(() => extraOf(extra)).toThrow(
      `Field "vector": got ${JSON.stringify(extra)} for extra, but it must be a JSON object: pass one such as ` +
        '{ embed: { from: ["title"] } }.',
    );
  });
});

test("what is known only at deploy passes every check", () => {
  const stack = new TerraformStack(Testing.app(), "search");
  const text = new TerraformVariable(stack, "text", { type: "string" }).stringValue;
  const facet = new TerraformVariable(stack, "flag", { type: "bool" }).booleanValue;
  const extra = Fn.jsonencode({ embed: { from: [text] } });
  expect(Field.of(text, text, { facet: true, extra }).attributes).toEqual({
    name: text,
    type: text,
    facet: true,
    extra,
  });
  expect(Field.int32("rank", { facet }).attributes.facet).toBe(facet);
});
