import { ADMIN, asked, BOOKS, emulatorsWith, node, oneEmulatorWith, refused } from "../ask";

const one = emulatorsWith({ collections: [BOOKS] });
const same = oneEmulatorWith({ collections: [BOOKS] });
const CREATE = "POST /collections";

/** What today's servers add to every field. */
const USUAL = {
  ...{ facet: false, optional: false, index: true, sort: false, infix: false, stem: false, store: true },
  ...{ locale: "", stem_dictionary: "" },
};
const BOOKS_ANSWER = {
  name: "books",
  num_documents: 0,
  created_at: 1_798_761_600,
  default_sorting_field: "year",
  enable_nested_fields: false,
  token_separators: [],
  symbols_to_index: [],
  synonym_sets: [],
  curation_sets: [],
  fields: [
    { ...USUAL, name: "title", type: "string" },
    { ...USUAL, name: "year", type: "int32", sort: true },
  ],
};

describe("the create of a collection", () => {
  test("answers 201 with every default spelled out, and a GET says the same", async () => {
    const emulator = await one();
    const json = { ...BOOKS, name: "more" };
    const body = { ...BOOKS_ANSWER, name: "more" };
    expect(await asked(emulator, CREATE, { json })).toEqual({ status: 201, body });
    expect(await asked(emulator, "GET /collections/more")).toEqual({ status: 200, body });
  });

  test.each([
    [
      { name: ".*", type: "auto" },
      { optional: true, sort: false },
    ],
    [
      { name: ".*_count", type: "int32" },
      { optional: true, sort: true },
    ],
    [
      { name: "v", type: "float[]", num_dim: 4 },
      { num_dim: 4, vec_dist: "cosine", hnsw_params: { M: 16, ef_construction: 200 } },
    ],
    [
      { name: "v", type: "float[]", num_dim: 4, vec_dist: "ip" },
      { vec_dist: "ip", hnsw_params: { M: 16, ef_construction: 200 } },
    ],
    [
      { name: "n", type: "int64", range_index: true },
      { range_index: true, sort: true },
    ],
    [
      { name: "author_id", type: "string", reference: "authors.id", locale: null },
      { reference: "authors.id", locale: "" },
    ],
    [
      { name: "t", type: "string[]", facet: true, custom: 7 },
      { facet: true, custom: 7 },
    ],
  ])("stores the field %j", async (field, more) => {
    const { status, body } = await asked(same, CREATE, { json: { name: "one", fields: [field] } });
    const { locale: _, ...given } = { locale: "", ...field };
    await node(same, "DELETE /collections/one");
    expect([status, body]).toEqual([
      201,
      { ...BOOKS_ANSWER, name: "one", default_sorting_field: "", fields: [{ ...USUAL, ...given, ...more }] },
    ]);
  });

  const field = (more: object) => ({ name: "more", fields: [{ name: "x", type: "string", ...more }] });
  test.each([
    [{ fields: [] }, 400, "Parameter `name` is required."],
    [{ name: "more" }, 400, "Parameter `fields` is required."],
    [{ ...BOOKS, name: "" }, 400, "Parameter `name` must be a non-empty string."],
    [BOOKS, 409, "A collection with name `books` already exists."],
    [
      { ...BOOKS, name: "more", default_sorting_field: "none" },
      400,
      "Default sorting field is defined as `none` but is not found in the schema.",
    ],
    [
      { ...BOOKS, name: "more", default_sorting_field: "title" },
      400,
      "Default sorting field `title` is not a sortable type.",
    ],
    [
      { ...BOOKS, name: "more", default_sorting_field: "id" },
      400,
      "Invalid `default_sorting_field` value: cannot be `id`.",
    ],
    [{ ...BOOKS, name: "more", synonym_sets: ["none"] }, 404, "Synonym set `none` not found."],
    [{ ...BOOKS, name: "more", curation_sets: ["none"] }, 404, "Curation set `none` not found."],
    [
      { ...BOOKS, name: "more", token_separators: ["--"] },
      400,
      "`token_separators` should be an array of character symbols.",
    ],
    [
      field({ type: "text" }),
      400,
      "Field `x` has an invalid data type `text`, see docs for supported data types.",
    ],
    [field({ name: "" }), 400, "Field name cannot be empty."],
    [field({ facet: "yes" }), 400, "The `facet` property of the field `x` should be a boolean."],
    [
      field({ drop: true }),
      400,
      "Invalid property `drop` on field `x`: it is allowed only during schema update.",
    ],
    [
      field({ type: "int32", stem: true }),
      400,
      "The `stem` property is only allowed for string and string[] fields.",
    ],
    [field({ num_dim: 3 }), 400, "Property `num_dim` is only allowed on a float array field."],
    [
      field({ index: false, facet: true }),
      400,
      "Field `x` cannot be a facet since it's marked as non-indexable.",
    ],
    [field({ type: "string[]", sort: true }), 400, "Field `x` cannot be a sortable field."],
    [field({ name: ".*", optional: false }), 400, "Field `.*` must be an optional field."],
    [
      { name: "more", fields: [...BOOKS.fields, { name: "year", type: "int32" }] },
      400,
      "There are duplicate field names in the schema.",
    ],
    [
      field({ type: "object" }),
      400,
      "Type `object` or `object[]` can be used only when nested fields are enabled by setting` enable_nested_fields` to true.",
    ],
  ])("of %j answers %i", async (json, status, message) => {
    expect(await asked(same, CREATE, { json })).toEqual(refused(status, message));
    expect(same.state().collections).toHaveLength(1);
  });

  test("demands a default sorting field by assumption", async () => {
    const emulator = await one({ default_sorting_field_demanded: "yes" });
    const json = { name: "more", fields: BOOKS.fields };
    expect(await asked(emulator, CREATE, { json })).toEqual(
      refused(400, "Parameter `default_sorting_field` is required."),
    );
  });
});

describe("what a collection answers", () => {
  test.each([
    ["few", { name: "title", type: "string", facet: false }],
    ["all", { ...USUAL, name: "title", type: "string", range_index: false, num_dim: 0, reference: "" }],
  ])("its fields with %s properties", async (field_defaults_answered, title) => {
    const { body } = await asked(await one({ field_defaults_answered }), "GET /collections/books");
    expect((body as { fields: object[] }).fields[0]).toEqual(title);
  });

  test("an older server has no sets, and one with metadata shows it", async () => {
    const emulator = await one({}, { search_server_version: "29.0" });
    const json = { ...BOOKS, name: "more", metadata: { team: "books" } };
    const { synonym_sets: _, curation_sets: __, ...older } = BOOKS_ANSWER;
    const body = { ...older, name: "more", metadata: { team: "books" } };
    expect(await asked(emulator, CREATE, { json })).toEqual({ status: 201, body });
  });
});

describe("the list of collections", () => {
  const three = async () => {
    const emulator = await one();
    for (const name of ["shop_1", "shop_2"]) await node(emulator, CREATE, { json: { ...BOOKS, name } });
    return emulator;
  };
  const names = async (line: string, key = ADMIN.value) => {
    const { body } = await asked(await three(), line, { key });
    return (body as { name: string }[]).map(({ name }) => name);
  };

  test("has the newest first, page by page", async () => {
    expect(await names("GET /collections")).toEqual(["shop_2", "shop_1", "books"]);
    expect(await names("GET /collections?limit=1&offset=1")).toEqual(["shop_1"]);
  });

  test("leaves out what exclude_fields names", async () => {
    const { body } = await asked(await one(), "GET /collections?exclude_fields=fields,num_documents");
    const { fields: _, num_documents: __, ...others } = BOOKS_ANSWER;
    expect(body).toEqual([others]);
  });

  test("is limited to what the key covers", async () => {
    const emulator = await three();
    emulator.createNodeKeyOutside("abc", {
      value: "shops",
      actions: ["collections:list"],
      collections: ["shop_.*"],
    });
    const { body } = await asked(emulator, "GET /collections", { key: "shops" });
    expect(body).toMatchObject([{ name: "shop_2" }, { name: "shop_1" }]);
    expect(body).toHaveLength(2);
  });
});

test("a delete answers the collection, and its name is free again; an alias stands for it in a GET alone", async () => {
  const emulator = await one();
  emulator.putAliasOutside("abc", "shop", "books");
  expect(await asked(emulator, "GET /collections/shop")).toEqual({ status: 200, body: BOOKS_ANSWER });
  const missing = refused(404, "No collection with name `shop` found.");
  expect(await asked(emulator, "DELETE /collections/shop")).toEqual(missing);
  expect(await asked(emulator, "DELETE /collections/books")).toEqual({ status: 200, body: BOOKS_ANSWER });
  expect((await node(emulator, "GET /collections/shop")).status).toBe(404);
  expect((await node(emulator, CREATE, { json: BOOKS })).status).toBe(201);
});
