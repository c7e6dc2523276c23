import { GONE } from "../../../../src/framework";
import { importDocumentsInto } from "../../../../src/provider/resources/documents/import";
import { readDocuments } from "../../../../src/provider/resources/documents/read";
import type {
  DocumentsPrivateState,
  DocumentsValues,
} from "../../../../src/provider/resources/documents/schema";
import { type Emulated, emulated } from "../../emulated";
import { callOf } from "../../kit";
import { documentsValues } from "./kit";

/** Refreshes of imported documents: which collection there is now (docs/design/data-plane.md#identity). */
const FIELDS = [
  { name: "title", type: "string" },
  { name: "rank", type: "int32" },
];
const CONTENT = '{"id":"1","title":"Oak","rank":1}\n{"id":"2","title":"Pine","rank":2}\n';

let on: Emulated;
beforeAll(async () => {
  on = await emulated();
});
afterAll(() => on?.close());
beforeEach(async () => {
  await on.node("DELETE", "/collections/catalog").catch(() => undefined);
  await on.node("POST", "/collections", { name: "catalog", fields: FIELDS });
  on.requests();
});

const planned = (values: Partial<DocumentsValues> = {}) =>
  documentsValues({ cluster_id: "shop1", api_key: on.key, content: CONTENT, ...values });
const call = (privateState?: DocumentsPrivateState) =>
  callOf<DocumentsValues, DocumentsPrivateState>(on.service, privateState);

const state = () => planned({ num_imported: 2 });
const refresh = async (privateState: DocumentsPrivateState) =>
  callOf<DocumentsValues, DocumentsPrivateState>(await on.configured(), privateState);
const stored = async () => {
  const current = call();
  await importDocumentsInto(current, planned());
  on.requests();
  return current.privateState ?? {};
};
/** The same collection after its nodes have restarted, with another creation time. */
const restart = (before: DocumentsPrivateState) => ({
  ...before,
  ...(before.into && { into: { ...before.into, created_at: 1_000_000 } }),
});
const recreate = async (given: object = {}) => {
  await on.node("DELETE", "/collections/catalog");
  await on.node("POST", "/collections", { name: "catalog", fields: FIELDS, ...given });
};

test("a refresh finds the collection, even by an alias, and reads no document", async () => {
  const before = await stored();
  await on.node("PUT", "/aliases/shop", { collection_name: "catalog" });
  on.requests();
  for (const [collection, ...requests] of [
    ["catalog", "getCollection"],
    ["shop", "getCollection", "getCollection"],
  ] as const) {
    const current = await refresh(before);
    await expect(readDocuments(current, { ...state(), collection })).resolves.toEqual({});
    expect(on.requests()).toEqual(requests);
  }
});

test("a refresh with a key that may not read collections keeps the state", async () => {
  const key = JSON.parse(
    await on.node("POST", "/keys", {
      description: "imports",
      actions: ["documents:import"],
      collections: ["catalog"],
    }),
  );
  await expect(readDocuments(call(), { ...state(), api_key: key.value })).resolves.toEqual({});
  await expect(importDocumentsInto(call(), planned({ api_key: key.value }))).resolves.toMatchObject({
    num_imported: 2,
  });
});

test("a refresh finds the collection gone, with a warning", async () => {
  const current = await refresh(await stored());
  await on.node("DELETE", "/collections/catalog");
  await expect(readDocuments(current, state())).resolves.toBe(GONE);
  expect(current.warned).toEqual([expect.stringMatching(/^Collection "catalog" of cluster shop1 is gone/)]);
});

test("a refresh after a restart finds the same collection, and stores its new creation time", async () => {
  const before = await stored();
  const current = await refresh(restart(before));
  await expect(readDocuments(current, state())).resolves.toEqual({});
  expect([current.warned, current.privateState]).toEqual([[], before]);
});

const PLANNED = "The documents will be imported again";
test.each<[string, () => Promise<unknown>, why: RegExp]>([
  ["that is empty", () => recreate(), /It is empty, and 2 documents were imported\. .* again\.$/],
  [
    "with another schema, and with documents",
    async () => {
      await recreate({ token_separators: ["-"] });
      await on.node("POST", "/collections/catalog/documents", { id: "1", title: "Yew", rank: 9 });
    },
    /Its token_separators differs.* It holds 1 document: those with the id of an imported document are overwritten/,
  ],
])("a refresh finds another collection of this name %s", async (_, change, why) => {
  const current = await refresh(restart(await stored()));
  await change();
  await expect(readDocuments(current, state())).resolves.toEqual({});
  expect(current.warned).toEqual([expect.stringMatching(why)]);
  expect(current.warned[0]).toContain(PLANNED);
  expect(current.privateState?.other).toMatchObject({ name: "catalog" });
});

test("a refresh finds that the alias points to another collection", async () => {
  await on.node("PUT", "/aliases/shop", { collection_name: "catalog" });
  const aliased = { ...state(), collection: "shop" };
  const before = await stored();
  await on.node("POST", "/collections", { name: "catalog-2", fields: FIELDS });
  await on.node("PUT", "/aliases/shop", { collection_name: "catalog-2" });
  try {
    const current = await refresh(before);
    // An apply whose plan did not show it sends nothing.
    await expect(importDocumentsInto(await refresh(before), aliased)).rejects.toThrow(
      "has changed since the plan",
    );
    await expect(readDocuments(current, aliased)).resolves.toEqual({});
    expect(current.warned).toEqual([
      expect.stringMatching(
        /refers to collection "catalog-2" now, and the documents were imported into "catalog"\./,
      ),
    ]);
    expect(current.privateState?.other).toEqual({ name: "catalog-2", documents: 0 });
    await expect(importDocumentsInto(current, aliased)).resolves.toMatchObject({ num_imported: 2 });
    expect(current.privateState).toMatchObject({ into: { name: "catalog-2" } });
    expect(current.privateState).not.toHaveProperty("other");
  } finally {
    await on.node("DELETE", "/collections/catalog-2");
    await on.node("DELETE", "/aliases/shop");
  }
});

test("a refresh cannot distinguish a collection that was created again, with fewer documents, from a restart: it warns and imports nothing", async () => {
  const current = await refresh(restart(await stored()));
  await recreate();
  await on.node("POST", "/collections/catalog/documents", { id: "9", title: "Yew", rank: 9 });
  await expect(readDocuments(current, state())).resolves.toEqual({});
  expect(current.warned).toEqual([
    expect.stringMatching(/may not be the one .*holds 1 document, 2 were imported.*-replace/),
  ]);
});

test("nothing is imported into a collection that was filled since a refresh found it empty, and the next plan imports nothing", async () => {
  const before = await stored();
  await recreate();
  const current = await refresh(before);
  await readDocuments(current, state());
  await on.node("POST", "/collections/catalog/documents", { id: "1", title: "Yew", rank: 9 });
  on.requests();
  await expect(importDocumentsInto(current, planned())).rejects.toThrow("has changed since the plan");
  expect(on.requests()).toEqual(["getCollection"]);
  const next = await refresh(current.privateState ?? {});
  await expect(readDocuments(next, state())).resolves.toEqual({});
  expect(next.privateState).not.toHaveProperty("other");
  expect(next.warned).toEqual([
    expect.stringMatching(/was empty at the last refresh, and holds 1 document now.*-replace/),
  ]);
});
