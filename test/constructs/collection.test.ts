import { TerraformStack } from "cdktf";
import {
  Cluster,
  Collection,
  CollectionAlias,
  type CollectionProps,
  EphemeralVariable,
  Field,
  type ICluster,
  Key,
  SearchCloudProvider,
} from "../../constructs";
import { expression, only, outputs, SMALL, stackWith, synthesized, warnings } from "./fixtures/stack";

const TITLE = Field.string("title");
const URLS = ["https://one.internal:8108", "https://two.internal:8108"];

/** A collection of a cluster that is not managed here. */
function stackOf(props: Partial<CollectionProps>) {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    new Collection(scope, "catalog", { cluster, fields: [TITLE], ...props });
  });
}

test("has the name of its construct by default, and blocks for its fields", () => {
  const fields = [TITLE, Field.int32("rank", { index: false })];
  expect(only(stackOf({ fields, defaultSortingField: "rank" }), "searchcloud_collection")).toEqual({
    cluster_id: "x7ab",
    name: "catalog",
    default_sorting_field: "rank",
    field: [
      { name: "title", type: "string" },
      { name: "rank", type: "int32", index: false },
    ],
  });
  const { name } = only(stackOf({ collectionName: "catalog-2" }), "searchcloud_collection");
  expect(name).toBe("catalog-2");
});

test("takes the key of its models from an ephemeral variable, and warns of a literal", () => {
  const stack = stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    const value = new EphemeralVariable(scope, "model_key").stringValue;
    new Collection(scope, "catalog", { cluster, fields: [TITLE], modelApiKeyWo: { value, version: 2 } });
  });
  expect(only(stack, "searchcloud_collection")).toMatchObject({
    model_api_key_wo: expression("var.model_key"),
    model_api_key_wo_version: 2,
  });
  expect(synthesized(stack)).toMatchObject({ variable: { model_key: { ephemeral: true, sensitive: true } } });
  expect(warnings(stack)).toEqual([]);
  expect(warnings(stackOf({ modelApiKeyWo: { value: "sk-literal", version: 1 } }))).toEqual([
    [expect.any(String), expect.stringMatching(/^The prop modelApiKeyWo is a literal/)],
  ]);
});

test.each<[given: string, props: Partial<CollectionProps>, message: string]>([
  [
    "no field",
    { fields: [] },
    'Collection "catalog" has no fields, but a collection indexes at least one: pass one such as Field.string("title").',
  ],
  [
    "a field twice",
    { fields: [TITLE, Field.int32("rank"), Field.float("rank")] },
    'Collection "catalog" has the field "rank" twice, but field names are unique: remove one of them.',
  ],
  [
    "a default sorting field that is none of its fields",
    { fields: [TITLE, Field.int32("rank")], defaultSortingField: "price" },
    'Collection "catalog" has the defaultSortingField "price", which is not one of its fields (title, rank): pass the name of a ' +
      "field for numbers.",
  ],
  [
    "a default sorting field that is no number",
    { defaultSortingField: "title" },
    'Collection "catalog" has the defaultSortingField "title", a field of type string, but results are ordered by a number, a bool, ' +
      "or a string with sort = true: name a field that is sorted, such as one of type int32 or float.",
  ],
  [
    "a default sorting field that documents may lack",
    { fields: [Field.int32("rank", { optional: true })], defaultSortingField: "rank" },
    'Collection "catalog" has the defaultSortingField "rank", an optional field, but results are ordered by a value that every ' +
      "document has: leave optional out, or name another field.",
  ],
  [
    "an object without nested fields",
    { fields: [TITLE, Field.of("maker", "object")] },
    'Collection "catalog" has the field "maker" of type object, but the collection does not enable nested fields, without which ' +
      "there are no objects: pass enableNestedFields: true.",
  ],
  [
    "metadata that is no object",
    { metadata: "[]" },
    'Collection "catalog": got "[]" for metadata, but it must be a JSON object: pass one such as { owner: "search team" }.',
  ],
  [
    "a cluster and URLs",
    { nodeUrls: URLS },
    'Collection "catalog" has cluster and nodeUrls, but it can be on one server only: pass one of them.',
  ],
  [
    "neither a cluster nor URLs",
    { cluster: undefined as never },
    'Collection "catalog" has neither cluster nor nodeUrls: pass one of them.',
  ],
  [
    "no URL",
    { cluster: undefined as never, nodeUrls: [] },
    'Collection "catalog" has no URLs in nodeUrls: pass the URL of each node.',
  ],
  [
    "a URL that would not protect the key",
    { cluster: undefined as never, nodeUrls: [...URLS, "http://three.internal:8108"] },
    'Collection "catalog" has "http://three.internal:8108" in nodeUrls, which would not protect the key: use https; plain http ' +
      "is allowed only to this machine (localhost, 127.0.0.0/8, [::1]).",
  ],
])("%s is refused", (_, props, message) => {
  expect(() => stackOf(props)).toThrow(message);
});

test("rejects two keys", () => {
  const build = (cluster: ICluster) => {
    const keys = cluster.issueApiKeys("keys");
    cluster.addCollection("catalog", { fields: [TITLE], keys, apiKey: "secret" });
  };
  expect(() => stackWith((scope) => build(new Cluster(scope, "products", SMALL)))).toThrow(
    'Collection "catalog" has keys and apiKey, but requests can have one key only: pass one of them.',
  );
});

describe("on a self-hosted server", () => {
  const build = (scope: TerraformStack, provider?: SearchCloudProvider) => {
    const props = { nodeUrls: ["http://127.0.0.1:8108/", ...URLS], apiKey: "secret" };
    return new Collection(scope, "catalog", { ...props, fields: [TITLE], ...(provider && { provider }) });
  };
  const nodes = { node_urls: ["http://127.0.0.1:8108/", ...URLS], api_key: "secret" };

  test("an alias, an import and an expectation use the nodes, key and provider of their collection", () => {
    const stack = stackWith((scope) => {
      const collection = build(scope, new SearchCloudProvider(scope, "own", { alias: "own" }));
      new CollectionAlias(scope, "shop", { collection });
      collection.importDocuments("seed", { content: "{}" });
      collection.expect("answers", { query: { q: "*" } });
    });
    const all = { ...nodes, provider: "searchcloud.own" };
    expect(only(stack, "searchcloud_collection_alias")).toMatchObject(all);
    expect(only(stack, "searchcloud_documents")).toMatchObject(all);
    expect(Object.values(synthesized(stack).data?.searchcloud_search ?? {})).toMatchObject([all]);
  });

  test("an expectation searches by its alias, after that is created", () => {
    const stack = stackWith((scope) => {
      const collection = build(scope);
      const alias = new CollectionAlias(scope, "shop", { collection });
      collection.expect("answers", { alias, query: { q: "*" } });
    });
    const [[name]] = Object.entries(synthesized(stack).resource?.searchcloud_collection_alias ?? {}) as [
      [string, unknown],
    ];
    const [search] = Object.values(synthesized(stack).data?.searchcloud_search ?? {});
    expect(search).toMatchObject({
      collection: `\${searchcloud_collection_alias.${name}.name}`,
      depends_on: expect.arrayContaining([`searchcloud_collection_alias.${name}`]),
    });
  });

  test("is imported by its first URL, and does not use a provider of another stack", () => {
    const stack = stackWith((scope) => {
      const elsewhere = new TerraformStack(scope.node.root, "elsewhere");
      const collection = build(elsewhere, new SearchCloudProvider(elsewhere, "own", { alias: "own" }));
      const alias = new CollectionAlias(scope, "shop", { collection });
      alias.importFrom();
      expect(alias.provider).toBeUndefined();
    });
    const to = expect.stringMatching(/^searchcloud_collection_alias\./);
    expect(synthesized(stack).import).toEqual([{ to, id: "http://127.0.0.1:8108/shop" }]);
  });

  test("an alias with only a name is rejected", () => {
    expect(() => stackWith((scope) => new CollectionAlias(scope, "shop", { collection: "catalog" }))).toThrow(
      'CollectionAlias "shop" has neither cluster nor nodeUrls',
    );
  });
});

test("refers to an existing collection by name, without reading it", () => {
  const stack = stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    const keys = cluster.issueApiKeys("keys");
    const catalog = Collection.fromCollectionName(scope, "catalog", "catalog-1", { cluster, keys });
    catalog.importDocuments("seed", { content: "{}" });
  });
  const { data, resource } = synthesized(stack);
  expect(data).toBeUndefined();
  const [[name, keys] = []] = Object.entries(resource?.searchcloud_api_keys ?? {});
  expect(keys).toBeDefined();
  expect(only(stack, "searchcloud_documents")).toEqual({
    cluster_id: "x7ab",
    api_key: expression(`searchcloud_api_keys.${name}.admin_key`),
    collection: "catalog-1",
    content: "{}",
  });
});

describe("a key", () => {
  const key = (cluster: ICluster) => {
    const collection = cluster.addCollection("catalog", { fields: [TITLE] });
    const other = Collection.fromCollectionName(cluster, "other", "other-1", { cluster });
    const alias = cluster.addAlias("shop", { collection });
    const collections = [collection, other, alias, "products_.*"];
    return cluster.addKey("storefront", { actions: ["documents:search"], collections });
  };

  test("names collections without references, so that its replacement does not reorder theirs", () => {
    const stack = stackWith((scope) => key(Cluster.fromClusterId(scope, "existing", "x7ab")));
    expect(only(stack, "searchcloud_key")).toEqual({
      cluster_id: "x7ab",
      description: "storefront",
      actions: ["documents:search"],
      collections: ["catalog", "other-1", "shop", "products_.*"],
      lifecycle: { create_before_destroy: true },
    });
  });

  test("can be the key of another construct", () => {
    const stack = stackWith((scope) => {
      const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
      new Key(scope, "second", { cluster, keys: key(cluster), actions: ["*"], collections: ["*"] });
    });
    const { searchcloud_key: keys = {} } = synthesized(stack).resource ?? {};
    const first = Object.keys(keys).find((name) => name !== "second");
    expect(keys.second?.api_key).toBe(expression(`searchcloud_key.${first}.value`));
  });
});

test("an alias refers to its collection by reference or by name", () => {
  const stack = stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    const collection = new Collection(scope, "catalog", { cluster, fields: [TITLE] });
    const { aliasName } = new CollectionAlias(scope, "shop", { collection, aliasName: "shop-front" });
    new CollectionAlias(scope, "other", { cluster, collection: "catalog-1" });
    outputs(scope, { aliasName });
  });
  const { resource, output } = synthesized(stack);
  expect(resource?.searchcloud_collection_alias).toEqual({
    shop: {
      cluster_id: "x7ab",
      name: "shop-front",
      collection_name: expression("searchcloud_collection.catalog.name"),
    },
    other: { cluster_id: "x7ab", name: "other", collection_name: "catalog-1" },
  });
  expect(output?.aliasName).toEqual({ value: expression("searchcloud_collection_alias.shop.name") });
});
