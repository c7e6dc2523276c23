import { ADMIN, asked, BOOKS, emulatorsWith, node, oneEmulatorWith, refused } from "../ask";

// What a genuine server answers is proved by its recordings (test/emulator/recordings): here is what they do not show.
const one = emulatorsWith({ collections: [BOOKS] });
const same = oneEmulatorWith({ collections: [BOOKS] });
const CREATE = "POST /collections";

/** The properties that today's servers add to every field. */
const USUAL = {
  ...{ facet: false, optional: false, index: true, sort: false, infix: false, stem: false, store: true },
  ...{ locale: "", stem_dictionary: "" },
};

test("a create requires a default sorting field by assumption", async () => {
  const emulator = await one({ default_sorting_field_demanded: "yes" });
  const json = { name: "more", fields: BOOKS.fields };
  expect(await asked(emulator, CREATE, { json })).toEqual(
    refused(400, "Parameter `default_sorting_field` is required."),
  );
});

test.each([
  ["few", { name: "title", type: "string", facet: false }],
  ["all", { ...USUAL, name: "title", type: "string", range_index: false, num_dim: 0, reference: "" }],
])("a collection shows its fields with %s properties", async (field_defaults_answered, title) => {
  const { body } = await asked(await one({ field_defaults_answered }), "GET /collections/books");
  expect((body as { fields: object[] }).fields[0]).toEqual(title);
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

  test("is sorted newest first, in pages, and rejects an offset past its end", async () => {
    expect(await names("GET /collections")).toEqual(["shop_2", "shop_1", "books"]);
    expect(await names("GET /collections?limit=1&offset=1")).toEqual(["shop_1"]);
    expect(await asked(same, "GET /collections?offset=1")).toEqual(refused(400, "Invalid offset param."));
  });

  test("contains the collections that the key covers", async () => {
    const emulator = await three();
    emulator.createNodeKeyOutside("abc", {
      value: "shops",
      actions: ["collections:list"],
      collections: ["shop_.*"],
    });
    const { body } = await asked(emulator, "GET /collections", { key: "shops" });
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(["shop_2", "shop_1"]);
  });
});

test("a collection can be created under the name of an alias, and takes precedence over it", async () => {
  const emulator = await one();
  emulator.putAliasOutside("abc", "shop", "books");
  expect((await node(emulator, CREATE, { json: { ...BOOKS, name: "shop" } })).status).toBe(201);
  expect((await asked(emulator, "GET /collections/shop")).body).toMatchObject({ name: "shop" });
  expect((await node(emulator, "DELETE /collections/shop")).status).toBe(200);
  expect((await asked(emulator, "GET /collections/shop")).body).toMatchObject({ name: "books" });
});

test("a copy has everything except metadata, and documents on request", async () => {
  const emulator = await one();
  await node(emulator, "PATCH /collections/books", { json: { metadata: { team: "a" } } });
  emulator.addDocumentsOutside("abc", "books", [{ id: "1", title: "Emma", year: 1815 }]);
  const copy = async (name: string, query: string) => {
    const { body } = await asked(emulator, `${CREATE}?src_name=books${query}`, { json: { name } });
    const { fields, num_documents, metadata } = body as Record<string, unknown>;
    return { fields: (fields as object[]).length, num_documents, metadata };
  };
  expect(await copy("empty", "")).toEqual({ fields: 2, num_documents: 0, metadata: undefined });
  expect(await copy("full", "&copy_documents=true")).toEqual({
    ...{ fields: 2, num_documents: 1, metadata: undefined },
  });
});

describe("a field that computes vectors", () => {
  const vector = (model_config: object, more: object = {}) => ({
    name: "v",
    type: "float[]",
    embed: { from: ["title"], model_config },
    ...more,
  });
  const create = async (model_config: object, more: object = {}) => {
    const json = { name: "vectors", fields: [...BOOKS.fields, vector(model_config, more)] };
    const answer = await asked(same, CREATE, { json });
    await node(same, "DELETE /collections/vectors");
    return answer;
  };
  const OPENAI = { model_name: "openai/text-embedding-3-small", api_key: "sk-12345678" };

  test.each([
    [{ model_name: "ts/e5-small" }, {}, 384],
    [{ model_name: "ts/e5-small" }, { num_dim: 3 }, 384],
    [OPENAI, {}, 1536],
    [OPENAI, { num_dim: 256 }, 256],
  ])("has the dimensions of its model: %j with %j", async (model_config, more, num_dim) => {
    const { status, body } = await create(model_config, more);
    expect([status, (body as { fields: object[] }).fields[2]]).toMatchObject([
      201,
      { num_dim, hnsw_params: { M: 16, ef_construction: 200 }, vec_dist: "cosine" },
    ]);
  });

  test.each([
    [{ model_name: "ts/nope" }, 404, "Model not found"],
    [{ model_name: "nope" }, 400, "Model file not found"],
    [
      { model_name: "openai/text-embedding-3-small" },
      400,
      "Property `embed.model_config.api_key is missing or is not a string.",
    ],
    [
      { model_name: "google/other", api_key: "k" },
      400,
      "Property `embed.model_config.model_name` is not a supported Google model.",
    ],
  ])("is refused with %j", async (model_config, status, message) => {
    expect(await create(model_config)).toEqual(refused(status, message));
  });

  test("shows the beginning of a key, accepts a new one, and is dropped with its sources", async () => {
    const emulator = await one();
    const patch = (...fields: object[]) => asked(emulator, "PATCH /collections/books", { json: { fields } });
    const embedOf = ({ body }: { body: unknown }) =>
      (body as { fields: { name: string; embed?: unknown }[] }).fields.find(({ name }) => name === "v")
        ?.embed;
    const shown = (api_key: string) => ({ from: ["title"], model_config: { ...OPENAI, api_key } });
    expect(embedOf(await patch(vector(OPENAI)))).toEqual(shown("sk-12******"));
    const again = vector({ ...OPENAI, api_key: "other-key" });
    expect(embedOf(await patch(again))).toEqual(shown("other****"));
    expect(embedOf(await asked(emulator, "GET /collections/books"))).toEqual(shown("other****"));
    expect((await patch(vector({ ...OPENAI, model_name: "openai/other" }))).status).toBe(400);
    await patch({ name: "title", drop: true });
    expect(embedOf(await asked(emulator, "GET /collections/books"))).toBeUndefined();
  });
});

const PUT = "PUT /aliases/shop";

test("an alias is put, read, listed, pointed elsewhere and deleted; its collection may not exist", async () => {
  const emulator = await one();
  const shop = (collection_name: string) => ({ name: "shop", collection_name });
  for (const collection_name of ["books", "later"]) {
    const body = shop(collection_name);
    expect(await asked(emulator, PUT, { json: { collection_name } })).toEqual({ status: 200, body });
    expect(await asked(emulator, "GET /aliases/shop")).toEqual({ status: 200, body });
    expect(await asked(emulator, "GET /aliases")).toEqual({ status: 200, body: { aliases: [body] } });
  }
  expect(await asked(emulator, "DELETE /aliases/shop")).toEqual({ status: 200, body: shop("later") });
  for (const line of ["GET /aliases/shop", "DELETE /aliases/shop"]) {
    expect(await asked(emulator, line)).toEqual(refused(404, "Collection not found"));
  }
});

test.each([
  [PUT, {}, 400, "Parameter `collection_name` is required."],
  [PUT, { collection_name: 1 }, 400, "Bad request."],
  [
    "PUT /aliases/books",
    { collection_name: "x" },
    500,
    "Name `books` conflicts with an existing collection name.",
  ],
])("%s with %j answers %i", async (line, json, status, message) => {
  expect(await asked(same, line, { json })).toEqual(refused(status, message));
});

test("documents are read through it, from the collection that it points to now", async () => {
  const emulator = await one();
  emulator.seedData("abc", {
    collections: [{ ...BOOKS, name: "new", documents: [{ id: "1", title: "Emma", year: 1815 }] }],
  });
  const status = async () => (await node(emulator, "GET /collections/shop/documents/1")).status;
  emulator.putAliasOutside("abc", "shop", "books");
  expect(await status()).toBe(404);
  await node(emulator, PUT, { json: { collection_name: "new" } });
  expect(await status()).toBe(200);
});
