import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { asked, BOOKS, emulatorsWith, node, refused } from "./ask";

/** Routes of a node that the recordings do not cover (test/emulator/recordings). */
const start = emulatorsWith({ collections: [BOOKS] });

describe("rules that limit requests", () => {
  const rule = (more: object) => ({ action: "throttle", ip_addresses: [".*"], max_requests_1m: 2, ...more });

  test("are stored by id, and reject excess requests until a minute is over", async () => {
    const emulator = await start();
    expect(await asked(emulator, "POST /limits", { json: rule({}) })).toEqual({
      status: 200,
      body: {
        message: "Rule added successfully.",
        rule: {
          id: 0,
          action: "throttle",
          priority: 0,
          max_requests: { minute_threshold: 2 },
          ip_addresses: [".*"],
        },
      },
    });
    const list = async () => (await node(emulator, "GET /aliases")).status;
    expect([await list(), await list(), await list()]).toEqual([200, 200, 429]);
    emulator.advance(60);
    expect((await asked(emulator, "GET /limits/exceeds")).body).toMatchObject([]);
    expect(await asked(emulator, "DELETE /limits/0")).toEqual({ status: 200, body: { id: 0 } });
    expect([await list(), await list(), await list()]).toEqual([200, 200, 200]);
    expect(await asked(emulator, "GET /limits/0")).toEqual(refused(404, "Not Found"));
  });

  test("block a key, unless another rule comes first", async () => {
    const emulator = await start();
    const blocked = { action: "block", api_keys: ["bad"], priority: 2 };
    await node(emulator, "POST /limits", { json: blocked });
    const status = async () => (await asked(emulator, "GET /aliases", { key: "bad" })).body;
    emulator.createNodeKeyOutside("abc", {
      value: "bad",
      actions: ["*"],
      collections: ["*"],
      description: "",
    });
    expect(await status()).toEqual({ message: "Rate limit exceeded or blocked" });
    await node(emulator, "POST /limits", { json: { ...blocked, action: "allow", priority: 1 } });
    expect(await status()).toEqual({ aliases: [] });
  });

  test.each([
    [{}, "Parameter `action` is required."],
    [{ action: "block" }, "Parameter `ip_addresses` or `api_keys` is required."],
    [{ action: 1, api_keys: ["a"] }, "Parameter `action` must be a string."],
    [{ action: "stop", api_keys: ["a"] }, "Invalid action."],
    [
      { action: "block", api_keys: ["a", "b"], ip_addresses: ["c", "d"] },
      "Many to many rule is not supported.",
    ],
    [
      { action: "throttle", api_keys: ["a"] },
      "At least  one of `max_requests_1m` or `max_requests_1h` is required.",
    ],
    [rule({ max_requests_1m: "2" }), "Parameter `max_requests_1m` must be an integer."],
  ])("%j is invalid", async (json, words) => {
    expect(await asked(await start(), "POST /limits", { json })).toEqual(refused(400, words));
  });

  test("an invalid id is quoted within quotes", async () => {
    await expect(asked(await start(), "GET /limits/x")).rejects.toThrow(SyntaxError);
  });
});

test("a snapshot needs a path", async () => {
  const emulator = await start();
  expect(await asked(emulator, "POST /operations/snapshot")).toEqual(
    refused(400, "Parameter `snapshot_path` is required."),
  );
});

test("a snapshot preserves created_at over a restart", async () => {
  const emulator = await start();
  const at = async () =>
    ((await asked(emulator, "GET /collections/books")).body as { created_at: number }).created_at;
  const created = await at();
  emulator.advance(10);
  expect((await node(emulator, "POST /operations/snapshot?snapshot_path=a")).status).toBe(201);
  emulator.advance(10);
  emulator.restartNode("abc-1.a1.searchcloud.example");
  expect(await at()).toBe(created);
});

test("a restart resets that writes are skipped", async () => {
  const emulator = await start();
  await node(emulator, "POST /config", { json: { "skip-writes": true } });
  const json = { ...BOOKS, name: "films" };
  expect(await asked(emulator, "POST /collections", { json })).toEqual(refused(422, "Skipping writes."));
  emulator.restartNode("abc-1.a1.searchcloud.example");
  expect((await asked(emulator, "POST /collections", { json })).status).toBe(201);
});

test("a vote makes a follower lead", async () => {
  const emulator = await start({}, { high_availability: "yes", high_availability_node_count: "3" });
  const vote = async (host: string) => (await asked(emulator, "POST /operations/vote", { host })).body;
  expect([await vote("abc-1"), await vote("abc-2")]).toEqual([{ success: false }, { success: true }]);
  expect((await asked(emulator, "GET /status", { host: "abc-2" })).body).toMatchObject({ state: "LEADER" });
});

test("a key with autodelete is deleted at most an hour after its expiry", async () => {
  const emulator = await start();
  const now = emulator.advance(0);
  const json = {
    description: "",
    actions: ["*"],
    collections: ["*"],
    autodelete: true,
    expires_at: now + 10,
  };
  await node(emulator, "POST /keys", { json });
  const keys = async () => ((await asked(emulator, "GET /keys")).body as { keys: unknown[] }).keys.length;
  emulator.advance(20);
  expect(await keys()).toBe(2);
  emulator.advance(3600);
  expect(await keys()).toBe(1);
});

test("an id is read as the server reads it, and an invalid one fails: a delete at once, a read never", async () => {
  const emulator = await start();
  expect((await asked(emulator, "GET /keys/0abc")).status).toBe(200);
  expect(await asked(emulator, "DELETE /keys/abc")).toEqual(refused(400, "Bad request."));
  const url = `${emulator.nodeUrl.replace("{hostname}", "abc-1.a1.searchcloud.example")}/keys/abc`;
  const read = fetch(url, {
    headers: { "x-search-api-key": "emulated-node-admin-key" },
    signal: AbortSignal.timeout(50),
  });
  await expect(read).rejects.toThrow("timeout");
});

test("a response is compressed for clients that accept it", async () => {
  const emulator = await start();
  const url = `${emulator.nodeUrl.replace("{hostname}", "abc-1.a1.searchcloud.example")}/health`;
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const sent = request(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      expect(answer.headers["content-encoding"]).toBe("gzip");
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts)));
    });
    sent.on("error", reject).end();
  });
  expect(gunzipSync(bytes).toString()).toBe('{"ok":true}');
});

test("a search whose query is too long is rejected before its key is checked", async () => {
  const emulator = await start();
  const search = (length: number) =>
    asked(emulator, `GET /collections/books/documents/search?q=${"a".repeat(length - 3)}`, { key: null });
  expect((await search(4000)).status).toBe(401);
  expect(await search(4001)).toEqual(
    refused(
      400,
      "Query string exceeds max allowed length of 4000. Use the /multi_search end-point for larger payloads.",
    ),
  );
});

test("the journal contains no keys of bodies", async () => {
  const emulator = await start();
  const secret = "a-key-that-nobody-may-see";
  const search = { collection: "books", q: "*", "x-search-api-key": secret };
  await node(emulator, `POST /multi_search?x-search-api-key=${secret}`, { json: { searches: [search] } });
  await node(emulator, "POST /nl_search_models", { json: { model_name: "openai/x", api_key: secret } });
  await node(emulator, "POST /limits", { json: { action: "block", api_keys: [secret] } });
  await node(emulator, "POST /keys", { json: { value: secret } });
  const entries = emulator.journal();
  expect(entries.map(({ operation }) => operation)).toHaveLength(4);
  expect(JSON.stringify(entries)).not.toContain(secret);
});

test("statistics count the requests of the last seconds", async () => {
  const emulator = await start();
  await node(emulator, "GET /collections/books/documents/search?q=*&query_by=title");
  await node(emulator, "GET /aliases");
  const { body } = await asked(emulator, "GET /stats.json");
  expect(body).toMatchObject({
    search_requests_per_second: 0.1,
    requests_per_second: { "GET /aliases": 0.1 },
  });
});

test.each([
  [{ method: "GET" }, 400, "Missing required fields."],
  [{ url: "", method: "GET" }, 400, "URL and method must be non-empty strings."],
  [{ url: "http://127.0.0.1", method: "GET", body: 5 }, 400, "Body must be a string."],
  [{ url: "http://127.0.0.1", method: "GET", headers: [] }, 400, "Headers must be a JSON object."],
  [{ url: "http://127.0.0.1", method: "GET", headers: { a: 1 } }, 400, "Bad JSON."],
  [{ url: "http://127.0.0.1", method: "GET" }, 501, "The emulator sends no requests elsewhere."],
])("a proxy request is checked, and never sent: %j", async (json, status, message) => {
  const emulator = await start();
  expect(await asked(emulator, "POST /proxy", { json })).toEqual({ status, body: { message } });
});
