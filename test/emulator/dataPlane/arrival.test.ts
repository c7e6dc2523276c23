import { NODE_OPERATIONS, type NodeOperation } from "../../../src/api/dataPlane/operations";
import { createClock } from "../../../src/emulator";
import { hasRoute, NODE_ROUTES, type NodeRouteRow, routeOf } from "../../../src/emulator/dataPlane/routes";
import type { OutsideAction } from "../../../src/emulator/testing/requests/faults";
import { emulators, START } from "../support";
import { ADMIN, asked, BOOKS, emulatorsWith, HEADER, node, nodePath, oneEmulatorWith, refused } from "./ask";

const start = emulators();
const BOOK = {
  collections: [{ ...BOOKS, documents: [{ id: "1", title: "Emma", year: 1815 }] }],
};
const one = emulatorsWith(BOOK);
const same = oneEmulatorWith(BOOK);

describe("a request to a node", () => {
  test.each([
    ["GET /nowhere", refused(404, "Not Found")],
    ["PUT /collections", refused(404, "Not Found")],
    ["HEAD /collections", { status: 404, body: "" }],
    ["GET /collections/none", refused(404, "Collection not found")],
    ["GET /collections/%62ooks/documents/1", { status: 200, body: { id: "1", title: "Emma", year: 1815 } }],
    ["GET /collections?limit=none", refused(400, "Limit param should be unsigned integer.")],
  ])("%s", async (line, answer) => {
    expect(await asked(same, line)).toEqual(answer);
  });

  test.each([
    ["{", refused(400, "Bad JSON.")],
    ["", refused(400, "Bad JSON.")],
    [`"${"x".repeat(1024 * 1024)}"`, refused(413, "The body is larger than 1048576 bytes.")],
  ])("with an invalid body, such as %.5s", async (text, answer) => {
    expect(await asked(same, "POST /collections", { text })).toEqual(answer);
  });

  test("does not count toward the rate limit, and has the emulator's time", async () => {
    const seed = { clusters: [{ id: "abc", data: { keys: [ADMIN] } }] };
    const emulator = await start({ seed, rate: "1/60" });
    for (const _ of [1, 2, 3]) expect((await node(emulator, "GET /debug")).status).toBe(200);
    emulator.advance(3_600);
    const { headers } = await node(emulator, "GET /debug");
    expect(headers.get("date")).toBe("Fri, 01 Jan 2027 01:00:00 GMT");
  });
});

describe("the key", () => {
  const forbidden = refused(401, `Forbidden - a valid \`${HEADER}\` header must be sent.`);
  test.each([
    ["none", { key: null }],
    ["a wrong one", { key: "guessed" }],
    ["in the header of the other dialect", { key: null, headers: { "x-typesense-api-key": ADMIN.value } }],
    ["of the management API", { key: "emulator-admin-key" }],
  ])("%s: 401, and only the health is answered", async (_, request) => {
    expect(await asked(same, "GET /debug", request)).toEqual(forbidden);
    expect(await asked(same, "GET /health", request)).toEqual({ status: 200, body: { ok: true } });
  });

  test("is read from the header of the emulator's dialect", async () => {
    const seed = { clusters: [{ id: "abc", data: { keys: [ADMIN] } }] };
    const emulator = await start({ dialect: "typesense-cloud", seed });
    const headers = { "x-typesense-api-key": ADMIN.value };
    expect((await node(emulator, "GET /debug", { key: null, headers })).status).toBe(200);
    const words = "Forbidden - a valid `x-typesense-api-key` header must be sent.";
    expect(await asked(emulator, "GET /debug")).toEqual(refused(401, words));
  });
});

describe("the nodes of a cluster that is not in service", () => {
  const GET = "GET /health";
  test.each(["provisioning", "suspended", "deprovisioning", "terminated"])(
    "%s: break connections",
    async (status) => {
      await expect(node(await one({}, { status }), GET)).rejects.toThrow("fetch failed");
    },
  );

  test.each([
    ["503", refused(503, "Not Ready or Lagging")],
    ["404", refused(404, "Not Found")],
  ])("answer %s by assumption, as do unknown hostnames", async (nodes_out_of_service, answer) => {
    const emulator = await one({ nodes_out_of_service }, { status: "suspended" });
    expect(await asked(emulator, GET)).toEqual(answer);
    expect(await asked(emulator, GET, { host: "nobody-1" })).toEqual(answer);
    emulator.patchCluster("abc", { automatic: ["status"] });
    expect(await asked(emulator, GET, { host: "abc-2" })).toEqual(answer);
    expect((await node(emulator, GET)).status).toBe(200);
  });
});

describe("journal, faults and races", () => {
  test("the journal names the operation, the path below the hostname and the id of the key, and contains no secret", async () => {
    const emulator = await one();
    await node(emulator, "POST /keys", {
      json: { description: "ci", actions: ["*"], collections: ["*"], value: "chosen-secret" },
    });
    await node(emulator, `GET /collections?exclude_fields=fields&x-typesense-api-key=in-the-query`, {
      key: "chosen-secret",
    });
    await node(emulator, "GET /nowhere", { key: "guessed" });
    const at = "2027-01-01T00:00:00.000Z";
    const body = { description: "ci", actions: ["*"], collections: ["*"], value: "…" };
    const path = nodePath("abc-1");
    const common = { at, faults: [], query: {}, body: null };
    expect(emulator.journal()).toEqual([
      {
        ...common,
        number: 1,
        method: "POST",
        path: `${path}/keys`,
        operation: "createKey",
        key: "key 0",
        body,
        done: true,
        status: 201,
      },
      {
        ...common,
        number: 2,
        method: "GET",
        path: `${path}/collections`,
        query: { exclude_fields: "fields" },
        operation: "listCollections",
        key: "key 1",
        done: true,
        status: 200,
      },
      {
        ...common,
        number: 3,
        method: "GET",
        path: `${path}/nowhere`,
        operation: null,
        key: null,
        done: false,
        status: 404,
      },
    ]);
    const everything = JSON.stringify([emulator.journal(), emulator.state()]);
    for (const secret of ["chosen-secret", "in-the-query", ADMIN.value])
      expect(everything).not.toContain(secret);
  });

  test("a fault applies to an operation or a path, before or after it is carried out", async () => {
    const emulator = await one();
    const status = { kind: "status", status: 503 } as const;
    emulator.addFault({ match: { operation: "createCollection" }, effect: { ...status, when: "after" } });
    emulator.addFault({
      match: { path: `${nodePath("abc-1")}/aliases/*` },
      effect: { ...status, message: "Not Ready or Lagging" },
    });
    emulator.addFault({ match: { operation: "listKeys" }, effect: { kind: "damage", as: "truncated" } });
    const json = { ...BOOKS, name: "more" };
    expect((await node(emulator, "POST /collections", { json })).status).toBe(503);
    expect((await node(emulator, "GET /collections/more")).status).toBe(200);
    expect(await asked(emulator, "PUT /aliases/a", { json: { collection_name: "more" } })).toEqual(
      refused(503, "Not Ready or Lagging"),
    );
    expect((await node(emulator, "GET /aliases/a")).status).toBe(404);
    await expect(node(emulator, "GET /keys")).rejects.toThrow(SyntaxError);
  });

  test("a fault in the middle of a stream, and one before its body is read", async () => {
    const emulator = await one();
    emulator.addFault({
      match: { operation: "exportDocuments" },
      effect: { kind: "damage", as: "truncated" },
    });
    emulator.addFault({ match: { operation: "importDocuments" }, effect: { kind: "status", status: 503 } });
    await expect(node(emulator, "GET /collections/books/documents/export")).rejects.toThrow(SyntaxError);
    const text = '{"id":"2","title":"Persuasion","year":1817}\n'.repeat(20_000);
    expect((await node(emulator, "POST /collections/books/documents/import", { text })).status).toBe(503);
    expect(emulator.state().collections).toMatchObject([{ name: "books", num_documents: 1 }]);
    expect(emulator.journal().at(-1)).toMatchObject({
      operation: "importDocuments",
      body: null,
      done: false,
    });
  });

  test.each(["before", "after"] as const)(
    "somebody else drops the collection right %s the request",
    async (when) => {
      const emulator = await one();
      emulator.race({ match: { operation: "getCollection" }, when, do: { drop_collection: "books" } });
      expect((await node(emulator, "GET /collections/books")).status).toBe(when === "before" ? 404 : 200);
      expect(emulator.state().collections).toEqual([]);
    },
  );

  const ACTS: readonly [action: OutsideAction, state: object][] = [
    [
      { create_collection: { ...BOOKS, name: "more" } },
      { collections: [{ name: "books" }, { name: "more" }] },
    ],
    [
      {
        patch_collection: {
          name: "books",
          body: {
            fields: [
              { name: "year", drop: true },
              { name: "year", type: "int64" },
            ],
          },
        },
      },
      { collections: [{ fields: [{ name: "title" }, { name: "year", type: "int64" }] }, {}] },
    ],
    [
      { add_documents: { collection: "books", documents: [{ title: "Emma", year: 1815 }] } },
      { collections: [{ num_documents: 2 }, {}] },
    ],
    [
      { put_alias: { name: "shop", collection_name: "books" } },
      { aliases: [{ cluster_id: "abc", name: "shop", collection_name: "books" }] },
    ],
    [
      { create_node_key: { actions: ["*"], collections: ["*"] } },
      { node_keys: [{ id: 0 }, { id: 1, cluster_id: "abc" }] },
    ],
    [{ revoke_key: 0 }, { node_keys: [{ id: 1 }] }],
    [{ delete_alias: "shop" }, { aliases: [] }],
    [
      { put_named: { kind: "presets", name: "p", body: { value: { q: "*" } } } },
      {
        named: [{ cluster_id: "abc", kind: "presets", name: "p", record: { name: "p", value: { q: "*" } } }],
      },
    ],
    [{ delete_named: { kind: "presets", name: "p" } }, { named: [] }],
  ];
  test("races change the data of the cluster in order", async () => {
    const emulator = await one();
    for (const [action, state] of ACTS) {
      emulator.race({ match: { operation: "getHealth" }, when: "before", do: action });
      expect((await node(emulator, "GET /health")).status).toBe(200);
      expect(emulator.state()).toMatchObject(state);
    }
  });

  test("a request sees the state at the time when it is carried out: a key that is revoked meanwhile is rejected", async () => {
    const emulator = await one();
    emulator.race({ match: { operation: "listKeys" }, when: "before", do: { revoke_key: 0 } });
    expect((await node(emulator, "GET /keys")).status).toBe(401);
    expect(emulator.journal()).toMatchObject([{ key: "key 0", done: false }]);
  });

  test("a clock in mode step also moves with requests to nodes", async () => {
    const clock = createClock({ mode: "step", start: START, stepPerRequest: 60_000 });
    const emulator = await start({ clock, seed: { clusters: [{ id: "abc" }] } });
    await node(emulator, "GET /health");
    expect(emulator.state().now).toBe("2027-01-01T00:01:00.000Z");
  });
});

const ROUTES = Object.values<NodeRouteRow>(NODE_ROUTES);

test("the derived actions are those of the provider's operations", () => {
  const own = Object.values<NodeOperation>(NODE_OPERATIONS).filter(({ action }) => action !== null);
  expect(own.filter(({ id, action }) => ROUTES.find((one) => one.id === id)?.action !== action)).toEqual([]);
});

test("a path finds its own route, and a fixed word takes precedence over a parameter", () => {
  const found = ROUTES.map(({ method, path }) => routeOf(method, path.replace(/[{}]/g, ""))?.id);
  expect(found).toEqual(ROUTES.map(({ id }) => id));
});

test.each([
  ["GET", "/collections/", "listCollections", {}],
  ["GET", "//collections", "listCollections", {}],
  ["GET", "/collections//documents/search", undefined, undefined],
  ["GET", "/Collections", undefined, undefined],
  ["HEAD", "/health", undefined, undefined],
  ["GET", "/", undefined, undefined],
  ["GET", "/collections/a%2Fb+c", "getCollection", { name: "a/b c" }],
  ["GET", "/collections/%zz", "getCollection", { name: "%zz" }],
  ["DELETE", "/limits/active/1", "deleteActiveLimit", { id: "1" }],
  ["PUT", "/synonym_sets/s/items/i", "upsertSynonymSetItem", { name: "s", id: "i" }],
])("%s %s", (method, path, id, params) => {
  expect(routeOf(method, path)?.id).toBe(id);
  expect(routeOf(method, path)?.params).toEqual(params);
});

test("routes of some versions only", () => {
  const differing = (older: string, newer: string) =>
    ROUTES.filter((one) => hasRoute(older, one) !== hasRoute(newer, one)).map(({ action }) => action);
  expect([...new Set(differing("29.0", "30.0"))].map((action) => action.replace(/:.*/, ""))).toEqual(
    expect.arrayContaining([
      "synonyms",
      "overrides",
      "synonym_sets",
      "curation_sets/items",
      "analytics/flush",
    ]),
  );
  expect(differing("30.0", "31.0")).toEqual([]);
});

test.each([
  ["listSynonyms", "synonyms:get"],
  ["upsertOverride", "overrides:upsert"],
  ["listSynonymSetItems", "synonym_sets/items:get"],
  ["updateDocuments", "documents:update"],
  ["deleteDocuments", "documents:delete"],
  ["multiSearch", "documents:search"],
  ["importStemmingDictionary", "stemming/dictionaries/import:create"],
  ["clearCache", "operations/cache/clear:create"],
  ["setHealth", "health:create"],
] as const)("a key opens %s with %s", (id, action) => {
  expect(NODE_ROUTES[id].action).toBe(action);
});
