import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultEffectBody } from "../../../../src/emulator";
import { importDocumentsInto } from "../../../../src/provider/resources/documents/import";
import { documents } from "../../../../src/provider/resources/documents/resource";
import type {
  DocumentsPrivateState,
  DocumentsValues,
} from "../../../../src/provider/resources/documents/schema";
import { type Emulated, emulated } from "../../emulated";
import { callOf } from "../../kit";
import { documentsValues } from "./kit";

const FIELDS = [
  { name: "title", type: "string" },
  { name: "rank", type: "int32" },
];
const LINES = '{"id":"1","title":"Oak","rank":1}\n\n{"id":"2","title":"Pine","rank":2}\n';
const INTO = 'collection "catalog" of cluster shop1';

let on: Emulated;
let folder: string;
let file: string;
beforeAll(async () => {
  on = await emulated();
  folder = mkdtempSync(join(tmpdir(), "documents-"));
  file = join(folder, "catalog.jsonl");
});
afterAll(async () => {
  await on?.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  on.emulator.clearFaults();
  await on.node("DELETE", "/collections/catalog").catch(() => undefined);
  await on.node("POST", "/collections", { name: "catalog", fields: FIELDS });
  writeFileSync(file, LINES);
  on.requests();
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const planned = (values: Partial<DocumentsValues> = {}) =>
  documentsValues({ cluster_id: "shop1", api_key: on.key, file, content_hash: sha256(LINES), ...values });
const call = (privateState?: DocumentsPrivateState) =>
  callOf<DocumentsValues, DocumentsPrivateState>(on.service, privateState);
const exported = async () =>
  (await on.node("GET", "/collections/catalog/documents/export")).split("\n").filter(Boolean);

test("a file is hashed and sent; hash, number of documents and identity of the collection are stored", async () => {
  const current = call();
  const done = await importDocumentsInto(current, planned());
  expect(done).toEqual({
    content_hash: sha256(LINES),
    num_imported: 2,
    imported_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(on.requests()).toEqual(["getCollection", "importDocuments"]);
  const { created_at } = JSON.parse(await on.node("GET", "/collections/catalog"));
  expect(current.privateState).toEqual({
    cluster: "shop1",
    host: expect.any(String),
    nodes: expect.any(Array),
    into: {
      name: "catalog",
      schema: {
        default_sorting_field: "",
        enable_nested_fields: false,
        token_separators: [],
        symbols_to_index: [],
      },
      created_at,
    },
  });
  expect(await exported()).toHaveLength(2);
});

test("a string, with another action", async () => {
  const content = '{"id":"1","title":"Ash","rank":3}';
  await importDocumentsInto(call(), planned());
  await importDocumentsInto(
    call(),
    planned({ file: null, content, content_hash: sha256(content), action: "update", batch_size: 7 }),
  );
  const [, request] = on.emulator.journal().filter(({ operation }) => operation === "importDocuments");
  expect(request?.query).toMatchObject({ action: "update", batch_size: "7" });
  expect((await exported()).map((line) => JSON.parse(line).title)).toEqual(["Ash", "Pine"]);
});

test("copies the documents of another collection that pass the filter", async () => {
  await on.node("POST", "/collections", { name: "old", fields: FIELDS });
  try {
    for (const rank of [1, 2, 3])
      await on.node("POST", "/collections/old/documents", { title: `t${rank}`, rank });
    on.requests();
    const from = {
      cluster_id: "shop1",
      node_urls: null,
      api_key: on.key,
      api_key_wo: null,
      collection: "old",
      filter_by: "rank:>1",
    };
    const done = await importDocumentsInto(call(), planned({ file: null, from, content_hash: null }));
    expect(done.num_imported).toBe(2);
    expect(on.requests()).toEqual([
      "getCollection",
      "searchDocuments",
      "exportDocuments",
      "searchDocuments",
      "importDocuments",
    ]);
  } finally {
    await on.node("DELETE", "/collections/old");
  }
});

describe("a copy of a collection", () => {
  const from = {
    cluster_id: "shop1",
    node_urls: null,
    api_key: "",
    api_key_wo: null,
    collection: "old",
    filter_by: null,
  };
  const copy = (api_key = on.key, current = call()) => ({
    current,
    done: importDocumentsInto(
      current,
      planned({ file: null, from: { ...from, api_key }, content_hash: null }),
    ),
  });
  beforeAll(async () => {
    await on.node("POST", "/collections", { name: "old", fields: FIELDS });
    for (let rank = 1; rank <= 4; rank += 1)
      await on.node("POST", "/collections/old/documents", { title: `t${rank}`, rank });
  });
  afterAll(() => on.node("DELETE", "/collections/old"));

  test("with the key that only the configuration has, else with that of the provider", async () => {
    const source = { ...from, api_key: null };
    const values = planned({ file: null, from: source, content_hash: null });
    const config = { ...values, from: { ...source, api_key_wo: on.key } };
    const current = callOf<DocumentsValues, DocumentsPrivateState>(on.service, undefined, config);
    expect((await importDocumentsInto(current, values)).num_imported).toBe(4);
    const wrong = { ...values, from: { ...source, api_key_wo: "another-key-0123456789" } };
    const refused = callOf<DocumentsValues, DocumentsPrivateState>(on.service, undefined, wrong);
    await expect(importDocumentsInto(refused, values)).rejects.toMatchObject({
      detail: expect.stringContaining("api_key_wo of the from block of this resource"),
    });
    // ignore_changes keeps the prior block, and the key is that of the configured one.
    const elsewhere = { ...config.from, node_urls: ["http://127.0.0.1:9"] };
    const ignored = callOf<DocumentsValues, DocumentsPrivateState>(on.service, undefined, {
      ...config,
      from: elsewhere,
    });
    on.requests();
    await expect(importDocumentsInto(ignored, values)).rejects.toMatchObject({
      summary: "The key of another source is configured",
    });
    expect(on.requests()).not.toContain("exportDocuments");
    const none = callOf<DocumentsValues, DocumentsPrivateState>(on.service, undefined, values);
    await expect(importDocumentsInto(none, values)).rejects.toMatchObject({
      summary: expect.stringContaining("No data-plane key to copy documents"),
    });
  });

  test.each<[string, FaultEffectBody, RegExp]>([
    [
      "ends early, as if it were whole",
      { kind: "damage", as: "truncated" },
      /of 4 documents had arrived|reports 4 documents/,
    ],
    ["is HTML", { kind: "damage", as: "html" }, /Line 1 of the answer is not JSON.*0 of 4/],
    [
      "is empty",
      { kind: "damage", as: "empty" },
      /reports 4 documents, both before and after the export, but sent 0/,
    ],
    ["breaks off", { kind: "reset", when: "midway" }, /of 4 documents had arrived/],
  ])("from an export that %s is an error with both numbers", async (_, effect, detail) => {
    on.emulator.addFault({ match: { operation: "exportDocuments" }, effect });
    await expect(copy().done).rejects.toMatchObject({
      summary: 'The export of collection "old" of cluster shop1 is not complete',
      detail: expect.stringMatching(detail),
    });
    expect(await exported()).toEqual([]);
  });

  test("with a key that may only export has a warning that it is not verified", async () => {
    const key = JSON.parse(
      await on.node("POST", "/keys", {
        description: "copies",
        actions: ["documents:export"],
        collections: ["old"],
      }),
    );
    const { current, done } = copy(key.value);
    await expect(done).resolves.toMatchObject({ num_imported: 4 });
    expect(current.warned).toEqual([expect.stringMatching(/could not be fully verified/)]);
  });
});

test("after an interrupted apply, a create counts identical documents and rejects others", async () => {
  const killed = planned({ action: "create" });
  await importDocumentsInto(call(), killed);
  await expect(importDocumentsInto(call(), killed)).resolves.toMatchObject({ num_imported: 2 });

  await on.node("DELETE", "/collections/catalog/documents/2");
  await on.node("POST", "/collections/catalog/documents", { id: "2", title: "Yew", rank: 2 });
  await expect(importDocumentsInto(call(), killed)).rejects.toMatchObject({
    summary: `1 of 2 documents were not imported into ${INTO}`,
    detail: expect.stringMatching(
      /^The other 1 was imported \(1 of them were already there and identical\).*It differs from this one\./s,
    ),
  });
});

test("documents without an id are a warning before they are sent, if the plan did not know them", async () => {
  const content = '{"title":"Elm","rank":3}';
  const current = call();
  await importDocumentsInto(current, planned({ file: null, content, content_hash: null }));
  expect(current.warned).toEqual([expect.stringMatching(/^1 of 1 document for .* have no id/)]);
});

test("rejected documents are one error: their number, the first ten with line and message, the next step", async () => {
  const bad = Array.from({ length: 12 }, (_, id) => `{"id":"b${id}","title":"x","rank":"no"}\n`).join("");
  writeFileSync(file, LINES + bad);
  const current = call();
  const failed = importDocumentsInto(current, planned({ content_hash: sha256(LINES + bad) }));
  await expect(failed).rejects.toMatchObject({
    summary: `12 of 14 documents were not imported into ${INTO}`,
    detail: expect.stringMatching(
      /^The other 2 were imported, and stay\. The server rejected these lines of file .*catalog\.jsonl:\n\n {2}line 4: Field `rank` must be an int32\..*\n {2}line 13: [^\n]+\n {2}and 2 more\n\nFix these/s,
    ),
    path: ["file"],
  });
  expect(current.privateState).toBeUndefined();
  expect(await exported()).toHaveLength(2);
  const again = importDocumentsInto(call(), planned({ content_hash: null, action: "create" }));
  await expect(again).rejects.toMatchObject({
    summary: `12 of 14 documents were not imported into ${INTO}`,
    detail: expect.stringMatching(
      /2 of them were already there and identical.*count as imported if they are identical/s,
    ),
  });
});

test("a file that has changed since the plan is not sent, nor one without documents", async () => {
  writeFileSync(file, `${LINES}{"id":"3","title":"Elm","rank":3}\n`);
  await expect(importDocumentsInto(call(), planned())).rejects.toMatchObject({
    summary: `File ${file} has changed since the plan`,
    detail: expect.stringMatching(
      /^Its SHA-256 was \w+ at plan and is \w+ now\. Nothing was sent\. Plan again/,
    ),
  });
  writeFileSync(file, "[]");
  await expect(importDocumentsInto(call(), planned({ content_hash: null }))).rejects.toMatchObject({
    detail: expect.stringMatching(/Nothing was sent/),
    path: ["file"],
  });
  expect(on.requests()).toEqual([]);
});

test("a collection that this run has filled itself takes the next import, though it was planned as empty", async () => {
  const other = { name: "catalog", documents: 0 };
  for (const id of ["1", "2"]) {
    const content = `{"id":"${id}","title":"Elm","rank":3}`;
    const values = planned({ file: null, content, content_hash: sha256(content) });
    await expect(importDocumentsInto(call({ other }), values)).resolves.toMatchObject({ num_imported: 1 });
  }
});

test("a missing collection is reported before anything is sent", async () => {
  await expect(importDocumentsInto(call(), planned({ collection: "nowhere" }))).rejects.toMatchObject({
    summary: 'Cannot import documents: collection "nowhere" not found on cluster shop1',
    path: ["collection"],
  });
  expect(on.requests()).toEqual(["getCollection"]);
});

describe("a request that fails", () => {
  const match = { operation: "importDocuments" } as const;

  test.each<[string, FaultEffectBody]>([
    ["before it is carried out", { kind: "reset" }],
    ["after it", { kind: "reset", when: "after" }],
    ["in the middle of its answer", { kind: "reset", when: "midway" }],
    ["because the node is not ready", { kind: "status", status: 503, message: "Not Ready or Lagging" }],
    ["by a gateway after it", { kind: "status", status: 502, body: "html", when: "after" }],
  ])("%s is sent again, and each document is stored once", async (_, effect) => {
    on.emulator.addFault({ match, effect });
    await expect(importDocumentsInto(call(), planned({ action: "create" }))).resolves.toMatchObject({
      num_imported: 2,
    });
    expect(await exported()).toHaveLength(2);
  });

  test("is not sent again if a document without an id could be stored twice", async () => {
    const content = '{"title":"Elm","rank":3}';
    on.emulator.addFault({ match, effect: { kind: "reset", when: "after" } });
    const current = call({ other: { name: "catalog", documents: 0 } });
    const failed = importDocumentsInto(
      current,
      planned({ file: null, content, content_hash: sha256(content) }),
    );
    await expect(failed).rejects.toMatchObject({
      summary: `The import into ${INTO} failed, and some documents have no id`,
    });
    // The collection is no longer empty, and the import is still pending.
    expect(current.privateState).toEqual({ again: true });
    expect(await exported()).toHaveLength(1);
  });

  test("before it arrived counts only identical documents as stored", async () => {
    await on.node("POST", "/collections/catalog/documents", { id: "1", title: "Yew", rank: 9 });
    on.emulator.addFault({ match, effect: { kind: "reset" } });
    await expect(importDocumentsInto(call(), planned({ action: "create" }))).rejects.toMatchObject({
      summary: `1 of 2 documents were not imported into ${INTO}`,
    });
  });

  test("with another form of response is reported as such", async () => {
    on.emulator.addFault({ match, effect: { kind: "damage", as: "html" } });
    await expect(importDocumentsInto(call(), planned())).rejects.toMatchObject({
      summary: `The answer to an import into ${INTO} does not have the expected form`,
    });
  });
});

test("servers with the old form of responses", async () => {
  const old = await emulated({ assumptions: { import_answer: "object" } });
  try {
    await old.node("POST", "/collections", { name: "catalog", fields: FIELDS });
    const content = `${LINES}{"id":"3","title":"Elm"}`;
    const values = planned({ api_key: old.key, file: null, content, content_hash: null });
    await expect(
      importDocumentsInto(callOf<DocumentsValues, DocumentsPrivateState>(old.service), values),
    ).rejects.toMatchObject({
      summary: `1 of 3 documents were not imported into ${INTO}`,
      detail: expect.stringMatching(/\n {2}line 4: /),
    });
  } finally {
    await old.close();
  }
});

test("a destroy sends nothing, and warns that the documents stay; an import into the state is rejected", async () => {
  const current = call();
  await documents.delete(current as never, planned({ num_imported: 2 }) as never);
  expect([current.warned, on.requests()]).toEqual([
    [expect.stringMatching(/^searchcloud_documents deletes no documents from collection/)],
    [],
  ]);
  await expect(documents.import?.(current as never, "shop1/catalog")).rejects.toMatchObject({
    detail: expect.stringMatching(/Nothing was imported for "shop1\/catalog".*sends the documents once/),
  });
});
