import { control } from "../support";
import { asked, BOOKS, emulatorsWith, node, oneEmulatorWith } from "./ask";

const one = emulatorsWith({ collections: [BOOKS], aliases: { shop: "books" } });
const same = oneEmulatorWith({ collections: [BOOKS] });
const DONE = { status: 200, body: {} };
const HOST = "abc-1.a1.searchcloud.example";

describe("changes over the control path", () => {
  test("seeds, changes and deletes the data of a cluster", async () => {
    const emulator = await one();
    const data = {
      named: { synonym_sets: { words: { items: [{ id: "1", synonyms: ["a", "b"] }] } } },
      collections: [
        {
          ...BOOKS,
          name: "more",
          created_at: 7,
          synonym_sets: ["words"],
          documents: [{ title: "Emma", year: 1815 }],
        },
      ],
      aliases: { latest: "more" },
      keys: [{ value: "seeded", actions: ["collections:get"], collections: ["more"] }],
    };
    expect(await control(emulator, "POST /clusters/abc/data", data)).toEqual(DONE);
    const { body } = await asked(emulator, "GET /collections/more", { key: "seeded" });
    expect(body).toMatchObject({ num_documents: 1, created_at: 7, synonym_sets: ["words"] });
    const lines: [line: string, json?: object][] = [
      ["POST /clusters/abc/collections", { ...BOOKS, name: "third" }],
      [
        "POST /clusters/abc/collections/third/documents",
        { documents: [{ id: "1", title: "Emma", year: 1815 }] },
      ],
      ["PATCH /clusters/abc/collections/third", { fields: [{ name: "title", drop: true }] }],
      ["DELETE /clusters/abc/collections/more"],
      ["PUT /clusters/abc/aliases/shop", { collection_name: "third" }],
      ["DELETE /clusters/abc/aliases/latest"],
      ["DELETE /clusters/abc/node-keys/1"],
      ["PUT /clusters/abc/named/presets/p", { value: { q: "*" } }],
      ["DELETE /clusters/abc/named/synonym_sets/words"],
    ];
    for (const [line, json] of lines)
      expect([line, await control(emulator, line, json)]).toEqual([line, DONE]);
    expect(
      await control(emulator, "POST /clusters/abc/node-keys", { actions: ["*"], collections: ["*"] }),
    ).toEqual({ status: 200, body: { id: 2 } });
    expect((await control(emulator, "GET /state")).body).toMatchObject({
      collections: [
        { cluster_id: "abc", name: "books" },
        { cluster_id: "abc", name: "third", num_documents: 1, fields: [{ name: "year" }] },
      ],
      aliases: [{ cluster_id: "abc", name: "shop", collection_name: "third" }],
      node_keys: [{ cluster_id: "abc", id: 0, value_prefix: "emul" }, { id: 2 }],
      named: [{ cluster_id: "abc", kind: "presets", name: "p", record: { name: "p", value: { q: "*" } } }],
    });
  });

  test("rebuilds a server: it is empty, and key ids start again", async () => {
    const emulator = await one();
    const json = { actions: ["*"], collections: ["*"] };
    await control(emulator, "POST /clusters/abc/node-keys", json);
    expect(await control(emulator, "POST /clusters/abc/rebuild")).toEqual(DONE);
    expect((await control(emulator, "GET /state")).body).toMatchObject({
      collections: [],
      aliases: [],
      node_keys: [],
    });
    const { body } = await control(emulator, "POST /clusters/abc/node-keys", json);
    expect(body).toEqual({ id: 0 });
  });

  test("takes a node down and up, and sets its missing resource", async () => {
    const emulator = await one();
    expect(await control(emulator, `POST /nodes/${HOST}/down`)).toEqual(DONE);
    await expect(node(emulator, "GET /health")).rejects.toThrow("fetch failed");
    expect(await control(emulator, `POST /nodes/${HOST}/up`)).toEqual(DONE);
    expect(
      await control(emulator, `POST /nodes/${HOST}/health`, { resource_error: "OUT_OF_MEMORY" }),
    ).toEqual(DONE);
    expect((await asked(emulator, "GET /health")).body).toEqual({
      ok: true,
      resource_error: "OUT_OF_MEMORY",
    });
  });

  test.each([
    ["PATCH /clusters/abc/collections/none", {}, 404, 'Cluster "abc" has no collection "none"'],
    ["DELETE /clusters/abc/aliases/none", undefined, 404, 'Cluster "abc" has no alias "none".'],
    ["DELETE /clusters/abc/node-keys/9", undefined, 404, 'Cluster "abc" has no key 9.'],
    [
      "DELETE /clusters/abc/named/presets/none",
      undefined,
      404,
      'Cluster "abc" has no "none" among its presets.',
    ],
    ["PUT /clusters/abc/named/models/x", {}, 404, 'Unknown kind "models". Known kinds: synonym_sets,'],
    ["PUT /clusters/abc/named/presets/x", {}, 400, "Parameter `value` is required."],
    ["POST /clusters/abc/data", { collection: [] }, 400, 'Unrecognized key: "collection"'],
    [
      "POST /clusters/abc/data",
      { collections: [BOOKS] },
      400,
      "A collection with name `books` already exists.",
    ],
    [
      "POST /clusters/abc/collections/books/documents",
      { documents: [{ title: "Emma" }] },
      400,
      "Field `year`",
    ],
    [
      "POST /nodes/abc.a1.searchcloud.example/down",
      undefined,
      404,
      'No cluster in the emulator has a node "abc.a1',
    ],
    [`POST /nodes/${HOST}/health`, { resource_error: "TIRED" }, 400, "resource_error"],
  ])("%s with %j answers %i", async (line, json, status, error) => {
    expect(await control(same, line, json)).toEqual({
      status,
      body: { error: expect.stringContaining(error) },
    });
  });
});
