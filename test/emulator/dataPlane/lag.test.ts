import { control } from "../support";
import { ADMIN, asked, BOOKS, emulatorsWith, HEADER, node, nodePath } from "./ask";

/** Nodes that lag behind (docs/design/data-plane.md#emulated-nodes). */
const THREE = { high_availability: "yes", high_availability_node_count: "3" };
const start = emulatorsWith(
  {
    collections: [{ ...BOOKS, documents: [{ id: "1", title: "Emma", year: 1815 }] }],
    aliases: { shop: "books" },
  },
  THREE,
);
const HOST = "abc-2.a1.searchcloud.example";
const AT = { host: "abc-2" };
const DONE = { status: 200, body: {} };
const UNKNOWN = { status: 404 };
const READER = { value: "made-meanwhile", actions: ["*"], collections: ["*"], description: "" };

async function lagging(request: object = {}) {
  const emulator = await start();
  expect(await control(emulator, `POST /nodes/${HOST}/lag`, request)).toEqual(DONE);
  return emulator;
}

test("it shows the old data, and the others the current data; then it catches up", async () => {
  const emulator = await lagging();
  const emma = { id: "2", title: "Emma", year: 1816 };
  await node(emulator, "POST /collections", { json: { ...BOOKS, name: "films" } });
  await node(emulator, "DELETE /aliases/shop");
  await node(emulator, "PUT /presets/p", { json: { value: { q: "*" } } });
  await node(emulator, "PATCH /collections/books", {
    json: { fields: [{ name: "pages", type: "int32", optional: true }] },
  });
  await node(emulator, "POST /collections/books/documents/import?action=create", {
    text: JSON.stringify(emma),
  });
  await node(emulator, "POST /keys", { json: READER });

  const lines = [
    "GET /collections/films",
    "GET /aliases/shop",
    "GET /presets/p",
    "GET /collections/books/documents/2",
    "GET /keys/1",
  ];
  const seen = async (host: string) =>
    Promise.all(lines.map(async (line) => (await asked(emulator, line, { host })).status));
  expect([await seen("abc-1"), await seen("abc-2"), await seen("abc-3")]).toEqual([
    [200, 404, 200, 200, 200],
    [404, 200, 404, 404, 404],
    [200, 404, 200, 200, 200],
  ]);
  const old = await asked(emulator, "GET /collections/books", AT);
  expect(old.body).toMatchObject({ num_documents: 1, fields: [{ name: "title" }, { name: "year" }] });
  expect((await asked(emulator, "GET /collections", AT)).body).toHaveLength(1);
  expect((await asked(emulator, "GET /aliases", AT)).body).toEqual({
    aliases: [{ name: "shop", collection_name: "books" }],
  });
  const search = "GET /collections/books/documents/search?q=emma&query_by=title";
  expect((await asked(emulator, search, AT)).body).toMatchObject({ found: 1 });
  expect((await asked(emulator, search)).body).toMatchObject({ found: 2 });
  const rows = async (host: string) =>
    (await fetchText(emulator, host, "/collections/books/documents/export")).split("\n").length;
  expect([await rows("abc-1"), await rows("abc-2")]).toEqual([2, 1]);

  expect(await control(emulator, `POST /nodes/${HOST}/catch-up`)).toEqual(DONE);
  expect(await seen("abc-2")).toEqual(await seen("abc-1"));
});

async function fetchText({ nodeUrl }: { nodeUrl: string }, host: string, path: string): Promise<string> {
  const url = new URL(`${nodePath(host)}${path}`, nodeUrl);
  return (await fetch(url, { headers: { [HEADER]: ADMIN.value } })).text();
}

test("it has the old keys: it rejects a new one, and accepts a revoked one", async () => {
  const emulator = await start();
  await node(emulator, "POST /keys", { json: { ...READER, value: "there-before" } });
  await control(emulator, `POST /nodes/${HOST}/lag`, {});
  await node(emulator, "POST /keys", { json: READER });
  await node(emulator, "DELETE /keys/1");
  const opens = async (key: string, host: string) =>
    (await asked(emulator, "GET /collections", { host, key })).status;
  expect(await Promise.all(["abc-1", "abc-2"].map((host) => opens(READER.value, host)))).toEqual([200, 401]);
  expect(await Promise.all(["abc-1", "abc-2"].map((host) => opens("there-before", host)))).toEqual([
    401, 200,
  ]);
});

test("a write to it is carried out by the leader, on the current data", async () => {
  const emulator = await lagging();
  await node(emulator, "POST /collections", { json: { ...BOOKS, name: "films" } });
  expect(await asked(emulator, "POST /collections", { ...AT, json: { ...BOOKS, name: "films" } })).toEqual({
    status: 409,
    body: { message: "A collection with name `films` already exists." },
  });
  expect((await asked(emulator, "DELETE /collections/films", AT)).status).toBe(200);
  expect(await asked(emulator, "GET /collections/films")).toMatchObject(UNKNOWN);
  const { body } = await asked(emulator, "POST /collections/books/documents/import", {
    ...AT,
    text: '{"id":"2","title":"Persuasion","year":1817}',
  });
  expect(body).toEqual({ success: true });
  expect(emulator.state().collections).toMatchObject([{ name: "books", num_documents: 2 }]);
});

test("until a number of seconds have passed", async () => {
  const emulator = await lagging({ seconds: 30 });
  await node(emulator, "DELETE /aliases/shop");
  const status = async () => (await asked(emulator, "GET /aliases/shop", AT)).status;
  expect(await status()).toBe(200);
  emulator.advance(29);
  expect(await status()).toBe(200);
  emulator.advance(1);
  expect(await status()).toBe(404);
});

test("until it has answered a number of requests, without those for its health", async () => {
  const emulator = await lagging({ requests: 2 });
  await node(emulator, "DELETE /aliases/shop");
  const statuses: number[] = [];
  for (const line of [
    "GET /health",
    "GET /aliases/shop",
    "GET /health",
    "GET /aliases/shop",
    "GET /aliases/shop",
  ]) {
    statuses.push((await asked(emulator, line, AT)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 404]);
});

test("it is healthy unless the request says otherwise, and another node leads", async () => {
  const emulator = await start();
  const host = "abc-1.a1.searchcloud.example";
  const states = async () =>
    Promise.all(
      ["abc-1", "abc-2", "abc-3"].map(
        async (name) => (await asked(emulator, "GET /debug", { host: name })).body,
      ),
    );
  expect(await states()).toMatchObject([{ state: 1 }, { state: 4 }, { state: 4 }]);
  await control(emulator, `POST /nodes/${host}/lag`, {});
  expect(await asked(emulator, "GET /health")).toEqual({ status: 200, body: { ok: true } });
  expect(await states()).toMatchObject([{ state: 4 }, { state: 1 }, { state: 4 }]);
  await control(emulator, `POST /nodes/${host}/lag`, { healthy: false });
  expect(await asked(emulator, "GET /health")).toEqual({ status: 503, body: { ok: false } });
  expect((await asked(emulator, "GET /aliases/shop")).status).toBe(503);
});

test("a clone has the data of the up-to-date nodes", async () => {
  const emulator = await lagging();
  await node(emulator, "DELETE /aliases/shop");
  emulator.finishClone("abc", emulator.cloneOutside("abc", {}), "succeeded");
  expect(emulator.state().aliases).toEqual([]);
});

test("created_at differs by node: some seconds later on a skewed one", async () => {
  const emulator = await start();
  const moment = async (line: string, host: string) => {
    const { body } = await asked(emulator, line, { host });
    return [body].flat().map((one) => (one as { created_at: number }).created_at);
  };
  const [at = 0] = await moment("GET /collections/books", "abc-1");
  expect(await control(emulator, `POST /nodes/${HOST}/skew`, { seconds: 3 })).toEqual(DONE);
  expect(await moment("GET /collections/books", "abc-1")).toEqual([at]);
  expect(await moment("GET /collections/books", "abc-2")).toEqual([at + 3]);
  expect(await moment("GET /collections", "abc-2")).toEqual([at + 3]);
});

test("a race lets a node lag or go down right before a request, and right after it", async () => {
  const emulator = await start();
  const match = { operation: "deleteAlias" } as const;
  emulator.race({ match, when: "before", do: { lag_node: { hostname: HOST, requests: 5 } } });
  await node(emulator, "DELETE /aliases/shop");
  expect((await asked(emulator, "GET /aliases/shop", AT)).status).toBe(200);
  emulator.race({ match, when: "after", do: { catch_up_node: HOST } });
  emulator.race({ match, when: "after", do: { take_node_down: "abc-3.a1.searchcloud.example" } });
  await node(emulator, "DELETE /aliases/shop");
  expect((await asked(emulator, "GET /aliases/shop", AT)).status).toBe(404);
  await expect(node(emulator, "GET /health", { host: "abc-3" })).rejects.toThrow("fetch failed");
  emulator.race({ when: "before", do: { bring_node_up: "abc-3.a1.searchcloud.example" } });
  expect((await node(emulator, "GET /health")).status).toBe(200);
  expect((await node(emulator, "GET /health", { host: "abc-3" })).status).toBe(200);
});

test("a node can only lag behind another one", async () => {
  const emulator = await start({}, { high_availability: "no", high_availability_node_count: null });
  const line = "POST /nodes/abc-1.a1.searchcloud.example/lag";
  expect(await control(emulator, line, {})).toEqual({
    status: 400,
    body: {
      error: 'No other node of cluster "abc" is up to date, so abc-1.a1.searchcloud.example cannot lag.',
    },
  });
  expect(await control(emulator, line, { requests: 0 })).toMatchObject({ status: 400 });
});
