import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importDocuments } from "../../../src/provider/actions/importDocuments";
import { UNKNOWN } from "../../../src/wire/cty/value";
import { FAULTS } from "../../support/faultMatrix";
import { type ActionAccount, actionAccount, NODE_KEY } from "./kit";

const FIELDS = [{ name: "title", type: "string" }];
const CONFIG = { cluster_id: "c-1", collection: "books" };
const linesOf = (...documents: object[]) => documents.map((one) => JSON.stringify(one)).join("\n");
const TWO = linesOf({ id: "1", title: "Emma" }, { id: "2", title: "Ulysses" });

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "import-action-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function account(): ActionAccount {
  const on = actionAccount();
  for (const name of ["books", "more"]) on.service.createCollectionOutside("c-1", { name, fields: FIELDS });
  return on;
}

const stored = ({ service }: ActionAccount, name = "books") =>
  service.state().collections.find((one) => one.name === name)?.num_documents;
const requests = ({ sent }: { readonly sent: readonly string[] }) =>
  sent.filter((operation) => operation === "importDocuments").length;

test("a file is imported each time that the action is invoked", async () => {
  const on = account();
  const file = join(folder, "two.jsonl");
  writeFileSync(file, TWO);
  const ran = await on.invoke(importDocuments, { ...CONFIG, file });
  expect([ran.text, stored(on), requests(ran)]).toEqual(["", 2, 1]);
  expect(ran.progress).toEqual(['2 documents imported into collection "books" of cluster c-1']);
  const again = await on.invoke(importDocuments, { ...CONFIG, file });
  expect([again.text, stored(on), requests(again)]).toEqual(["", 2, 1]);
});

test("a file that changes while it is imported is an error: nobody knows which of its documents were imported", async () => {
  const on = account();
  const file = join(folder, "changing.jsonl");
  writeFileSync(file, TWO);
  const { send } = on.service.transport;
  on.service.transport.send = async (request) => {
    if (request.method === "GET") writeFileSync(file, linesOf({ id: "3", title: "Dracula" }));
    return send(request);
  };
  const ran = await on.invoke(importDocuments, { ...CONFIG, file });
  expect(ran.text).toContain("changed while it was imported: 1 document was imported");
  expect(ran.text).toContain("Invoke the action again");
});

test("another collection is copied, with a key of its own that no plan has", async () => {
  const on = account();
  on.service.addDocumentsOutside("c-1", "more", [{ id: "7", title: "Dracula" }]);
  const from = { cluster_id: "c-1", node_urls: null, api_key: NODE_KEY, collection: "more", filter_by: null };
  const ran = await on.invoke(importDocuments, { ...CONFIG, from });
  expect([ran.text, stored(on)]).toEqual(["", 1]);
});

test("rejected documents are named, and the others stay", async () => {
  const on = account();
  const content = linesOf({ id: "1", title: "Emma" }, { id: "2", title: 3 });
  const ran = await on.invoke(importDocuments, { ...CONFIG, content, action: "create" });
  expect(ran.text).toContain('1 of 2 documents were not imported into collection "books" of cluster c-1');
  expect(ran.text).toContain("invoke the action again");
  expect(stored(on)).toBe(1);
});

test.each([
  ["no source", {}, "No documents to import"],
  ["two sources", { content: TWO, file: "a" }, "Both file and content"],
  [
    "itself",
    { from: { cluster_id: "c-1", node_urls: null, api_key: null, collection: "books", filter_by: null } },
    "copied into itself",
  ],
  ["a line that is no document", { content: "[1]" }, "must hold one JSON object per line"],
  ["an unknown way of writing", { content: TWO, action: "merge" }, "must be one of"],
])("the plan refuses %s", async (_, given, says) => {
  const ran = await account().plan(importDocuments, { ...CONFIG, ...given });
  expect([ran.failed, ran.text]).toEqual([true, expect.stringContaining(says)]);
});

test("the plan accepts a file that this apply writes, and unknown values; invoking refuses a missing file", async () => {
  const on = account();
  const file = join(folder, "later.jsonl");
  const planned = await on.plan(importDocuments, { ...CONFIG, file });
  expect([planned.failed, planned.sent]).toEqual([false, []]);
  expect(planned.text).toContain(
    `The documents of file ${file} are imported into collection "books" of cluster c-1`,
  );
  const unknown = await on.plan(importDocuments, {
    cluster_id: UNKNOWN,
    collection: UNKNOWN,
    content: UNKNOWN,
  });
  expect(unknown.failed).toBe(false);
  const ran = await on.invoke(importDocuments, { ...CONFIG, file });
  expect(ran.text).toContain(`must name a file that exists, and ${file} does not. Nothing was sent.`);
});

test("a collection that does not exist is named before anything is sent", async () => {
  const on = account();
  const ran = await on.invoke(importDocuments, { ...CONFIG, collection: "none", content: TWO });
  expect([ran.text, requests(ran)]).toEqual([expect.stringContaining('collection "none" not found'), 0]);
});

describe.each([
  ["with ids", TWO, 2],
  ["without ids", linesOf({ title: "Emma" }, { title: "Ulysses" }), 2],
])("documents %s", (_, content, count) => {
  // The transport limits the silence of a stream; this one does not.
  const faults = FAULTS.filter(({ effect }) => effect.kind !== "hold");
  test.each(faults.map((fault) => [fault.name, fault] as const))(
    "%s: nothing is stored twice",
    async (_name, fault) => {
      const on = account();
      on.service.addFault({ match: { operation: "importDocuments" }, effect: fault.effect });
      const ran = await on.invoke(importDocuments, { ...CONFIG, content });
      expect([0, count]).toContain(stored(on));
      if (!ran.failed) expect(stored(on)).toBe(count);
      else expect(ran.text).toMatch(/import|answer|redirect/i);
    },
  );
});

test("interrupted before anything is sent, it says so", async () => {
  const on = account();
  const ran = await on.invoke(importDocuments, { ...CONFIG, content: TWO }, { signal: AbortSignal.abort() });
  expect([ran.text, stored(on)]).toEqual([expect.stringContaining("Nothing was requested"), 0]);
});
