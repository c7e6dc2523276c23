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

/** What a refresh finds where documents were imported: which collection it is, and whether it can tell (docs/design/data-plane.md#identity). */
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
/** The same collection after its nodes have restarted: each has created it anew. */
const restart = (before: DocumentsPrivateState) => ({
  ...before,
  ...(before.into && { into: { ...before.into, created_at: 1_000_000 } }),
});
const recreate = async (given: object = {}) => {
  await on.node("DELETE", "/collections/catalog");
  await on.node("POST", "/collections", { name: "catalog", fields: FIELDS, ...given });
};

test("a refresh finds the collection, by an alias too, and reads no document", async () => {
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

test("with a key that may not look leaves the state", async () => {
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

test("a refresh finds the collection gone, and says so", async () => {
  const current = await refresh(await stored());
  await on.node("DELETE", "/collections/catalog");
  await expect(readDocuments(current, state())).resolves.toBe(GONE);
  expect(current.warned).toEqual([expect.stringMatching(/^Collection "catalog" of cluster shop1 is gone/)]);
});

test("after a restart finds the same collection, and notes what it is now", async () => {
  const before = await stored();
  const current = await refresh(restart(before));
  await expect(readDocuments(current, state())).resolves.toEqual({});
  expect([current.warned, current.privateState]).toEqual([[], before]);
});

const PLANNED = "The documents are to be imported again";
test.each<[string, () => Promise<unknown>, why: RegExp]>([
  ["that is empty", () => recreate(), /It holds no documents, and 2 documents were imported\. .* again\.$/],
  [
    "with another schema, and with documents",
    async () => {
      await recreate({ token_separators: ["-"] });
      await on.node("POST", "/collections/catalog/documents", { id: "1", title: "Yew", rank: 9 });
    },
    /Its token_separators is another one.* It holds 1 document: those with the id of an imported one are overwritten/,
  ],
])("finds another collection of this name %s", async (_, change, why) => {
  const current = await refresh(restart(await stored()));
  await change();
  await expect(readDocuments(current, state())).resolves.toEqual({});
  expect(current.warned).toEqual([expect.stringMatching(why)]);
  expect(current.warned[0]).toContain(PLANNED);
  expect(current.privateState?.other).toMatchObject({ name: "catalog" });
});

test("finds that an alias leads elsewhere", async () => {
  await on.node("PUT", "/aliases/shop", { collection_name: "catalog" });
  const aliased = { ...state(), collection: "shop" };
  const before = await stored();
  await on.node("POST", "/collections", { name: "catalog-2", fields: FIELDS });
  await on.node("PUT", "/aliases/shop", { collection_name: "catalog-2" });
  try {
    const current = await refresh(before);
    // An apply whose plan has not seen it sends nothing.
    await expect(importDocumentsInto(await refresh(before), aliased)).rejects.toThrow(
      "is not as it was planned",
    );
    await expect(readDocuments(current, aliased)).resolves.toEqual({});
    expect(current.warned).toEqual([
      expect.stringMatching(/stands for collection "catalog-2" now, and they went into "catalog"\./),
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

test("cannot tell a collection with fewer documents, created anew, from a restart: it says so and imports nothing", async () => {
  const current = await refresh(restart(await stored()));
  await recreate();
  await on.node("POST", "/collections/catalog/documents", { id: "9", title: "Yew", rank: 9 });
  await expect(readDocuments(current, state())).resolves.toEqual({});
  expect(current.warned).toEqual([
    expect.stringMatching(/may be another one .*holds 1 document, 2 were imported.*-replace/),
  ]);
});

test("nothing is sent among documents that were written since a refresh found it empty, and then nothing is due", async () => {
  const before = await stored();
  await recreate();
  const current = await refresh(before);
  await readDocuments(current, state());
  await on.node("POST", "/collections/catalog/documents", { id: "1", title: "Yew", rank: 9 });
  on.requests();
  await expect(importDocumentsInto(current, planned())).rejects.toThrow("is not as it was planned");
  expect(on.requests()).toEqual(["getCollection"]);
  const next = await refresh(current.privateState ?? {});
  await expect(readDocuments(next, state())).resolves.toEqual({});
  expect(next.privateState).not.toHaveProperty("other");
  expect(next.warned).toEqual([
    expect.stringMatching(/held no documents when .* holds 1 document now.*-replace/),
  ]);
});
