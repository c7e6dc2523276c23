import { createHmac } from "node:crypto";
import { jsonLines, type NodeScene, nodeScenes, sharedNodeScene } from "../support";

const scene = nodeScenes();

const SHOES = {
  name: "shoes",
  fields: [
    { name: "title", type: "string", sort: true },
    { name: "about", type: "string", optional: true },
    { name: "tags", type: "string[]", facet: true },
    { name: "rank", type: "int32", facet: true },
    { name: "price", type: "float" },
    { name: "raw", type: "string", index: false, optional: true },
    { name: "maker", type: "object", optional: true },
  ],
  default_sorting_field: "rank",
  enable_nested_fields: true,
};

const DOCUMENTS = [
  {
    id: "1",
    title: "Red running shoes",
    about: "For the road",
    tags: ["run", "Road Race"],
    rank: 5,
    price: 99.5,
  },
  { id: "2", title: "Blue walking shoes", about: "Red laces", tags: ["walk"], rank: 9, price: 50 },
  { id: "3", title: "Shoe polish, red", tags: ["care"], rank: 1, price: 5 },
  {
    id: "4",
    title: "Crème for boots",
    tags: ["care", "Road Race"],
    rank: 7,
    price: 7,
    maker: { name: "Ada" },
  },
];

interface SearchAnswer {
  readonly found: number;
  readonly hits: readonly { readonly document: { readonly id: string } }[];
}

async function shoes(options?: Parameters<typeof scene>[0]): Promise<NodeScene> {
  const started = await scene(options);
  await fill(started);
  return started;
}

async function fill({ ask }: NodeScene): Promise<void> {
  await ask("POST /collections", { json: SHOES });
  await ask("POST /collections/shoes/documents/import", { text: jsonLines(DOCUMENTS) });
}

const search = ({ ask }: NodeScene, parameters: Record<string, string>, key?: string) =>
  ask(
    `GET /collections/shoes/documents/search?${new URLSearchParams(parameters)}`,
    key === undefined ? {} : { key },
  );

const ids = (body: unknown) => (body as SearchAnswer).hits.map(({ document }) => document.id).join("");

describe("finding and sorting", () => {
  const started = sharedNodeScene(fill);

  test("a scoped key adds its filter to that of the search", async () => {
    const { searchKey } = started();
    const text = JSON.stringify({ filter_by: "price:>6", per_page: 2 });
    const digest = createHmac("sha256", searchKey).update(text).digest("base64");
    const key = Buffer.from(digest + searchKey.slice(0, 4) + text).toString("base64");
    expect(ids((await search(started(), { q: "*", per_page: "9" }, key)).body)).toBe("24");
    expect(ids((await search(started(), { q: "*", filter_by: "rank:<6 || rank:>8" }, key)).body)).toBe("21");
  });

  test.each([
    // All documents, by the default_sorting_field.
    [{ q: "*" }, "2413"],
    [{ q: "", query_by: "title" }, "2413"],
    [{ q: "?!", query_by: "title" }, "2413"],
    [{ q: "*", sort_by: "price:asc" }, "3421"],
    // The last word may be a prefix, unless `prefix` is false.
    [{ q: "sho", query_by: "title" }, "213"],
    [{ q: "shoe", query_by: "title", prefix: "false", num_typos: "0" }, "3"],
    [{ q: "run red", query_by: "title", drop_tokens_threshold: "0", num_typos: "0" }, ""],
    // Accents, case and punctuation do not matter.
    [{ q: "CREME", query_by: "title" }, "4"],
    [{ q: "polish", query_by: "title" }, "3"],
    // Typos count only if nothing is found without them; a transposition is one.
    [{ q: "polsih", query_by: "title", num_typos: "1" }, "3"],
    [{ q: "polish", query_by: "title", num_typos: "0" }, "3"],
    [{ q: "polsih", query_by: "title,about", num_typos: "1,0" }, "3"],
    [{ q: "polsih", query_by: "title,about", num_typos: "0,1" }, ""],
    [{ q: "pol", query_by: "title,about", prefix: "false,true", num_typos: "0" }, ""],
    [{ q: "bloots", query_by: "title", num_typos: "1" }, "4"],
    [{ q: "bloots", query_by: "title", num_typos: "0" }, ""],
    [{ q: "walknigs", query_by: "title" }, "2"],
    [{ q: "walknigs", query_by: "title", num_typos: "1" }, ""],
    [{ q: "walknigs", query_by: "title", min_len_2typo: "9" }, ""],
    // Words are dropped from the right, then from the left; documents with more words come first.
    [{ q: "blue shoes", query_by: "title" }, "2"],
    [{ q: "blue shoes", query_by: "title", drop_tokens_threshold: "5" }, "21"],
    [{ q: "unknown shoes", query_by: "title" }, "21"],
    [{ q: "red unknown", query_by: "title", drop_tokens_mode: "left_to_right" }, "13"],
    [{ q: '"running shoes"', query_by: "title" }, "1"],
    [{ q: '"shoes running"', query_by: "title" }, ""],
    [{ q: '"running shoe"', query_by: "title" }, ""],
    [{ q: "shoes -running", query_by: "title" }, "2"],
    [{ q: '-"red running"', query_by: "title" }, "243"],
    [{ q: "*", hidden_hits: "2,4" }, "13"],
    [{ q: "*", pinned_hits: "3:1,1:3,9:2" }, "3214"],
    [{ q: "*", filter_by: "rank:>5", pinned_hits: "3:1", filter_curated_hits: "true" }, "24"],
    [{ q: "red", query_by: "title,about", query_by_weights: "1,2" }, "213"],
    // An earlier field weighs more, before default_sorting_field.
    [{ q: "red", query_by: "title,about" }, "132"],
    [{ q: "red", query_by: "about,title" }, "213"],
    [{ q: "red road", query_by: "title,about", drop_tokens_threshold: "1" }, "1"],
    [{ q: "red", query_by: "title,about", sort_by: "_text_match:asc,rank:asc" }, "231"],
    [{ q: "red", query_by: "title,about", sort_by: "rank:desc" }, "213"],
    [{ q: "race", query_by: "tags" }, "41"],
    [{ q: "ada", query_by: "maker" }, "4"],
    [{ q: "ada", query_by: "maker.name" }, "4"],
    [{ q: "*", filter_by: "tags:road && price:>10" }, "1"],
    [{ q: "shoes", query_by: "title", filter_by: "rank:[6..10]" }, "2"],
    [{ q: "*", per_page: "3", page: "2" }, "3"],
    [{ q: "*", limit: "2", offset: "1" }, "41"],
    [{ q: "*", limit: "2", offset: "1", page: "1" }, "24"],
    [{ q: "*", per_page: "0" }, ""],
  ])("%j finds %s", async (parameters, expected) => {
    const { status, body } = await search(started(), parameters);
    expect([status, ids(body)]).toEqual([200, expected]);
  });

  test.each([
    [{ q: "x" }, 400, "No search fields specified for the query."],
    [{ q: "x", query_by: "size" }, 404, "Could not find a field named `size` in the schema."],
    [{ q: "x", query_by: "rank" }, 400, "Field `rank` should be a string or a string array."],
    [{ q: "x", query_by: "raw" }, 400, "Field `raw` is marked as a non-indexed field in the schema."],
    [{ q: "*", facet_by: "title" }, 404, "Could not find a facet field named `title` in the schema."],
    [{ q: "*", filter_by: "rank" }, 400, "Could not parse the filter query."],
    [
      { q: "*", sort_by: "about:asc" },
      404,
      "Could not find a field named `about` in the schema for sorting.",
    ],
    [
      { q: "*", sort_by: "rank:asc,price:asc,title:asc,_text_match:asc" },
      400,
      "Only upto 3 sort fields are allowed.",
    ],
    [{ q: "*", per_page: "251" }, 422, "Only upto 250 hits can be fetched per page."],
    [{ q: "*", page: "one" }, 400, "Parameter `page` must be an unsigned integer."],
    [
      { q: "x", query_by: "title", num_typos: "few" },
      400,
      "Number of values in `num_typos` does not match number of `query_by` fields.",
    ],
    [
      { q: "x", query_by: "title", prefix: "true,false" },
      400,
      "Number of prefix values in `prefix` does not match number of `query_by` fields.",
    ],
    [{ q: "*", group_by: "title" }, 400, "Group by field `title` should be a facet field."],
    [{ q: "*", group_by: "ta*" }, 400, "Pattern `ta*` is not allowed."],
    [
      { q: "*", group_by: "tags", group_limit: "100" },
      400,
      "Value of `group_limit` must be between 1 and 99.",
    ],
    [{ q: "*", pinned_hits: "3:0" }, 400, "Pinned hits must start from position 1."],
    [{ q: "*", pinned_hits: "x" }, 400, "Pinned hits are not in expected format."],
    [{ q: "x", query_by: "id" }, 400, "Cannot use `id` as a query by field."],
    [{ q: "x", query_by: "title", infix: "always" }, 400, /^Could not find `title` in the infix index/],
    [{ q: "*", facet_by: "rank(a:[0, 1], b:[5, 9])" }, 400, /continous/],
    [{ q: "*", facet_by: "rank", facet_query: "x" }, 400, /`facet_field: value` format/],
    [{ q: "*", synonym_sets: "none" }, 404, "Synonym index not found"],
    [{ q: "*", drop_tokens_mode: "all" }, 400, "Invalid format for drop tokens mode."],
  ])(
    "%j answers %i: %s",
    async (parameters: Record<string, string>, status: number, message: string | RegExp) => {
      const words: unknown = message instanceof RegExp ? expect.stringMatching(message) : message;
      expect(await search(started(), parameters)).toMatchObject({ status, body: { message: words } });
    },
  );
});

test("a long text is shown around its first match, a list only where it matches", async () => {
  const started = await shoes();
  const words = Array.from({ length: 40 }, (_, index) => `w${index}`).join(" ");
  const json = { id: "5", title: words, tags: ["none", "Trail w9", "w9"], rank: 0, price: 1 };
  await started.ask("POST /collections/shoes/documents", { json });
  const { body } = await search(started, { q: "w9", query_by: "title,tags" });
  expect(body).toMatchObject({
    hits: [
      {
        highlights: [
          {
            field: "tags",
            indices: [1, 2],
            snippets: ["Trail <mark>w9</mark>", "<mark>w9</mark>"],
            matched_tokens: [["w9"], ["w9"]],
          },
          { field: "title", snippet: "w5 w6 w7 w8 <mark>w9</mark> w10 w11 w12 w13" },
        ],
      },
    ],
  });
});

test("facets count the documents of verbatim values, the most frequent first", async () => {
  const started = await shoes();
  const json = { id: "4", tags: ["care", "care", "Road Race"] };
  await started.ask("POST /collections/shoes/documents?action=update", { json });
  const { body } = await search(started, { q: "*", facet_by: "tags", max_facet_values: "2" });
  const [facet] = (body as { facet_counts: { counts: object[]; stats: object }[] }).facet_counts;
  expect(facet).toMatchObject({
    counts: [
      { count: 2, value: "care" },
      { count: 2, value: "Road Race" },
    ],
    stats: { total_values: 2 },
  });
});

test("a search sees every write immediately", async () => {
  const started = await shoes();
  const found = async (q: string) => ids((await search(started, { q, query_by: "title" })).body);
  expect(await found("polish")).toBe("3");
  const path = "/collections/shoes/documents";
  await started.ask(`POST ${path}?action=update`, { json: { id: "3", title: "Brush" } });
  await started.ask(`POST ${path}`, { json: { id: "5", title: "Polish", tags: [], rank: 2, price: 1 } });
  await started.ask(`DELETE ${path}/4`);
  expect([await found("polish"), await found("brush"), await found("boots")]).toEqual(["5", "3", ""]);
  await started.ask(`POST ${path}`, { json: { id: "4", title: "Laces", tags: [], rank: 2, price: 1 } });
  expect([await found("laces"), await found("boots")]).toEqual(["4", ""]);
  await started.ask("PATCH /collections/shoes", {
    json: {
      fields: [
        { name: "about", drop: true },
        { name: "code", type: "string", optional: true },
      ],
    },
  });
  await started.ask(`POST ${path}?action=update`, { json: { id: "5", code: "zx81" } });
  expect(ids((await search(started, { q: "zx81", query_by: "code" })).body)).toBe("5");
});

test("separators and symbols of the collection define words", async () => {
  const { ask } = await scene();
  const fields = [{ name: "name", type: "string" }];
  await ask("POST /collections", {
    json: { name: "c", fields, token_separators: ["-"], symbols_to_index: ["+"] },
  });
  await ask("POST /collections/c/documents/import", {
    text: jsonLines([{ name: "C++" }, { name: "well-known" }]),
  });
  const found = async (q: string) =>
    ids(
      (await ask(`GET /collections/c/documents/search?query_by=name&num_typos=0&q=${encodeURIComponent(q)}`))
        .body,
    );
  expect([await found("c++"), await found("known")]).toEqual(["0", "1"]);
});

test("a field of an inferred type is filtered, sorted and counted by that type", async () => {
  const { ask } = await scene();
  await ask("POST /collections", {
    json: { name: "c", fields: [{ name: "size", type: "auto", facet: true, optional: true }] },
  });
  await ask("POST /collections/c/documents/import", {
    text: jsonLines([{ size: 2 }, { size: 1 }, { size: 3 }]),
  });
  const query = "q=*&filter_by=size:>1&sort_by=size:asc&facet_by=size";
  const { body } = await ask(`GET /collections/c/documents/search?${query}`);
  expect([ids(body), body]).toMatchObject(["02", { facet_counts: [{ stats: { min: 2, max: 3 } }] }]);
});

test("presets and stopwords sets apply", async () => {
  const started = await shoes();
  await started.ask("PUT /presets/cheap", { json: { value: { query_by: "title", filter_by: "price:<60" } } });
  await started.ask("PUT /stopwords/few", { json: { stopwords: ["Boots"] } });
  expect(ids((await search(started, { q: "red", preset: "cheap" })).body)).toBe("3");
  const parameters = { q: "red boots", query_by: "title", drop_tokens_threshold: "0" };
  expect(ids((await search(started, parameters)).body)).toBe("");
  expect(ids((await search(started, { ...parameters, stopwords: "few" })).body)).toBe("13");
});

test("limits follow the active server parameters", async () => {
  const started = await shoes({
    seed: { clusters: [{ id: "c-1", status: "in_service", parameters: { "max-per-page": "2" } }] },
  });
  expect(await search(started, { q: "*", per_page: "3" })).toMatchObject({ status: 422 });
});

test.each([
  ["search_time_ms", ["search_time_ms"]],
  ["took_ms", ["took_ms"]],
  ["both", ["search_time_ms", "took_ms"]],
])("the time can be answered under %s", async (search_time, names) => {
  const { body } = await search(await shoes({ assumptions: { search_time } }), { q: "*" });
  expect(Object.keys(body as object).filter((name) => name.endsWith("_ms"))).toEqual(names);
});

test.each([
  [{ conversation: "true" }, "Conversation is enabled but no conversation model ID is provided."],
  [{ conversation: "true", conversation_model_id: "none" }, "Model not found"],
  [{ conversation_id: "1" }, "Conversation ID provided but conversation is not enabled for this collection."],
])("a conversation needs a model: %j", async (parameters, message) => {
  expect(await search(await shoes(), { q: "*", ...parameters })).toMatchObject({
    status: 400,
    body: { message },
  });
});

test("with the server's own key, the keys of single searches are ignored", async () => {
  const { ask } = await shoes({ assumptions: { issued_keys_listed: "no" } });
  const searches = [{ collection: "shoes", q: "*", "x-search-api-key": "none" }];
  expect(await ask("POST /multi_search", { json: { searches } })).toMatchObject({ status: 200 });
  const json = { description: "", actions: ["*"], collections: ["*"], value: "created" };
  await ask("POST /keys", { json });
  expect(await ask("POST /multi_search", { json: { searches }, key: "created" })).toMatchObject({
    status: 401,
  });
});

test("a request without searches is rejected", async () => {
  const { ask } = await shoes();
  expect(await ask("POST /multi_search", { json: { searches: [] } })).toMatchObject({
    status: 500,
    body: { message: "Embedded params parsing error." },
  });
});
