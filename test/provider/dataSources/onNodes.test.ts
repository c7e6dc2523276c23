import type { CollectionRecord, FieldRecord, NodeStatus } from "../../../src/dataPlane";
import {
  collectionData,
  collectionsData,
  collectionValues,
} from "../../../src/provider/dataSources/collections";
import { documentData, searchData, searchValues } from "../../../src/provider/dataSources/documents";
import { nodesData, nodesValues } from "../../../src/provider/dataSources/nodes";
import { type Emulated, emulated } from "../emulated";
import { callOf } from "../kit";
import { type NodesAccount, nodesAccount } from "../onNodes";
import { collectionRecord, fieldRecord, oldRecord } from "../resources/collection/kit";
import { nullsOf } from "../support";

const node = (given: Partial<NodeStatus>): NodeStatus => ({
  url: "https://n1.example",
  healthy: true,
  state: 4,
  version: "30.2",
  resource_error: null,
  error: null,
  ...given,
});

test.each([
  [1, "leader"],
  [4, "follower"],
  [7, "7"],
  [null, null],
])("a node that says %p is %p", (state, words) => {
  expect(nodesValues([node({ state })])).toEqual({
    nodes: [
      { url: "https://n1.example", healthy: true, state: words, version: "30.2", resource_error: null },
    ],
    healthy: true,
    leader: state === 1 ? "https://n1.example" : null,
  });
});

test("the nodes of a cluster, one of which is being changed: all are shown, and none is an error", async () => {
  const on = await nodesAccount({
    clusters: [
      {
        id: "c-1",
        high_availability: "yes",
        region_node_counts: { oregon: 3 },
        search_server_version: "30.2",
      },
    ],
  });
  const id = on.emulator.changeOutside("c-1", {
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
    perform_change_at: Math.floor(Date.now() / 1000) + 3600,
  });
  on.emulator.beginChange("c-1", id);
  const config = { cluster_id: "c-1", node_urls: null, api_key: null };
  const values = (await nodesData.read(callOf(on.service), config)) as ReturnType<typeof nodesValues>;
  await on.close();
  expect(values.nodes.map(({ healthy }) => healthy).sort()).toEqual([false, true, true]);
  expect(values).toMatchObject({
    healthy: false,
    leader: values.nodes.find(({ state }) => state === "leader")?.url,
  });
  expect(values.leader).toContain("/nodes/c-1-");
});

describe("documents and searches", () => {
  let on: Emulated;
  beforeAll(async () => {
    on = await emulated();
    const fields = [
      { name: "title", type: "string" },
      { name: "tags", type: "string[]", facet: true },
    ];
    await on.node("POST", "/collections", { name: "catalog", fields });
    for (const [id, tag] of [
      ["1", "oak"],
      ["2", "pine"],
      ["a/b", "oak"],
    ] as const)
      await on.node("POST", "/collections/catalog/documents", { id, title: `Bookcase ${id}`, tags: [tag] });
  });
  afterAll(() => on?.close());

  const read = (source: typeof searchData, values: object) => {
    const { schema } = source;
    return source.read(
      callOf(on.service) as never,
      { ...nullsOf<object>(schema), cluster_id: "shop1", ...values } as never,
    );
  };
  const search = (parameters: object, api_key = on.key) =>
    read(searchData, { api_key, collection: "catalog", parameters });

  test("a search: how many, how long, the hits and facets as JSON; a key that may only search is enough", async () => {
    const key = JSON.parse(
      await on.node("POST", "/keys", {
        description: "shop",
        actions: ["documents:search"],
        collections: ["catalog"],
      }),
    );
    const found = await search(
      { q: "bookcase", query_by: "title", facet_by: "tags", per_page: "1" },
      key.value,
    );
    const values = found as Record<string, string> & { hits: string[] };
    expect(values).toMatchObject({ found: 3, took_ms: expect.any(Number) });
    expect(values.hits).toHaveLength(1);
    expect(JSON.parse(values.hits[0] ?? "")).toMatchObject({
      document: { title: expect.stringMatching(/^Bookcase/) },
    });
    expect(JSON.parse(values.facet_counts ?? "")).toMatchObject([{ field_name: "tags" }]);
    expect(JSON.parse(values.json ?? "")).toMatchObject({ found: 3, page: 1 });
  });

  test.each([
    ["a field that is not there", { q: "x", query_by: "nothing" }, /nothing/],
    ["a missing parameter", { q: "x" }, /No search fields/],
  ])("%s is reported in the server's words", async (_, parameters, words) => {
    await expect(search(parameters)).rejects.toMatchObject({
      summary: expect.stringMatching(/^Could not search collection catalog: the node answered 40[04]/),
      detail: expect.stringMatching(words),
    });
  });

  test("the server's name for the time, and fields that it omits", () => {
    const answer = { found: 0, took_ms: null, search_time_ms: 7, hits: [], facet_counts: [] };
    expect(searchValues(answer)).toMatchObject({
      took_ms: 7,
      json: '{"facet_counts":[],"found":0,"hits":[],"search_time_ms":7}',
    });
    expect(searchValues({ ...answer, took_ms: 3, search_time_ms: null })).toMatchObject({ took_ms: 3 });
  });

  test("a document, by an id that is not part of a path", async () => {
    const ofDocument = (document_id: string) =>
      read(documentData, { api_key: on.key, collection: "catalog", document_id });
    await expect(ofDocument("a/b")).resolves.toEqual({
      json: '{"id":"a/b","tags":["oak"],"title":"Bookcase a/b"}',
    });
    await expect(ofDocument("9")).rejects.toMatchObject({
      summary: expect.stringMatching(
        /^Could not read document 9 of collection catalog: the node answered 404/,
      ),
    });
  });
});

describe("collections", () => {
  test("the server's answer is shown unchanged, including defaults", () => {
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

  test("credentials of models are not shown, whether or not the server redacts them", () => {
    const model_config = {
      model_name: "openai/ada",
      api_key: "vendor-credential-0123456789",
      access_token: "vend************",
      service_account: { client_email: "a@b.example", private_key: "vendor-private-key" },
    };
    const embed = { from: ["title"], model_config };
    const fields = [fieldRecord("v", "float[]", { embed } as Partial<FieldRecord>)];
    const values = collectionValues(collectionRecord({ fields } as Partial<CollectionRecord>));
    expect(JSON.stringify(values)).not.toMatch(/vend/);
    const left = { model_name: "openai/ada", service_account: { client_email: "a@b.example" } };
    expect(JSON.parse(values.json).fields[0].embed).toEqual({ from: ["title"], model_config: left });
    expect(JSON.parse(values.field[0]?.extra ?? "").embed.model_config).toEqual(left);
  });

  test("fields that an old server omits are null, and not in the JSON", () => {
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
});
