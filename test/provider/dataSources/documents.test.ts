import { documentData, searchData, searchValues } from "../../../src/provider/dataSources/documents";
import { type Emulated, emulated } from "../emulated";
import { callOf } from "../kit";
import { nullsOf } from "../support";

let on: Emulated;
beforeAll(async () => {
  on = await emulated();
  const fields = [
    { name: "title", type: "string" },
    { name: "tags", type: "string[]", facet: true },
  ];
  await on.node("POST", "/collections", { name: "catalog", fields });
  for (const [id, tag] of [
    ["1", "oak"],
    ["2", "pine"],
    ["a/b", "oak"],
  ] as const)
    await on.node("POST", "/collections/catalog/documents", { id, title: `Bookcase ${id}`, tags: [tag] });
});
afterAll(() => on?.close());

const read = (source: typeof searchData, values: object) => {
  const { schema } = source;
  return source.read(
    callOf(on.service) as never,
    { ...nullsOf<object>(schema), cluster_id: "shop1", ...values } as never,
  );
};
const search = (parameters: object, api_key = on.key) =>
  read(searchData, { api_key, collection: "catalog", parameters });

test("a search: how many, how long, the hits and facets as JSON; a key that may only search is enough", async () => {
  const key = JSON.parse(
    await on.node("POST", "/keys", {
      description: "shop",
      actions: ["documents:search"],
      collections: ["catalog"],
    }),
  );
  const found = await search(
    { q: "bookcase", query_by: "title", facet_by: "tags", per_page: "1" },
    key.value,
  );
  const values = found as Record<string, string> & { hits: string[] };
  expect(values).toMatchObject({ found: 3, took_ms: expect.any(Number) });
  expect(values.hits).toHaveLength(1);
  expect(JSON.parse(values.hits[0] ?? "")).toMatchObject({
    document: { title: expect.stringMatching(/^Bookcase/) },
  });
  expect(JSON.parse(values.facet_counts ?? "")).toMatchObject([{ field_name: "tags" }]);
  expect(JSON.parse(values.json ?? "")).toMatchObject({ found: 3, page: 1 });
});

test.each([
  ["a field that is not there", { q: "x", query_by: "nothing" }, /nothing/],
  ["a missing parameter", { q: "x" }, /No search fields/],
])("%s is told in the server's words", async (_, parameters, words) => {
  await expect(search(parameters)).rejects.toMatchObject({
    summary: expect.stringMatching(/^Could not search collection catalog: the node answered 40[04]/),
    detail: expect.stringMatching(words),
  });
});

test("what the server calls its time, and what it leaves out", () => {
  const answer = { found: 0, took_ms: null, search_time_ms: 7, hits: [], facet_counts: [] };
  expect(searchValues(answer)).toMatchObject({
    took_ms: 7,
    json: '{"facet_counts":[],"found":0,"hits":[],"search_time_ms":7}',
  });
  expect(searchValues({ ...answer, took_ms: 3, search_time_ms: null })).toMatchObject({ took_ms: 3 });
});

test("a document, by an id that is no part of a path", async () => {
  const ofDocument = (document_id: string) =>
    read(documentData, { api_key: on.key, collection: "catalog", document_id });
  await expect(ofDocument("a/b")).resolves.toEqual({
    json: '{"id":"a/b","tags":["oak"],"title":"Bookcase a/b"}',
  });
  await expect(ofDocument("9")).rejects.toMatchObject({
    summary: expect.stringMatching(/^Could not read document 9 of collection catalog: the node answered 404/),
  });
});
