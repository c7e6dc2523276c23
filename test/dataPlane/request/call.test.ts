import type { ApiError } from "../../../src/client";
import { AnswerTooLargeError } from "../../../src/http/transport";
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
  test("is in the header of either dialect: a server of one's own takes only its own", async () => {
    const { nodes, transport } = answering({ n1: [ok] });
    await nodes.call("getCollection", get, { signal });
    const headers = transport.requests[0]?.headers ?? {};
    expect(Object.entries(headers).filter(([, value]) => value.includes(KEY))).toEqual([
      ["x-search-api-key", KEY],
      ["x-typesense-api-key", KEY],
    ]);
  });

  test("is in no log and no error, whatever the node echoes; what it was and what it needs is told", async () => {
    const { nodes, log, secrets } = answering({
      n1: [said(401, `Forbidden - a valid key, not ${KEY}`)],
      n2: [said(401, `Forbidden - a valid key, not ${KEY}`)],
      n3: [said(401, `Forbidden - a valid key, not ${KEY}`)],
    });
    const error = (await rejection(
      nodes.call("upsertAlias", { path: { name: "shop" }, body: { collection_name: "c" } }, { signal }),
    )) as ApiError;
    expect(error).toMatchObject({ name: "ApiError", kind: "auth", status: 401 });
    expect(secrets.outgoing(error.detail).split("\n").slice(1)).toEqual([
      "The node responded: Forbidden - a valid key, not (the data-plane key)",
      "The key was that of api_key of this resource. This operation needs the action aliases:upsert (or aliases:*, or *).",
      "Nothing was changed. Check that it is a key of cluster c-1, complete, and neither revoked nor expired. A refresh uses the key in the state: after a rotation, run apply -refresh=false once.",
    ]);
    expect(secrets.outgoing(JSON.stringify([error, error.cause, log.entries]))).not.toContain(KEY);
  });

  test("that no header can carry is refused before anything is sent", () => {
    const { client } = answering({});
    const target = { urls: ["https://n1.example"], keyOrigin: "data_api_key of the provider", named: "x" };
    expect(() => client.at({ ...target, apiKey: "a\nb" })).toThrow(/contains a character that no key has/);
  });
});

describe("a read", () => {
  test("goes to the next node, which is then asked first", async () => {
    const { nodes, lines, seconds } = answering({ n1: [LAGGING], n2: [text(502, "<html>")], n3: [ok] });
    expect(await nodes.call("getCollection", get, { signal })).toMatchObject({ num_documents: 2 });
    await nodes.call("getCollection", get, { signal });
    expect(lines()).toEqual([
      "n1 GET /collections/catalog",
      "n2 GET /collections/catalog",
      "n3 GET /collections/catalog",
      "n3 GET /collections/catalog",
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
      "GET https://n1.example/collections/catalog was answered with status 503. The node responded: Not Ready or Lagging",
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

  test("a 500 that a node repeats word for word is its answer", async () => {
    const conflict = said(500, "Disk is full.");
    const { nodes, seconds } = answering({ n1: [conflict], n2: [conflict], n3: [LAGGING] });
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({ kind: "refused" });
    expect(seconds()).toBe(0.5);
  });
});

describe("what one node alone says", () => {
  const missing = said(404, "No collection with name `catalog` found.");
  const forbidden = said(401, "Forbidden");
  const missingError = {
    kind: "not_found",
    summary:
      "Could not read collection catalog: the node answered 404 (No collection with name `catalog` found.)",
    detail: expect.stringMatching(/\nCollection catalog does not exist there\.$/),
  };

  test.each<[string, Reply, Reply]>([
    ["404", missing, missing],
    ["401", forbidden, forbidden],
    ["401 and 404", forbidden, missing],
  ])("%s does not count where another shows the record, which is then asked first", async (_, a, b) => {
    const { nodes, lines, seconds } = answering({ n1: [a], n2: [b], n3: [ok] });
    await nodes.call("getCollection", get, { signal });
    await nodes.call("getCollection", get, { signal });
    expect(lines().map((line) => line.slice(0, 2))).toEqual(["n1", "n2", "n3", "n3"]);
    expect(seconds()).toBe(0);
  });

  test("a POST goes on after a 401 and a 404, which have done nothing", async () => {
    const { nodes, lines } = answering({ n1: [forbidden], n2: [missing], n3: [json(201, COLLECTION)] });
    await nodes.call("createCollection", { body, subject: '"catalog"' }, { signal });
    expect(lines().map((line) => line.slice(0, 2))).toEqual(["n1", "n2", "n3"]);
  });

  test("404 counts at once when all say so, also to a caller without patience", async () => {
    const { nodes, lines, seconds } = answering({ n1: [missing], n2: [missing], n3: [missing] });
    const failing = nodes.call("getCollection", get, { signal, patienceMs: 0 });
    expect(await rejection(failing)).toMatchObject(missingError);
    expect([lines().length, seconds()]).toEqual([3, 0]);
  });

  test("404 of most counts at once, and the message names the node that did not answer", async () => {
    const { nodes, seconds } = answering({ n1: [missing], n2: [REFUSED], n3: [missing] });
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({
      ...missingError,
      detail: expect.stringMatching(
        /\nNot all nodes agree, and the others may know more: GET https:\/\/n2\.example\/collections\/catalog failed: nothing accepts/,
      ),
    });
    expect(seconds()).toBe(0);
  });

  test("404 of one whose neighbours do not answer is asked for until nodes have caught up", async () => {
    const waits = answering({ n1: [missing], n2: [REFUSED], n3: [LAGGING, LAGGING, ok] });
    await waits.nodes.call("getCollection", get, { signal, patienceMs: 0 });
    expect(waits.seconds()).toBe(0.5 + 1);
    const ends = answering({ n1: [missing], n2: [REFUSED], n3: [LAGGING] });
    expect(await rejection(ends.nodes.call("getCollection", get, { signal }))).toMatchObject({
      kind: "not_found",
    });
    expect(ends.seconds()).toBeGreaterThan(10);
    expect(ends.seconds()).toBeLessThanOrEqual(30);
  });

  test("nodes that disagree about a key for good: it is refused, and what is missing is not forgotten", async () => {
    const { nodes, seconds } = answering({ n1: [missing], n2: [forbidden], n3: [missing] });
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({ kind: "auth" });
    expect(seconds()).toBeGreaterThan(10);
  });

  test("400 for an analytics rule that is not there is a 404", async () => {
    const gone = said(400, "Rule not found.");
    const { nodes, lines } = answering({ n1: [gone], n2: [json(200, { name: "hits" })] });
    const rule = { path: { name: "hits" } };
    expect(await nodes.call("getAnalyticsRule", rule, { signal })).toEqual({ name: "hits" });
    expect(lines()).toHaveLength(2);
    const none = answering({ n1: [gone], n2: [gone], n3: [gone] });
    expect(await rejection(none.nodes.call("getAnalyticsRule", rule, { signal }))).toMatchObject({
      kind: "not_found",
    });
  });
});

describe("what this run has just written", () => {
  const missing = said(404, "Not Found");
  /** Servers that answer each request in turn, whichever node it reaches. */
  const scripted = (...replies: readonly Reply[]) => nodesOver((_, count) => replies[count - 1] ?? REFUSED);

  test("is looked for again where all nodes say 404, and only then", async () => {
    const { nodes, lines } = scripted(
      missing,
      missing,
      missing,
      json(201, COLLECTION),
      missing,
      missing,
      missing,
      ok,
    );
    // Before, nothing of this name was made: the first look does not wait.
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({
      kind: "not_found",
    });
    await nodes.call("createCollection", { body, subject: '"catalog"' }, { signal });
    await nodes.call("getCollection", get, { signal });
    expect(lines()).toHaveLength(8);
  });

  test("a key is tried again where all nodes refuse it", async () => {
    const forbidden = said(401, "Forbidden");
    const { client, nodes, lines } = scripted(forbidden, forbidden, forbidden, ok);
    nodes.noteKey("fresh-key-0123456789");
    const others = client.at({ ...nodes.target, apiKey: "fresh-key-0123456789" });
    await others.call("getCollection", get, { signal });
    expect(lines()).toHaveLength(4);
  });

  test("a node that does not know such a key yet does not count: the others say that the name is free, and nobody waits", async () => {
    const { client, nodes, lines, seconds } = scripted(said(401, "Forbidden"), missing, missing);
    nodes.noteKey("fresh-key-0123456789");
    const others = client.at({ ...nodes.target, apiKey: "fresh-key-0123456789" });
    expect(await rejection(others.call("getCollection", get, { signal }))).toMatchObject({
      kind: "not_found",
    });
    expect([lines().length, seconds()]).toEqual([3, 0]);
  });

  test("so is a key that the management API has issued", async () => {
    const forbidden = said(401, "Forbidden");
    const { nodes, lines, clock } = nodesOver((_, count) => (count < 4 ? forbidden : ok), {
      issuedAt: (key) => (key === KEY ? clock.now() : undefined),
    });
    await nodes.call("getCollection", get, { signal });
    expect(lines()).toHaveLength(4);
  });

  test("a new key that a node has accepted is refused at once for what it does not allow", async () => {
    const forbidden = said(401, "Forbidden");
    const replies = [ok, forbidden, forbidden, forbidden, missing, missing, missing];
    const { nodes, lines, seconds, clock } = nodesOver((_, count) => replies[count - 1] ?? ok, {
      issuedAt: () => clock.now(),
    });
    await nodes.call("getCollection", get, { signal });
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({ kind: "auth" });
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({
      kind: "not_found",
    });
    expect([lines().length, seconds()]).toEqual([7, 0]);
  });

  test("a name that is free does not wait because the key is new", async () => {
    const { nodes, seconds, clock } = nodesOver(() => missing, { issuedAt: () => clock.now() });
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({
      kind: "not_found",
    });
    expect(seconds()).toBe(0);
  });

  test("what was deleted, and one node still shows, is asked for until all say the same", async () => {
    const { nodes, seconds } = scripted(ok, ok, missing, missing, missing, missing, missing);
    await nodes.call("deleteCollection", get, { signal });
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({
      kind: "not_found",
    });
    expect(seconds()).toBe(0.5);
  });

  test("so is what a lost request may have deleted", async () => {
    const { nodes } = scripted(RESET, ok, missing, missing, missing, missing, missing);
    expect(await rejection(nodes.call("deleteCollection", get, { signal }))).toMatchObject({
      kind: "lost_write",
    });
    expect(await rejection(nodes.call("getCollection", get, { signal }))).toMatchObject({
      kind: "not_found",
    });
  });

  test("what all show again was made anew", async () => {
    const { nodes, seconds } = scripted(ok, ok, ok, ok);
    await nodes.call("deleteCollection", get, { signal });
    expect(await nodes.call("getCollection", get, { signal })).toMatchObject({ name: "catalog" });
    expect(seconds()).toBe(0);
  });
});

describe("a write", () => {
  test("goes on where no connection was made", async () => {
    const { nodes, lines } = answering({ n1: [REFUSED], n2: [json(201, COLLECTION)] });
    await nodes.call("createCollection", { body, subject: '"catalog"' }, { signal });
    expect(lines()).toEqual(["n1 POST /collections", "n2 POST /collections"]);
  });

  test("goes on where a node says that it is not ready", async () => {
    const { nodes, lines } = answering({ n1: [LAGGING], n2: [json(201, COLLECTION)] });
    await nodes.call("createCollection", { body, subject: '"catalog"' }, { signal });
    expect(lines()).toEqual(["n1 POST /collections", "n2 POST /collections"]);
  });

  test.each(["upsertAlias", "deleteCollection"] as const)("%s, too, is lost after a reset", async (id) => {
    const { nodes, lines } = answering({ n1: [RESET], n2: [ok], n3: [ok] });
    const input = { path: { name: "shop" }, body: { collection_name: "c" } };
    const error = (await rejection(nodes.call(id, input as never, { signal }))) as ApiError;
    expect(error.kind).toBe("lost_write");
    expect(lines()).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ["a reset", RESET],
    ["503", said(503, "Service Unavailable")],
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

describe("an answer with documents", () => {
  const search = { path: { name: "catalog" }, query: { q: "*" } };

  test("is read at once, whatever a document says and however long it is", async () => {
    const hits = `[{"document":{"id":"1","a":"\\u0000integer x","b":9007199254740993,"c":"${"x".repeat(12_000_000)}"}}]`;
    const { nodes, lines } = answering({ n1: [text(200, `{"found":1,"hits":${hits}}`)] });
    const { hits: found } = await nodes.call("searchDocuments", search, { signal });
    expect(found[0]).toMatchObject({ document: { a: "\u0000integer x", b: 9007199254740993n } });
    expect(lines()).toHaveLength(1);
  });

  test("that is too large is no reason to wait: the limit is named, and how to ask for less", async () => {
    const tooLarge = () => new AnswerTooLargeError(200);
    const { nodes, lines, seconds } = answering({ n1: [tooLarge()], n2: [tooLarge()], n3: [tooLarge()] });
    const error = (await rejection(nodes.call("searchDocuments", search, { signal }))) as ApiError;
    expect(error.detail).toMatch(/more than 16 MiB.*\nAsk for less: a search takes per_page/s);
    expect([lines().length, seconds()]).toEqual([3, 0]);
  });
});
