import { Aspects, TerraformVariable } from "cdktf";
import type { IConstruct } from "constructs";
import {
  Cluster,
  CollectionAlias,
  EphemeralVariable,
  Field,
  LiveCollection,
  type LiveCollectionProps,
  type l1,
  SearchCloudProvider,
} from "../../constructs";
import { expression, only, outputs, stackWith, synthesized, warnings } from "./fixtures/stack";

const TITLE = Field.string("title");
const UPDATED = Field.int64("updated_at");
const TYPE = "searchcloud_live_collection";

/** A live collection of a cluster that is not managed here. */
function stackOf(props: Partial<LiveCollectionProps>) {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    new LiveCollection(scope, "catalog", { cluster, fields: [TITLE, UPDATED], ...props });
  });
}

test("has the name of its construct by default, and blocks for its fields and queries", () => {
  const queries = [{ parameters: { q: "shoes", query_by: "title", per_page: 20 }, sameTop: 5 }];
  const stack = stackOf({
    defaultSortingField: "updated_at",
    updatedAtField: "updated_at",
    queries,
    retain: 0,
  });
  expect(only(stack, TYPE)).toEqual({
    cluster_id: "x7ab",
    name: "catalog",
    default_sorting_field: "updated_at",
    field: [
      { name: "title", type: "string" },
      { name: "updated_at", type: "int64" },
    ],
    updated_at_field: "updated_at",
    query: [{ parameters: { q: "shoes", query_by: "title", per_page: "20" }, same_top: 5 }],
    retain: 0,
  });
  expect(only(stackOf({ collectionName: "shop" }), TYPE)).toMatchObject({ name: "shop" });
});

test("documents, expectations and keys use it as a collection; its version, versions and step are references", () => {
  const stack = stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    const keys = cluster.issueApiKeys("keys");
    const catalog = cluster.addLiveCollection("catalog", { keys, fields: [TITLE] });
    catalog.importDocuments("seed", { content: "{}" });
    catalog.expect("answers", { query: { q: "*" } });
    cluster.addKey("storefront", { actions: ["documents:search"], collections: [catalog] });
    outputs(scope, { version: catalog.liveVersionName, versions: catalog.versions, step: catalog.step });
  });
  const { resource = {}, data, output } = synthesized(stack);
  const [[name = ""] = []] = Object.entries(resource[TYPE] ?? {});
  const [[keys] = []] = Object.entries(resource.searchcloud_api_keys ?? {});
  const of = {
    collection: expression(`${TYPE}.${name}.name`),
    api_key: expression(`searchcloud_api_keys.${keys}.admin_key`),
  };
  expect(only(stack, "searchcloud_documents")).toMatchObject(of);
  const [search] = Object.values(data?.searchcloud_search ?? {});
  // Without the dependency, the search would run at plan, before the collection is created.
  expect(search).toMatchObject({ ...of, depends_on: expect.arrayContaining([`${TYPE}.${name}`]) });
  expect(only(stack, "searchcloud_key")).toMatchObject({ collections: ["catalog"] });
  expect(output).toMatchObject({
    version: { value: expression(`${TYPE}.${name}.collection_name`) },
    versions: { value: expression(`${TYPE}.${name}.versions`) },
    step: { value: expression(`${TYPE}.${name}.step`) },
  });
});

test.each<[given: string, props: Partial<LiveCollectionProps>, message: string]>([
  [
    "no field",
    { fields: [] },
    'LiveCollection "catalog" has no fields, but a collection indexes at least one: pass one such as Field.string("title").',
  ],
  [
    "a default sorting field that is none of its fields",
    { defaultSortingField: "price" },
    'LiveCollection "catalog" has the defaultSortingField "price", which is not one of its fields (title, updated_at): pass the name ' +
      "of a field for numbers.",
  ],
  [
    "neither a cluster nor URLs",
    { cluster: undefined },
    'LiveCollection "catalog" has neither cluster nor nodeUrls: pass one of them.',
  ],
  [
    "a time of writing that is none of its fields",
    { updatedAtField: "written_at" },
    'LiveCollection "catalog" has the updatedAtField "written_at", which is not one of its fields (title, updated_at): add ' +
      'Field.int64("written_at").',
  ],
  [
    "a time of writing that is no whole number",
    { fields: [Field.float("at")], updatedAtField: "at" },
    'LiveCollection "catalog" has the updatedAtField "at", a field of type float, but times are whole numbers: pass one of type int64.',
  ],
  [
    "several times of writing",
    { fields: [Field.int64Array("at")], updatedAtField: "at" },
    'LiveCollection "catalog" has the updatedAtField "at", a field of type int64[], but times are whole numbers: pass one of type int64.',
  ],
  [
    "a time of writing without an index",
    { fields: [Field.int64("at", { index: false })], updatedAtField: "at" },
    'LiveCollection "catalog" has the updatedAtField "at", a field without an index, but edits filter by it: leave index out.',
  ],
  [
    "milliseconds in 32 bits",
    { fields: [Field.int32("at")], updatedAtField: "at", updatedAtUnit: "ms" },
    'LiveCollection "catalog" has the updatedAtField "at" in milliseconds, which do not fit its type int32: change it to int64, or ' +
      "count seconds.",
  ],
  [
    "a unit without a time of writing",
    { updatedAtUnit: "ms" },
    'LiveCollection "catalog" has updatedAtUnit without updatedAtField: pass the name of the field with the time of the last write, ' +
      "or leave the unit out.",
  ],
  [
    "metadata with the mark of versions",
    { metadata: { owner: "search team", searchcloud_live_collection: {} } },
    'LiveCollection "catalog" has the property searchcloud_live_collection in metadata, in which each version keeps its state: rename ' +
      "the property.",
  ],
  [
    "too many versions",
    { retain: 4 },
    'LiveCollection "catalog" has retain 4: pass the number of versions to keep behind the live one, 0 to 3.',
  ],
  [
    "half a version",
    { retain: 0.5 },
    'LiveCollection "catalog" has retain 0.5: pass the number of versions to keep behind the live one, 0 to 3.',
  ],
  [
    "a query for nothing",
    { queries: [{ parameters: {} }] },
    'LiveCollection "catalog", in the query 1, has no parameters, so there is nothing to search: pass parameters such as ' +
      '{ q: "shoes", query_by: "title" }.',
  ],
  [
    "a query that compares more than it requests",
    { queries: [{ name: "shoes", parameters: { q: "shoes", per_page: 5 }, sameTop: 10 }] },
    'LiveCollection "catalog", in the query "shoes", has sameTop 10, but its parameters request 5 documents: raise per_page, or lower ' +
      "sameTop.",
  ],
  [
    "two queries with one name",
    { queries: ["a", "b"].map((q) => ({ name: "shoes", parameters: { q } })) },
    'LiveCollection "catalog" has two queries with the name "shoes", so their results could not be distinguished: rename one.',
  ],
])("%s is refused", (_, props, message) => {
  expect(() => stackOf(props)).toThrow(message);
});

test("values that are known only at deploy pass every check", () => {
  const stack = stackWith((scope) => {
    const variable = (type: string) => new TerraformVariable(scope, type, { type });
    const [text, number, flag] = [
      variable("string").stringValue,
      variable("number").numberValue,
      variable("bool").booleanValue,
    ];
    const all = { updatedAtUnit: text, retain: number, strategy: text, keepOnFailure: flag, metadata: text };
    const queries = [
      { name: text, parameters: { q: text }, sameTop: number, tolerance: number, maxSlowdown: number },
    ];
    const cluster = Cluster.fromClusterId(scope, "existing", text);
    cluster.addLiveCollection("a", { fields: [TITLE], ...all, queries, updatedAtField: text });
    cluster.addLiveCollection("b", {
      fields: [Field.of("at", text)],
      updatedAtField: "at",
      updatedAtUnit: "ms",
    });
    cluster
      .addLiveCollection("c", { fields: [Field.of(text, "int64")], updatedAtField: "at" })
      .importFrom(text);
  });
  expect(warnings(stack)).toEqual([]);
  const [text, number] = [expression("var.string"), expression("var.number")];
  expect(Object.values(synthesized(stack).resource?.[TYPE] ?? {})).toMatchObject([
    { updated_at_field: text, retain: number, metadata: text, query: [{ name: text, same_top: number }] },
    { field: [{ name: "at", type: text }] },
    { field: [{ name: text }] },
  ]);
});

test("takes the key of its models from an ephemeral variable", () => {
  const stack = stackWith((scope) => {
    const value = new EphemeralVariable(scope, "model_key").stringValue;
    const modelApiKeyWo = { value, version: 2 };
    const nodeUrls = ["https://one.internal:8108"];
    new LiveCollection(scope, "catalog", { nodeUrls, fields: [TITLE], modelApiKeyWo });
  });
  const written = { model_api_key_wo: expression("var.model_key"), model_api_key_wo_version: 2 };
  expect(only(stack, TYPE)).toMatchObject(written);
  expect(warnings(stack)).toEqual([]);
});

test("is imported by its alias, with the provider of its nodes", () => {
  const stack = stackWith((scope) => {
    const provider = new SearchCloudProvider(scope, "own", { alias: "own" });
    const nodeUrls = ["http://127.0.0.1:8108/"];
    const catalog = new LiveCollection(scope, "catalog", { nodeUrls, provider, fields: [TITLE] });
    catalog.importFrom();
    new LiveCollection(scope, "other", { nodeUrls, fields: [TITLE] }).importFrom("shop");
  });
  expect(synthesized(stack).import).toEqual([
    { to: `${TYPE}.catalog`, id: "http://127.0.0.1:8108/catalog", provider: "searchcloud.own" },
    { to: `${TYPE}.other`, id: "http://127.0.0.1:8108/shop" },
  ]);
});

test("refers to an existing one by its alias, without reading it", () => {
  const stack = stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    const catalog = LiveCollection.fromLiveCollectionName(scope, "catalog", "shop", { cluster });
    catalog.importDocuments("seed", { content: "{}" });
  });
  const { data, resource } = synthesized(stack);
  expect([data, resource?.[TYPE]]).toEqual([undefined, undefined]);
  expect(only(stack, "searchcloud_documents")).toMatchObject({ cluster_id: "x7ab", collection: "shop" });
});

test("an aspect reaches its resource", () => {
  const stack = stackOf({});
  Aspects.of(stack).add({
    visit(node: IConstruct) {
      if (node instanceof LiveCollection)
        (node.node.defaultChild as l1.liveCollection.LiveCollection).deletionProtection = true;
    },
  });
  expect(only(stack, TYPE)).toMatchObject({ deletion_protection: true });
});

test("is not the collection of another alias", () => {
  const build = () =>
    stackWith((scope) => {
      const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
      const collection = cluster.addLiveCollection("catalog", { fields: [TITLE] });
      new CollectionAlias(scope, "shop", { collection });
    });
  expect(build).toThrow(
    'CollectionAlias "shop" has a live collection as its collection, which is an alias itself: search by the live collection, and ' +
      "leave this alias out.",
  );
});
