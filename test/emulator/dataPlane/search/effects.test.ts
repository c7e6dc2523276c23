import { jsonLines, type NodeScene, sharedNodeScene } from "../support";

const PHONES = {
  name: "phones",
  fields: [
    { name: "title", type: "string" },
    { name: "brand", type: "string", facet: true, optional: true },
    { name: "rank", type: "int32", facet: true },
    { name: "vector", type: "float[]", num_dim: 2, optional: true },
    { name: "parts", type: "object[]", optional: true },
    { name: "parts.name", type: "string[]", facet: true, optional: true },
  ],
  default_sorting_field: "rank",
  enable_nested_fields: true,
  synonym_sets: ["words"],
  curation_sets: ["rules"],
};

const DOCUMENTS = [
  {
    id: "1",
    title: "Acme smart phone",
    brand: "Acme",
    rank: 4,
    vector: [1, 0],
    parts: [{ name: "red case" }],
  },
  { id: "2", title: "Acme handset", brand: "Acme", rank: 3, vector: [0, 1] },
  { id: "3", title: "Zed phone", brand: "Zed", rank: 2, vector: [1, 1] },
  { id: "4", title: "Old telephone", rank: 1 },
];

const RULES = [
  { id: "a", rule: { query: "cheap", match: "exact" }, replace_query: "handset", metadata: { why: "cheap" } },
  {
    id: "b",
    rule: { query: "phone", match: "contains" },
    includes: [{ id: "4", position: 1 }],
    excludes: [{ id: "3" }],
    stop_processing: false,
  },
  {
    id: "c",
    rule: { query: "{brand}", match: "exact" },
    filter_by: "brand:={brand}",
    sort_by: "rank:asc",
  },
  { id: "d", rule: { tags: ["sale"] }, filter_by: "rank:<3" },
  { id: "f", rule: { query: "any", match: "exact", tags: ["*"] }, replace_query: "handset" },
  { id: "e", rule: { query: "late", match: "exact" }, replace_query: "handset", effective_to_ts: 5 },
];

async function fill({ ask }: NodeScene): Promise<void> {
  const items = [{ id: "s", synonyms: ["mobile", "smart phone"] }];
  await ask("PUT /synonym_sets/words", { json: { items } });
  await ask("PUT /curation_sets/rules", { json: { items: RULES } });
  await ask("POST /collections", { json: PHONES });
  await ask("POST /collections/phones/documents/import", { text: jsonLines(DOCUMENTS) });
}

const started = sharedNodeScene(fill);

interface Answer {
  readonly hits?: readonly { readonly document: { readonly id: string }; readonly curated?: true }[];
  readonly grouped_hits?: readonly { readonly group_key: unknown; readonly hits: Answer["hits"] }[];
  readonly found: number;
}

async function search(parameters: Record<string, string>) {
  const query = new URLSearchParams(parameters);
  const { status, body } = await started().ask(`GET /collections/phones/documents/search?${query}`);
  return { status, body: body as Answer };
}

const ids = ({ hits = [] }: Pick<Answer, "hits">) => hits.map(({ document }) => document.id).join("");

test.each([
  // Synonyms: each finds the others.
  [{ q: "mobile", query_by: "title" }, "1"],
  [{ q: "mobile", query_by: "title", enable_synonyms: "false" }, ""],
  // Rules: a replaced query, pinned and hidden hits, a filter with a placeholder, tags, times.
  [{ q: "cheap", query_by: "title" }, "2"],
  [{ q: "zed phone", query_by: "title" }, "41"],
  [{ q: "zed phone", query_by: "title", enable_curations: "false" }, "3"],
  [{ q: "acme", query_by: "title" }, "21"],
  [{ q: "*", curation_tags: "sale" }, "34"],
  [{ q: "late", query_by: "title" }, ""],
  [{ q: "any", query_by: "title" }, "2"],
  // Vectors: the nearest first, by values or by a document, which is not part of the result.
  [{ q: "*", vector_query: "vector:([1, 0.1], k: 2)" }, "13"],
  [{ q: "*", vector_query: "vector:([], id: 2)" }, "31"],
  [{ q: "*", vector_query: "vector:([1, 0.1], distance_threshold: 0.1)" }, "1"],
  [{ q: "handset", query_by: "title", vector_query: "vector:([1, 0], k: 1)" }, "21"],
  [{ q: "*", sort_by: "_vector_query(vector:([0, 1])):asc" }, "2314"],
])("%j finds %s", async (parameters: Record<string, string>, expected) => {
  const { status, body } = await search(parameters);
  expect([status, ids(body)]).toEqual([200, expected]);
});

test.each([
  [{ vector_query: "vector:([1])" }, "Query field `vector` must have 2 dimensions."],
  [{ vector_query: "title:([1])" }, "Field `title` does not have a vector query index."],
  [{ vector_query: "vector" }, "Malformed vector query string: `:` is missing."],
  [{ vector_query: "vector:([])" }, "When a vector query value is empty, an `id` parameter must be present."],
  [{ vector_query: "vector:([], id: 9)" }, "Document id referenced in vector query is not found."],
  [
    { vector_query: "vector:([1, x])" },
    "Malformed vector query string: one of the vector values is not a float.",
  ],
])("%j is rejected: %s", async (parameters, message) => {
  expect(await search({ q: "*", ...parameters })).toEqual({ status: 400, body: { message } });
});

test("curated hits are labelled, and metadata is answered", async () => {
  const { body } = await search({ q: "phone", query_by: "title" });
  expect(body.hits?.map(({ curated }) => curated)).toEqual([true, undefined]);
  expect(await search({ q: "cheap", query_by: "title" })).toMatchObject({
    body: { metadata: { why: "cheap" } },
  });
});

test("groups count their hits, and documents without a value form one group", async () => {
  const { body } = await search({ q: "*", group_by: "brand", group_limit: "1" });
  expect(body).toMatchObject({ found: 3, found_docs: 4 });
  const shown = ({ grouped_hits = [] }: Answer) => grouped_hits.map((group) => [group.group_key, ids(group)]);
  expect(shown(body)).toEqual([
    [["Acme"], "1"],
    [["Zed"], "3"],
    [[], "4"],
  ]);
  const pinned = await search({ q: "*", group_by: "brand", pinned_hits: "2:1,1:1" });
  expect(shown(pinned.body)).toEqual([
    [["Acme"], "21"],
    [["Zed"], "3"],
    [[], "4"],
  ]);
});

test("facets have ranges, an order, a query and parent objects", async () => {
  const facet_by = "rank(low:[0, 3], high:[3, ]),brand(sort_by: _alpha:desc),parts.name";
  const { body } = await search({ q: "*", facet_by, facet_return_parent: "parts.name", per_page: "1" });
  expect(body).toMatchObject({
    facet_counts: [
      {
        counts: [
          { value: "low", count: 2, highlighted: "" },
          { value: "high", count: 2 },
        ],
        stats: { sum: 10 },
      },
      { counts: [{ value: "Zed" }, { value: "Acme" }] },
      { counts: [{ value: "red case", parent: { name: "red case" } }] },
    ],
  });
  const counts = async (facet_query: string) => {
    const { body } = await search({ q: "*", facet_by: "parts.name", facet_query });
    return (body as unknown as { facet_counts: { counts: unknown[] }[] }).facet_counts[0]?.counts.length;
  };
  expect([await counts("parts.name: red ca"), await counts("parts.name: re case")]).toEqual([1, 0]);
  const query = await search({ q: "*", facet_by: "brand", facet_query: "brand: ac" });
  expect(query.body).toMatchObject({
    facet_counts: [{ counts: [{ value: "Acme", highlighted: "<mark>Ac</mark>me", count: 2 }] }],
    hits: [],
    found: 4,
  });
});

test("values inside objects are highlighted in place, not in the list", async () => {
  const { body } = await search({ q: "red", query_by: "parts", include_fields: "id,parts" });
  expect(body.hits?.[0]).toMatchObject({
    highlight: { parts: [{ name: { matched_tokens: ["red"], snippet: "<mark>red</mark> case" } }] },
    highlights: [],
  });
});

test("in lists of objects, words far from the best match are highlighted, too", async () => {
  const { ask } = started();
  const fields = [
    { name: "text", type: "string" },
    { name: "parts", type: "object[]" },
    { name: "parts.text", type: "string[]" },
  ];
  await ask("POST /collections", { json: { name: "long", fields, enable_nested_fields: true } });
  const filler = Array(24).fill("fillfill").join(" ");
  const text = `red ${filler} red case`;
  await ask("POST /collections/long/documents", { json: { text, parts: [{ text }] } });
  const query = "q=red+case&query_by=text,parts.text&highlight_full_fields=text";
  const { body } = await ask(`GET /collections/long/documents/search?${query}`);
  const best = "<mark>red</mark> <mark>case</mark>";
  const everywhere = `<mark>red</mark> ${filler} ${best}`;
  expect((body as Answer).hits?.[0]).toMatchObject({
    highlight: { text: { value: everywhere }, parts: [{ text: { snippet: everywhere } }] },
    highlights: [{ field: "text", value: everywhere }],
  });
  const { body: plain } = await ask("GET /collections/long/documents/search?q=red+case&query_by=text");
  expect((plain as Answer).hits?.[0]).toMatchObject({
    highlights: [{ snippet: `red ${filler} ${best}` }],
  });
});

describe("several searches in one request", () => {
  const ask = async (json: object, query = "") => {
    const { status, body } = await started().ask(`POST /multi_search${query}`, { json });
    return { status, body: body as { results: (Answer & { code?: number; error?: string })[] } & Answer };
  };
  const all = { collection: "phones", q: "*" };

  test("each has its own answer or error, and parameters of the request apply to all", async () => {
    const searches = [all, { collection: "phones" }, { ...all, collection: "none" }, { ...all, q: "x" }];
    const { status, body } = await ask({ searches }, "?per_page=1");
    expect([status, ids(body.results[0] ?? {})]).toEqual([200, "1"]);
    expect(body.results.slice(1)).toEqual([
      { code: 400, error: "Parameter `q` is required." },
      { code: 404, error: "Collection not found" },
      { code: 400, error: "No search fields specified for the query." },
    ]);
  });

  test.each([
    [{}, "Missing `searches` array."],
    [{ searches: [1] }, "The value of `searches` must be an array of objects."],
    [{ searches: [{ ...all, sort_by: [] }] }, "One or more search parameters are malformed."],
  ])("%j is rejected as a whole: %s", async (json, message) => {
    expect(await ask(json)).toEqual({ status: 400, body: { message } });
  });

  test("their number is limited", async () => {
    const message = "Number of multi searches exceeds `limit_multi_searches` parameter.";
    const refused = { status: 400, body: { message } };
    expect(await ask({ searches: Array(51).fill(all) })).toEqual(refused);
    expect(await ask({ searches: [all, all] }, "?limit_multi_searches=1")).toEqual(refused);
  });

  test("a union is a single list without duplicates", async () => {
    const searches = [
      { ...all, filter_by: "rank:>2" },
      { ...all, filter_by: "rank:<4" },
    ];
    const { body } = await ask({ union: true, searches }, "?per_page=3");
    expect([ids(body), body.found]).toEqual(["123", 4]);
    expect(body).toMatchObject({
      hits: [{ search_index: 0, collection: "phones" }, { search_index: 0 }, { search_index: 1 }],
      union_request_params: [{ found: 2 }, { found: 3 }],
    });
    const twice = await ask({ union: true, remove_duplicates: false, searches });
    expect(ids(twice.body)).toBe("12234");
    const lastFirst = searches.map((one) => ({ ...one, sort_by: "_union_search_index:desc" }));
    expect(ids((await ask({ union: true, searches: lastFirst })).body)).toBe("4321");
  });

  test("searches of a union must sort by the same types", async () => {
    const searches = [all, { ...all, sort_by: "rank:asc" }];
    expect((await ask({ union: true, searches })).body).toEqual({
      code: 400,
      error:
        "Expected order of `rank` sort_by (ASC) at search index `1` to be the same as the order of " +
        "`rank` sort_by (DESC) at search index `0`.",
    });
  });
});
