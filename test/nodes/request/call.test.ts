import type { ApiError } from "../../../src/client";
import { never, rejection } from "../../client/kit/client";
import { json, RESET, type Reply, systemError, text } from "../../client/kit/transport";
import { KEY, nodesOver } from "../kit";

const COLLECTION = { name: "catalog", fields: [{ name: "title", type: "string" }], num_documents: 2 };
const ok = json(200, COLLECTION);
const said = (status: number, message: string) => json(status, { message });
const LAGGING = said(503, "Not Ready or Lagging");
const REFUSED = systemError("ECONNREFUSED");
const signal = never();

/** Nodes that answer as the table says, by the first label of their names; the last reply of each for ever. */
function answering(
  replies: Readonly<Record<string, readonly Reply[]>>,
  given: Parameters<typeof nodesOver>[1] = {},
) {
  const counts: Record<string, number> = {};
  return nodesOver(({ url }) => {
    const name = new URL(url).hostname.split(".")[0] ?? "";
    const all = replies[name] ?? [];
    const at = counts[name] ?? 0;
    counts[name] = at + 1;
    return all[Math.min(at, all.length - 1)] ?? REFUSED;
  }, given);
}

const get = { path: { name: "catalog" } };
const body = { name: "catalog", fields: COLLECTION.fields };

describe("the key", () => {
  test.each([
    ["search-cloud", "x-search-api-key"],
    ["typesense-cloud", "x-typesense-api-key"],
  ] as const)("%s: is in %s, once", async (dialect, header) => {
    const { nodes, transport } = answering({ n1: [ok] }, { dialect });
    await nodes.call("getCollection", get, { signal });
    const headers = transport.requests[0]?.headers ?? {};
    expect(Object.entries(headers).filter(([, value]) => value.includes(KEY))).toEqual([[header, KEY]]);
  });

  test("is in no log and no error, whatever the node echoes; what it was and what it needs is told", async () => {
    const { nodes, log, secrets } = answering({
      n1: [RESET, said(401, `Forbidden - a valid key, not ${KEY}`)],
      n2: [RESET],
      n3: [RESET],
    });
    const error = (await rejection(
      nodes.call("upsertAlias", { path: { name: "shop" }, body: { collection_name: "c" } }, { signal }),
    )) as ApiError;
    expect(error).toMatchObject({ name: "ApiError", kind: "auth", status: 401 });
    expect(secrets.outgoing(error.detail).split("\n").slice(1)).toEqual([
      "The node said: Forbidden - a valid key, not (the data-plane key)",
      "The key was that of api_key of this resource. This operation needs the action aliases:upsert (or aliases:create, or aliases:*, or *).",
      "Nothing was changed. Check that it is a key of cluster c-1, complete, and neither revoked nor expired. A refresh uses the key in the state: after a rotation, run apply -refresh=false once.",
    ]);
    expect(secrets.outgoing(JSON.stringify([error, error.cause, log.entries]))).not.toContain(KEY);
  });

  test("that no header can carry is refused before anything is sent", () => {
    const { client } = answering({});
    const target = { urls: ["https://n1.example"], keyOrigin: "data_api_key of the provider", named: "x" };
    expect(() => client.at({ ...target, apiKey: "a\nb" })).toThrow(/holds a character that no key has/);
  });
});

describe("a read, a PUT or a DELETE", () => {
  test("goes to the next node, which is then asked first", async () => {
    const { nodes, lines, seconds } = answering({ n1: [LAGGING], n2: [text(502, "<html>")], n3: [ok] });
    expect(await nodes.call("getCollection", get, { signal })).toMatchObject({ num_documents: 2 });
    await nodes.call("deleteCollection", get, { signal });
    expect(lines()).toEqual([
      "n1 GET /collections/catalog",
      "n2 GET /collections/catalog",
      "n3 GET /collections/catalog",
      "n3 DELETE /collections/catalog",
    ]);
    expect(seconds()).toBe(0);
  });

  test("goes round until one answers, longer each time", async () => {
    const { nodes, lines, seconds } = answering({ n1: [LAGGING, RESET, ok], n2: [RESET], n3: [REFUSED] });
    await nodes.call("getCollection", get, { signal });
    expect(lines().map((line) => line.slice(0, 2))).toEqual(["n1", "n2", "n3", "n1", "n2", "n3", "n1"]);
    expect(seconds()).toBe(0.5 + 1);
  });

  test("gives up after two minutes, and says what every node has said last", async () => {
    const { nodes, seconds } = answering({ n1: [LAGGING], n2: [RESET] });
    const error = (await rejection(nodes.call("getCollection", get, { signal }))) as ApiError;
    expect(error.kind).toBe("unavailable");
    expect(error.summary).toBe(
      "Could not read collection catalog: none of the 3 nodes of cluster c-1 could be used",
    );
    expect(error.detail.split("\n")).toEqual([
      "GET https://n1.example/collections/catalog was answered with status 503. The node said: Not Ready or Lagging",
      "GET https://n2.example/collections/catalog failed: the connection was reset before the answer was complete (ECONNRESET).",
      "GET https://n3.example/collections/catalog failed: nothing accepts connections at this address and port (ECONNREFUSED).",
      expect.stringMatching(/^The nodes were asked again .* run again later\.$/),
    ]);
    expect(seconds()).toBeGreaterThan(100);
    expect(seconds()).toBeLessThanOrEqual(120);
  });

  test("ends as soon as the caller has no more patience", async () => {
    const { nodes, seconds } = answering({ n1: [LAGGING], n2: [LAGGING], n3: [LAGGING] });
    await rejection(nodes.call("getCollection", get, { signal, patienceMs: 3_000 }));
    expect(seconds()).toBeLessThanOrEqual(3);
  });

  test("a PUT that a node may have carried out, and none confirms, is lost", async () => {
    const { nodes } = answering({ n1: [RESET], n2: [REFUSED], n3: [REFUSED] });
    const input = { path: { name: "shop" }, body: { collection_name: "c" } };
    const error = (await rejection(
      nodes.call("upsertAlias", input, { signal, patienceMs: 1_000 }),
    )) as ApiError;
    expect(error.kind).toBe("lost_write");
    expect(error.detail).toMatch(/Look at alias shop at the server before you run again/);
  });

  test("a 500 that a node repeats word for word is its answer", async () => {
    const conflict = said(500, "Name `shop` conflicts with an existing collection name.");
    const { nodes, seconds } = answering({ n1: [conflict], n2: [conflict], n3: [LAGGING] });
    const input = { path: { name: "shop" }, body: { collection_name: "c" } };
    expect(await rejection(nodes.call("upsertAlias", input, { signal }))).toMatchObject({
      kind: "refused",
      detail: expect.stringMatching(/If a collection is named like the alias, choose another name\./),
    });
    expect(seconds()).toBe(0.5);
  });

  test("an answer about the request ends it at the first node", async () => {
    const { nodes, lines } = answering({ n1: [said(404, "No collection with name `catalog` found.")] });
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({
      kind: "not_found",
      summary:
        "Could not read collection catalog: the node answered 404 (No collection with name `catalog` found.)",
      detail: expect.stringMatching(/\nCollection catalog does not exist there\.$/),
    });
    expect(lines()).toHaveLength(1);
  });
});

describe("a POST or a PATCH", () => {
  test("goes on where no connection was made", async () => {
    const { nodes, lines } = answering({ n1: [REFUSED], n2: [json(201, COLLECTION)] });
    await nodes.call("createCollection", { body, subject: '"catalog"' }, { signal });
    expect(lines()).toEqual(["n1 POST /collections", "n2 POST /collections"]);
  });

  test.each<[string, Reply]>([
    ["a reset", RESET],
    ["503", LAGGING],
    ["a truncated answer", text(200, '{"name":"cat')],
    ["no answer in time", "hang"],
  ])("is lost after %s, and is not sent again", async (_, reply) => {
    const { nodes, lines } = answering({ n1: [reply] });
    const error = (await rejection(
      nodes.call("createCollection", { body, subject: '"catalog"' }, { signal }),
    )) as ApiError;
    expect(error).toMatchObject({
      kind: "lost_write",
      summary: 'Could not create collection "catalog": the request was sent, and its outcome is not known',
    });
    expect(lines()).toHaveLength(1);
  });
});

test("a write that is answered with nothing but a message is not taken for done", async () => {
  const { nodes } = answering({ n1: [said(200, "It failed")] });
  const input = { path: { name: "catalog" }, body: { fields: [] } };
  expect(await rejection(nodes.call("updateCollection", input, { signal }))).toMatchObject({
    kind: "lost_write",
  });
});

test.each<[string, Reply, string]>([
  ["a redirect is not followed", text(302, "", { location: "https://else.example/x?key=1" }), "redirect"],
  ["JSON that is no record", json(200, { hello: 1 }), "contract"],
  ["HTML", text(200, "<html>"), "unreadable"],
  ["a 404 of something else", text(404, "<html>"), "contract"],
])("%s: not taken for an answer", async (_, reply, kind) => {
  const { nodes, lines } = answering({ n1: [reply] }, { urls: ["https://n1.example"] });
  const failing = nodes.call("getCollection", get, { signal, patienceMs: 0 });
  expect(await rejection(failing)).toMatchObject({ kind });
  expect(lines()).toHaveLength(1);
});

test("a property of a document is not taken for a failure, and its numbers are not rounded", async () => {
  const document = '{"id":"7","error":"disk","message":"full","success":false,"at":9007199254740993}';
  const { nodes } = answering({ n1: [text(200, document)] });
  const path = { name: "logs", id: "7" };
  const read = await nodes.call("getDocument", { path }, { signal });
  expect(read).toEqual({ ...JSON.parse(document), at: 9007199254740993n });
});
