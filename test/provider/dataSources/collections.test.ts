import type { CollectionRecord } from "../../../src/dataPlane";
import {
  collectionData,
  collectionsData,
  collectionValues,
} from "../../../src/provider/dataSources/collections";
import { type NodesAccount, nodesAccount } from "../onNodes";
import { collectionRecord, fieldRecord, oldRecord } from "../resources/collection/kit";

test("what the server says is shown as it is, defaults too", () => {
  const record = collectionRecord({
    fields: [fieldRecord("v", "float[]", { num_dim: 4, vec_dist: "ip", nested: false })],
    num_documents: 7,
    metadata: { owner: "shop" },
  } as Partial<CollectionRecord>);
  const { field, num_documents, created_at, metadata, json } = collectionValues(record);
  expect(metadata).toBe('{"owner":"shop"}');
  expect(field).toEqual([
    {
      name: "v",
      type: "float[]",
      facet: false,
      optional: false,
      index: true,
      sort: false,
      infix: false,
      stem: false,
      store: true,
      range_index: null,
      locale: "",
      num_dim: 4,
      reference: "",
      extra: '{"stem_dictionary":"","vec_dist":"ip"}',
    },
  ]);
  expect([num_documents, created_at]).toEqual([7, "2023-11-14T22:13:20Z"]);
  expect(JSON.parse(json)).toMatchObject({ name: "products", metadata: { owner: "shop" } });
});

test("what an old server does not say is null, and not in the JSON", () => {
  const { field, json } = collectionValues(collectionRecord({ fields: [oldRecord("a")] }));
  expect(field).toMatchObject([{ name: "a", facet: false, index: null, num_dim: null, extra: null }]);
  expect(JSON.parse(json).fields).toEqual([{ name: "a", type: "string", facet: false }]);
});

describe("on nodes", () => {
  let on: NodesAccount;
  beforeAll(async () => {
    on = await nodesAccount();
    for (const name of ["b", "a"])
      on.emulator.createCollectionOutside("c-1", { name, fields: [{ name: "title", type: "string" }] });
    on.emulator.putAliasOutside("c-1", "shop", "a");
    on.emulator.addDocumentsOutside("c-1", "a", [{ title: "x" }]);
  });
  afterAll(() => on.close());
  const call = () => ({ service: on.service, signal: new AbortController().signal }) as never;
  const where = { cluster_id: "c-1", node_urls: null, api_key: null };

  test("one is read by its name, or by that of an alias", async () => {
    for (const name of ["a", "shop"])
      expect(await collectionData.read(call(), { ...where, name })).toMatchObject({ num_documents: 1 });
    await expect(collectionData.read(call(), { ...where, name: "c" })).rejects.toMatchObject({
      summary: expect.stringContaining("collection c"),
    });
  });

  test("all are listed by name", async () => {
    const { collections } = await collectionsData.read(call(), where);
    expect(collections).toMatchObject([
      { name: "a", num_documents: 1 },
      { name: "b", num_documents: 0 },
    ]);
  });
});
