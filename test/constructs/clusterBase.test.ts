import { App, type TerraformResource, TerraformStack, Testing } from "cdktf";
import { Cluster, Field, type ICluster, SearchCloudProvider, ServerParameter } from "../../constructs";
import { expression, only, outputs, SMALL, stackWith, synthesized } from "./fixtures/stack";

const hosts = (address: string) =>
  `try(coalesce(${address}.load_balanced, ${address}.search_delivery_network), element(${address}.nodes, 0), null)`;

test("an imported cluster is read once, with the provider that sees it, and only when more than its id is used", () => {
  const stack = stackWith((scope) => {
    const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
    const { nodes, clusterEndpoint } = Cluster.fromClusterId(scope, "existing", "x7ab", { provider });
    outputs(scope, { nodes, clusterEndpoint, id: Cluster.fromClusterId(scope, "other", "y8cd").clusterId });
  });
  const address = "data.searchcloud_cluster.existing.hostnames";
  expect(synthesized(stack).data).toEqual({
    searchcloud_cluster: { existing: { id: "x7ab", provider: "searchcloud.europe" } },
  });
  expect(synthesized(stack).output).toEqual({
    id: { value: "y8cd" },
    nodes: { value: expression(`try(${address}.nodes, [])`) },
    clusterEndpoint: { value: expression(hosts(address)) },
  });
});

test("a cluster of this program offers its id, its nodes and its endpoint, with readable addresses", () => {
  const stack = stackWith((scope) => {
    const { clusterId, nodes, clusterEndpoint } = new Cluster(scope, "products", SMALL);
    outputs(scope, { clusterId, nodes, url: `https://${clusterEndpoint}:443` });
  });
  const address = "searchcloud_cluster.products.hostnames";
  expect(synthesized(stack).output).toEqual({
    clusterId: { value: expression("searchcloud_cluster.products.id") },
    nodes: { value: expression(`try(${address}.nodes, [])`) },
    url: { value: `https://${expression(hosts(address))}:443` },
  });
});

/** A construct that belongs to a cluster. */
type Part = ReturnType<
  ICluster[
    | `add${"ConfigurationChange" | "CloningOperation" | "ServerParameter" | "Collection" | "Alias" | "Key"}`
    | "issueApiKeys"
    | "rehearseUpgrade"]
>;

interface Added {
  readonly type: string;
  readonly add: (cluster: ICluster) => Part;
  readonly attributes: object;
  /** The attribute behind each property. */
  readonly offers: { readonly [property: string]: string };
  /** The id that imports it. */
  readonly imported?: string;
}

/** What can be added to a cluster, and what it becomes. */
const ADDED: readonly Added[] = [
  {
    type: "searchcloud_configuration_change",
    add: (cluster) => cluster.addConfigurationChange("x", { newMemory: "16_gb" }),
    attributes: { new_memory: "16_gb" },
    offers: {
      changeId: "id",
      status: "status",
      performChangeAt: "perform_change_at",
      completedAt: "completed_at",
    },
    imported: "c1",
  },
  {
    type: "searchcloud_cloning_operation",
    add: (cluster) => cluster.addCloningOperation("x", { searchServerVersion: "30.1" }),
    attributes: { search_server_version: "30.1" },
    offers: {
      cloningOperationId: "id",
      status: "status",
      sourceRegion: "source_region",
      targetClusterId: "target_cluster_id",
      completedAt: "completed_at",
    },
    imported: "c1",
  },
  {
    type: "searchcloud_upgrade_rehearsal",
    add: (cluster) => cluster.rehearseUpgrade("x", { searchServerVersion: "31.0" }),
    attributes: { search_server_version: "31.0" },
    offers: {
      rehearsalId: "id",
      status: "status",
      verifiedVersion: "verified_version",
      cloneClusterId: "clone_cluster_id",
      startedAt: "started_at",
      finishedAt: "finished_at",
      checks: "checks",
    },
  },
  {
    type: "searchcloud_server_parameter",
    add: (cluster) => cluster.addServerParameter("x", { value: "500" }),
    attributes: { name: "x", value: "500" },
    offers: { parameterId: "id", value: "value" },
    imported: "x",
  },
  {
    type: "searchcloud_api_keys",
    add: (cluster) => cluster.issueApiKeys("x", { keepers: { year: "2027" } }),
    attributes: { keepers: { year: "2027" } },
    offers: { adminKey: "admin_key", searchOnlyKey: "search_only_key", issuedAt: "issued_at" },
  },
  {
    type: "searchcloud_collection",
    add: (cluster) => cluster.addCollection("x", { fields: [Field.string("title")], apiKey: "secret" }),
    attributes: { name: "x", field: [{ name: "title", type: "string" }], api_key: "secret" },
    offers: { collectionName: "name", createdAt: "created_at" },
    imported: "x",
  },
  {
    type: "searchcloud_collection_alias",
    add: (cluster) => cluster.addAlias("x", { collection: "catalog", apiKey: "secret" }),
    attributes: { name: "x", collection_name: "catalog", api_key: "secret" },
    offers: { aliasName: "name" },
    imported: "x",
  },
  {
    type: "searchcloud_key",
    add: (cluster) => cluster.addKey("x", { actions: ["*"], collections: ["catalog"], apiKey: "secret" }),
    attributes: { description: "x", actions: ["*"], collections: ["catalog"], api_key: "secret" },
    offers: { keyId: "id", value: "value", valuePrefix: "value_prefix" },
    imported: "7",
  },
];

describe.each(ADDED)("$type", ({ type, add, attributes, offers, imported }) => {
  test("of a cluster of this program stands below it, and others can depend on it", () => {
    const stack = stackWith((scope) => {
      const part = add(new Cluster(scope, "products", SMALL));
      new Cluster(scope, "after", { ...SMALL, dependsOn: [part] });
    });
    const [name] = Object.keys(synthesized(stack).resource?.[type] ?? {});
    expect(name).toMatch(/^products_x_[0-9A-F]{8}$/);
    expect(synthesized(stack).resource?.searchcloud_cluster?.after?.depends_on).toEqual([`${type}.${name}`]);
    const cluster_id = expression("searchcloud_cluster.products.id");
    expect(only(stack, type)).toMatchObject({ ...attributes, cluster_id });
    expect(only(stack, type)).not.toHaveProperty("provider");
  });

  test("offers its attributes, by the name that its resource is given", () => {
    const stack = stackWith((scope) => {
      const part = add(Cluster.fromClusterId(scope, "existing", "x7ab"));
      (part.node.defaultChild as TerraformResource).overrideLogicalId("short");
      const values = Object.keys(offers).map((property) => [property, part[property as keyof Part]]);
      outputs(scope, Object.fromEntries(values));
    });
    const values = Object.entries(offers).map(([property, name]) => {
      return [property, { value: expression(`${type}.short.${name}`) }];
    });
    expect(synthesized(stack).output).toEqual(Object.fromEntries(values));
  });

  test("uses the key that sees the cluster, does not read it, and is imported with that key", () => {
    const stack = stackWith((scope) => {
      const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
      const part = add(Cluster.fromClusterId(scope, "existing", "x7ab", { provider }));
      if (imported !== undefined && "importFrom" in part) part.importFrom(imported);
      add(new Cluster(scope, "products", { ...SMALL, provider }));
    });
    const { data, resource, import: imports } = synthesized(stack);
    expect(data).toBeUndefined();
    const providers = Object.values(resource?.[type] ?? {}).map(({ provider }) => provider);
    expect(providers).toEqual(["searchcloud.europe", "searchcloud.europe"]);
    const to = expect.stringMatching(new RegExp(`^${type}\\.existing_x_`));
    const blocks = [{ to, id: `x7ab/${imported}`, provider: "searchcloud.europe" }];
    expect(imports).toEqual(imported === undefined ? undefined : blocks);
  });
});

test("the provider configuration of another stack is not used", () => {
  const app = new App();
  const here = new TerraformStack(app, "here");
  const there = new TerraformStack(app, "there");
  for (const stack of [here, there]) new SearchCloudProvider(stack, "searchcloud");
  const provider = new SearchCloudProvider(here, "europe", { alias: "europe" });
  const cluster = Cluster.fromClusterId(here, "existing", "x7ab", { provider });
  new ServerParameter(there, "max-per-page", { cluster, value: "500" });
  expect(JSON.parse(Testing.synth(there)).resource.searchcloud_server_parameter).toEqual({
    "max-per-page": { cluster_id: "x7ab", name: "max-per-page", value: "500" },
  });
});
