import { jsonLines, type NodeScene, nodeScenes } from "../support";

const scene = nodeScenes();

async function shop(...collections: readonly object[]): Promise<NodeScene["ask"]> {
  const { ask } = await scene();
  for (const json of collections)
    expect(await ask("POST /collections", { json })).toMatchObject({ status: 201 });
  return ask;
}

const ITEMS = {
  name: "items",
  fields: [
    { name: "n", type: "int32" },
    { name: "kind", type: "string" },
    { name: "secret", type: "string", optional: true, store: false },
  ],
};
const PATH = "/collections/items/documents";

async function items(): Promise<NodeScene["ask"]> {
  const ask = await shop(ITEMS);
  const documents = [1, 2, 3, 4].map((n) => ({ id: `i${n}`, n, kind: n < 3 ? "low" : "high", secret: "s" }));
  await ask(`POST ${PATH}/import`, { text: jsonLines(documents) });
  return ask;
}

test("a partial document is merged into matching documents, and those that it fits are counted", async () => {
  const ask = await items();
  const patch = async (query: string, text: string) => {
    const { status, body } = await ask(`PATCH ${PATH}?${query}`, { text });
    return [status, body];
  };
  expect(await patch("filter_by=n:>2", '{"kind":"x","tags":["a",null]}')).toEqual([200, { num_updated: 2 }]);
  expect((await ask(`GET ${PATH}/i3`)).body).toEqual({ id: "i3", n: 3, kind: "x", tags: ["a"] });
  expect(await patch("filter_by=*", '{"id":"other","$operations":{"increment":{"n":10}}}')).toEqual([
    200,
    { num_updated: 4 },
  ]);
  expect((await ask(`GET ${PATH}/i1?include_fields=n`)).body).toEqual({ n: 11 });
  expect(await patch("filter_by=n:>0", '{"n":"many"}')).toEqual([200, { num_updated: 0 }]);
  expect(await patch("filter_by=%20", "{")).toEqual([200, { num_updated: 0 }]);
  expect(await patch("filter_by=n:>0", "{")).toEqual([
    400,
    { message: expect.stringMatching(/^Bad JSON: /) },
  ]);
});

test("matching documents are deleted, and answered as they were stored", async () => {
  const ask = await items();
  const remove = async (query: string) => (await ask(`DELETE ${PATH}?${query}`)).body;
  expect(await remove("filter_by=n:1&return_doc=true")).toEqual({
    num_deleted: 1,
    documents: [{ id: "i1", n: 1, kind: "low" }],
  });
  expect(await remove("filter_by=n:1&return_doc=true&return_id=true")).toEqual({ num_deleted: 0 });
  expect(await remove("filter_by=")).toEqual({ num_deleted: 0 });
  expect(await remove("top_k_by=n:2")).toEqual({ ok: true });
  expect((await ask(`GET ${PATH}/export?include_fields=n`)).text).toBe('{"n":3}\n{"n":4}');
  expect(await remove("top_k_by=kind:2")).toEqual({ message: "Field `kind` not found in numerical index." });
  expect(await remove("top_k_by=n")).toEqual({ message: "The `top_k_by` parameter is not valid." });
  expect(await remove("truncate=true")).toEqual({ num_deleted: 2 });
});

describe("references", () => {
  const MAKERS = { name: "makers", fields: [{ name: "code", type: "string" }] };
  const PARTS = {
    name: "parts",
    fields: [
      { name: "maker", type: "string", reference: "makers.code" },
      { name: "also", type: "string", reference: "later.id", optional: true, async_reference: true },
    ],
  };
  const add = async (ask: NodeScene["ask"], collection: string, json: object) => {
    const { status, body } = await ask(`POST /collections/${collection}/documents`, { json });
    return status === 201 ? status : body;
  };

  test("a document is rejected if no document, or more than one, matches its reference", async () => {
    const ask = await shop(MAKERS, PARTS);
    for (const code of ["a", "b", "b"]) await add(ask, "makers", { code });
    const place = "in the collection `makers`.";
    expect(await add(ask, "parts", { maker: "a", also: "not there yet" })).toBe(201);
    expect(await add(ask, "parts", {})).toEqual({
      message: "Missing the required reference field `maker` in the document.",
    });
    expect(await add(ask, "parts", { maker: "x" })).toEqual({
      message: `Reference document having \`code:= \`x\`\` not found ${place}`,
    });
    expect(await add(ask, "parts", { maker: "b" })).toEqual({
      message: `Multiple documents having \`code:= \`b\`\` found ${place}`,
    });
    expect(await add(ask, "parts", { maker: 5 })).toEqual({
      message: "Field `maker` must have `string` value.",
    });
  });

  test("documents that refer to a deleted document are deleted, too; a list loses the value", async () => {
    const lists = { name: "lists", fields: [{ name: "makers", type: "string[]", reference: "makers.code" }] };
    const ask = await shop(MAKERS, PARTS, lists);
    for (const code of ["a", "b"]) await add(ask, "makers", { id: code, code });
    for (const maker of ["a", "b"]) await add(ask, "parts", { id: maker, maker });
    await add(ask, "lists", { id: "both", makers: ["a", "b"] });
    await add(ask, "lists", { id: "a", makers: ["a"] });
    await ask("DELETE /collections/makers/documents/a");
    expect((await ask("GET /collections/parts/documents/export")).text).toBe('{"id":"b","maker":"b"}');
    expect((await ask("GET /collections/lists/documents/export")).text).toBe('{"id":"both","makers":["b"]}');
  });
});
