import * as fc from "fast-check";
import { DIRTY_VALUES } from "../../../../src/emulator/dataPlane/documents/fit";
import { projectionOf } from "../../../../src/emulator/dataPlane/documents/projection";
import {
  actionOf,
  dirtyValuesOf,
  incoming,
  merged,
  writeDocument,
} from "../../../../src/emulator/dataPlane/documents/write";
import { emptyData, type StoredCollection } from "../../../../src/emulator/domain/store/data";
import { collection } from "./support";

function write(into: StoredCollection, document: unknown, given = ""): object {
  const query = new URLSearchParams(given);
  const options = { action: actionOf(query), dirty: dirtyValuesOf(query, into) };
  const text = typeof document === "string" ? document : JSON.stringify(document);
  return writeDocument({ data: emptyData(), collection: into }, incoming(text), options);
}

const one = (type: string, value: unknown, more: object = {}) =>
  [{ name: "x", type, ...more }, { x: value }] as const;

test.each([
  one("string", "a"),
  one("string[]", ["a", "b"]),
  one("int32", -5),
  one("int32", 3_000_000_000),
  one("int64", 2 ** 40),
  one("float", 1.5),
  one("float", 1),
  one("bool", false),
  one("int32[]", []),
  one("object", { a: 1 }),
  one("object[]", [{ a: 1 }]),
  one("geopoint", [1.5, 2]),
  one("geopoint[]", [[1.5, 2]]),
  one("float[]", [1, 2], { num_dim: 2 }),
  one("image", "anything"),
])("a field %j accepts %j", (field, document) => {
  expect(write(collection([field]), document)).toEqual({ ...document, id: "0" });
});

test.each([
  [...one("string", 5), "must be a string."],
  [...one("string", null), "must be a string."],
  [...one("string[]", ["a", 5]), "must be an array of string."],
  [...one("string[]", "a"), "must be an array."],
  [...one("int32", "5"), "must be an int32."],
  [...one("int32", 1.5), "must be an int32."],
  [...one("int64[]", [1.5]), "must be an array of int64."],
  [...one("float", "1.5"), "must be a float."],
  [...one("bool", "true"), "must be a bool."],
  [...one("bool[]", [5]), "must be a array of bool."],
  [...one("geopoint", ["a", 1]), "must be a geopoint."],
  [...one("geopoint", [1]), "must be a 2 element array: [lat, lng]."],
  [...one("geopoint[]", [1, 2]), "must contain 2 element arrays: [ [lat, lng],... ]."],
  [...one("float[]", [1], { num_dim: 2 }), "must have 2 dimensions."],
])("a field %j rejects %j: %s", (field, document, words) => {
  const into = collection([field]);
  const message = `Field \`x\` ${words}`;
  expect(() => write(into, document)).toThrow(expect.objectContaining({ status: 400, message }));
  // A refused document takes its number with it.
  expect([into.documents.size, into.nextDocumentId]).toEqual([0, 1]);
});

test.each([
  ["coerce_or_reject", one("string", 5), { x: "5" }],
  ["coerce_or_reject", one("int32", "-5"), { x: -5 }],
  ["coerce_or_reject", one("int32", 1.9), { x: 1 }],
  ["coerce_or_reject", one("float", "1.5"), { x: 1.5 }],
  ["coerce_or_reject", one("bool", "True"), { x: true }],
  ["coerce_or_reject", one("bool", 0), { x: false }],
  ["COERCE_OR_REJECT", one("string[]", [1, true, "a"]), { x: ["1", "true", "a"] }],
  ["coerce_or_drop", one("int32", "many", { optional: true }), {}],
  ["coerce_or_drop", one("int64[]", [1, "2", "many"], { optional: true }), { x: [1, 2] }],
  ["coerce_or_reject", one("string", 1234567.5), { x: "1.23457e+06" }],
  ["coerce_or_reject", one("geopoint", ["1.5", 2]), { x: [1.5, 2] }],
  ["drop", one("int32", "5", { optional: true }), {}],
  ["drop", one("string[]", "a", { optional: true }), {}],
  ["reject", one("int32", null, { optional: true }), {}],
] as const)("dirty_values %s: %j", (dirty, [field, document], stored) => {
  const into = collection([field]);
  expect(write(into, document, `dirty_values=${dirty}`)).toEqual({ ...stored, id: "0" });
});

test.each([
  ["coerce_or_reject", one("int32", "many")],
  ["drop", one("int32", "5")],
  ["coerce_or_drop", one("bool", {})],
  ["coerce_or_drop", one("bool", "maybe", { optional: true })],
] as const)("dirty_values %s refuses %j", (dirty, [field, document]) => {
  expect(() => write(collection([field]), document, `dirty_values=${dirty}`)).toThrow("Field `x` must be a");
});

test.each([
  [[0, 0, 0, 2, 2, 2], true],
  [[0, 0, 0, 2], false],
  [[0, 0, 0, 2, 2, 2, 0, 0], false],
  [[0, 0, 2, 2, 0, 2, 2, 0], false],
  [[0, 0, 0, 2, "2", 2], false],
])("the polygon %j is valid: %s", (polygon, isOne) => {
  const into = collection([{ name: "x", type: "geopolygon" }]);
  if (isOne) expect(write(into, { x: polygon })).toEqual({ id: "0", x: polygon });
  else expect(() => write(into, { x: polygon })).toThrow(expect.objectContaining({ status: 500 }));
});

test("the server fails on a list of int32 that it coerces", () => {
  const [field, document] = one("int32[]", [1, "2"]);
  expect(() => write(collection([field]), document, "dirty_values=coerce_or_drop")).toThrow(
    "[json.exception.type_error.302] type must be number, but is array",
  );
});

test.each(["5.0", "1e3", "99999999999999999999"])(
  "%s is a float, whatever JavaScript takes it for",
  (number) => {
    const text = `{"x": ${number}}`;
    const into = collection([{ name: ".*", type: "auto", optional: true }]);
    expect(write(into, text)).toEqual({ id: "0", x: Number(number) });
    expect(into.fields[1]).toMatchObject({ name: "x", type: "float" });
    expect(() => write(collection([{ name: "x", type: "int64" }]), text)).toThrow(
      "Field `x` must be an int64.",
    );
  },
);

test("a missing field is rejected unless it is optional, a missing default_sorting_field first", () => {
  const fields = [
    { name: "title", type: "string" },
    { name: "rank", type: "int32" },
    { name: "note", type: "string", optional: true },
  ];
  const into = collection(fields, { default_sorting_field: "rank" });
  expect(() => write(into, { title: "a" })).toThrow(
    "Field `rank` has been declared as a default sorting field, but is not found in the document.",
  );
  expect(() => write(into, { rank: 1 })).toThrow(
    "Field `title` has been declared in the schema, but is not found in the document.",
  );
  expect(write(into, { rank: 1, title: "a", other: { free: 1 } })).toEqual({
    id: "2",
    rank: 1,
    title: "a",
    other: { free: 1 },
  });
});

describe("ids and actions", () => {
  const filled = () => {
    const into = collection([
      { name: "n", type: "int32" },
      { name: "o", type: "object", optional: true },
    ]);
    write(into, { id: "a", n: 1, o: { x: 1, y: 2 } });
    return into;
  };

  test.each([
    ["create", { id: "b", n: 2 }, { id: "b", n: 2 }],
    ["upsert", { id: "a", n: 2 }, { id: "a", n: 2 }],
    ["upsert", { n: 2 }, { id: "1", n: 2 }],
    ["update", { id: "a", o: { y: null, z: 3 } }, { id: "a", n: 1, o: { x: 1, z: 3 } }],
    ["update", { id: "a", o: null }, { id: "a", n: 1 }],
    ["emplace", { id: "a", n: 3 }, { id: "a", n: 3, o: { x: 1, y: 2 } }],
    ["emplace", { id: "b", n: 3 }, { id: "b", n: 3 }],
  ])("%s of %j stores %j", (action, document, stored) => {
    const into = filled();
    expect(write(into, document, `action=${action}`)).toEqual(stored);
    expect(into.documents.get(stored.id)).toEqual(stored);
  });

  test.each([
    ["create", { id: "a", n: 2 }, 409, "A document with id a already exists."],
    ["update", { id: "b", n: 2 }, 404, "Could not find a document with id: b"],
    ["update", { n: 2 }, 400, "For update, the `id` key must be provided."],
    ["update", { id: "a", n: null }, 400, "Field `n` must be an int32."],
    [
      "upsert",
      { id: "a" },
      400,
      "Field `n` has been declared in the schema, but is not found in the document.",
    ],
    ["create", { id: 5, n: 2 }, 400, "Document's `id` field should be a string."],
    ["create", { id: "", n: 2 }, 400, "The `id` should not be empty."],
    ["create", [{ n: 2 }], 400, "Bad JSON: not a properly formed document."],
    ["replace", { n: 2 }, 400, "Parameter `action` must be a create|update|upsert."],
  ])("%s of %j answers %i", (action, document, status, message) => {
    const into = filled();
    expect(() => write(into, document, `action=${action}`)).toThrow(
      expect.objectContaining({ status, message }),
    );
    expect([...into.documents.values()]).toEqual([{ id: "a", n: 1, o: { x: 1, y: 2 } }]);
  });

  test("a generated id is the number of the document, even if a document has that id already", () => {
    const into = filled();
    write(into, { id: "2", n: 2 });
    write(into, { n: 3 });
    write(into, { id: "2", n: 4 }, "action=upsert");
    expect([...into.documents.values()]).toEqual([
      { id: "a", n: 1, o: { x: 1, y: 2 } },
      { id: "2", n: 2 },
      { id: "2", n: 4 },
    ]);
  });

  test("an update increments fields, and removes nulls inside new values", () => {
    const into = filled();
    const document = { id: "a", $operations: { increment: { n: 4, none: 1 } }, l: [1, null, { z: null }] };
    expect(write(into, document, "action=update")).toEqual({ id: "a", n: 5, o: { x: 1, y: 2 }, l: [1, {}] });
  });
});

describe("fields found in documents", () => {
  const names = ({ fields }: StoredCollection) => fields.map(({ name, type }) => `${name} ${type}`);

  test("a rule for all fields finds their types, and coerces afterwards", () => {
    const into = collection([{ name: ".*", type: "auto", optional: true, facet: true }]);
    write(into, { s: "a", i: 1, f: 1.5, b: true, l: ["x"], e: [], n: null, o: { x: 1 } });
    const found = ["b bool", "f float", "i int64", "l string[]", "s string"];
    expect(names(into)).toEqual([".* auto", ...found]);
    expect(into.fields[3]).toMatchObject({
      name: "i",
      facet: false,
      index: true,
      optional: true,
      sort: true,
    });
    expect(write(into, { s: 5, i: "7" })).toEqual({ id: "1", s: "5", i: 7 });
    expect(names(into)).toHaveLength(6);
  });

  test("a pattern gives its type, a field of type auto or string* the derived one", () => {
    const into = collection([
      { name: ".*_num", type: "int32" },
      { name: "a", type: "auto", optional: true },
      { name: "s", type: "string*", optional: true },
      { name: ".*", type: "auto", index: false, optional: true },
      { name: "(", type: "string", optional: true },
    ]);
    expect(write(into, { a_num: 1, a: [1], s: [5], other: 1 })).toEqual({
      id: "0",
      a_num: 1,
      a: [1],
      s: ["5"],
      other: 1,
    });
    expect(names(into).slice(5)).toEqual(["a int64[]", "a_num int32", "s string[]"]);
    expect(() => write(into, { a_num: "x" })).toThrow("Field `a_num` must be an int32.");
    expect(() => write(into, { b_num: "x" })).toThrow("Field `b_num` must be an int32.");
    // A field that a refused document has brought stays.
    expect(names(into)).toHaveLength(9);
  });

  test("a value without a type is rejected, or dropped", () => {
    const into = collection([{ name: ".*", type: "auto", optional: true }]);
    expect(() => write(into, { x: [[1]] })).toThrow("Type of field `x` is invalid.");
    expect(write(into, { x: [[1]] }, "dirty_values=coerce_or_drop")).toEqual({ id: "1" });
  });

  test("with nested fields, each value inside objects becomes a field", () => {
    const fields = [
      { name: "maker", type: "object", facet: true },
      { name: "parts", type: "object[]", optional: true },
      { name: "maker.city", type: "string", optional: true },
    ];
    const into = collection(fields, { enable_nested_fields: true });
    write(into, {
      maker: { name: "Ada", city: "Rome", site: { floor: 2 } },
      parts: [
        { kg: 1, tags: ["a"] },
        { kg: 2.5, note: null },
      ],
    });
    expect(names(into).slice(3)).toEqual([
      "parts.kg float[]",
      "parts.tags string[]",
      "maker.name string",
      "maker.site.floor int64",
    ]);
    expect(into.fields[5]).toMatchObject({ facet: true, optional: true });
    expect(() => write(into, { maker: { city: 5 } })).toThrow("Field `maker.city` must be a string.");
    expect(() => write(into, { maker: { name: ["x"] } })).toThrow("Hint: field inside an array of objects");
    expect(() => write(into, { maker: 5 })).toThrow("Field `maker` has an incorrect type.");
  });

  test("without nested fields, a dot is part of a name and objects have no fields", () => {
    const into = collection([
      { name: "a.b", type: "int32" },
      { name: "o", type: "object", optional: true },
    ]);
    expect(write(into, { "a.b": 1, o: { c: 1 } })).toEqual({ id: "0", "a.b": 1, o: { c: 1 } });
    expect(into.fields).toHaveLength(2);
    expect(() => write(into, { a: { b: 1 } })).toThrow("Field `a.b` has been declared in the schema");
  });
});

test("any document is stored or rejected, and merging it keeps every key", () => {
  const fields = [
    { name: ".*", type: "auto", optional: true },
    { name: "o", type: "object", optional: true },
    { name: "o.n", type: "int32", optional: true },
  ];
  const keys = fc.constantFrom("a", "o", "n", "o.n", "__proto__", "constructor");
  const documents = fc.dictionary(keys, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
  fc.assert(
    fc.property(fc.array(documents, { maxLength: 4 }), fc.constantFrom(...DIRTY_VALUES), (all, how) => {
      const into = collection(fields, { enable_nested_fields: true });
      for (const document of all) {
        try {
          const stored = write(into, { ...document, id: "a" }, `action=emplace&dirty_values=${how}`);
          expect(into.documents.get("a")).toBe(stored);
        } catch (error) {
          expect(error).toMatchObject({ name: "NodeRefusalError" });
        }
      }
      expect(new Set(into.fields.map(({ name }) => name)).size).toBe(into.fields.length);
    }),
  );
  const proto = JSON.parse('{"__proto__":{"x":1}}') as Record<string, unknown>;
  expect(Object.entries(merged({ a: 1 }, proto))).toEqual([
    ["a", 1],
    ["__proto__", { x: 1 }],
  ]);
});

test.each([
  [null, null, { a: 1, ab: 2, o: { x: 1, y: { z: 2 } }, l: [{ p: 1, q: 2 }] }],
  ["a, o.y", null, { a: 1, o: { y: { z: 2 } } }],
  ["*", null, { a: 1, ab: 2, o: { x: 1, y: { z: 2 } }, l: [{ p: 1, q: 2 }] }],
  // A pattern stands for fields of the schema only.
  ["a*", null, { a: 1 }],
  ["l.p", null, { l: [{ p: 1 }] }],
  ["o", null, { o: { x: 1 } }],
  [null, "a,o.y.z,l.q", { ab: 2, o: { x: 1 }, l: [{ p: 1 }] }],
  ["a*,ab,o", "ab", { a: 1, o: { x: 1 } }],
  ["a.x", null, {}],
])("include_fields %j and exclude_fields %j leave %j", (include, exclude, left) => {
  const document = { a: 1, ab: 2, o: { x: 1, y: { z: 2 } }, l: [{ p: 1, q: 2 }] };
  const fields = [
    { name: "a", type: "int32" },
    { name: "o", type: "object" },
    { name: "o.x", type: "int64" },
  ];
  const schema = collection(fields, { enable_nested_fields: true });
  expect(projectionOf(include, exclude, schema)(document)).toEqual(left);
});
