import childProcess from "node:child_process";

import "cdktf/lib/testing/adapters/jest";
import { join } from "node:path";
import {
  App,
  TerraformCount,
  TerraformIterator,
  TerraformResource,
  TerraformStack,
  Testing,
  Token,
} from "cdktf";
import {
  Cluster,
  type ClusterProps,
  Field,
  type ICluster,
  l1,
  SearchCloudProvider,
  ServerParameter,
  Topology,
} from "../../constructs";
import { expression, only, outputs, SMALL, stackWith, synthesized, warnings } from "./fixtures/stack";

Testing.setupJest();

const IN_SERVICE = {
  condition: expression(
    '((self.hostnames != null) || !contains(["provisioning", "initializing"], self.status))',
  ),
  error_message:
    "The cluster is not in service yet. It is kept in the state, and provisioning continues: run deploy again to wait " +
    "for it. Do not remove or replace it.",
};

const stackOf = (props: Partial<ClusterProps> = {}) =>
  stackWith((scope) => new Cluster(scope, "products", { ...SMALL, ...props }));
/** The resource that a cluster with these props becomes. */
const resource = (props?: Partial<ClusterProps>) => only(stackOf(props), "searchcloud_cluster");

test("the resource has the configured attributes only", () => {
  expect(resource()).toEqual({
    name: "products",
    memory: "8_gb",
    vcpu: "2_vcpus",
    regions: ["oregon"],
    high_availability: false,
    search_delivery_network: "off",
    lifecycle: { postcondition: [IN_SERVICE] },
  });
  expect(resource({ serverParameters: {} })).toHaveProperty("server_parameters", {});
});

test("the resource is the default child, for overrides; the cluster itself is a plain construct", () => {
  const stack = stackWith((scope) => {
    const products = new Cluster(scope, "products", SMALL);
    (products.node.defaultChild as l1.cluster.Cluster).addOverride("memory", "2048_gb");
    expect(TerraformResource.isTerraformResource(products)).toBe(false);
  });
  expect(Testing.synth(stack)).toHaveResourceWithProperties(Cluster, { memory: "2048_gb" });
  expect(Cluster.tfResourceType).toBe(l1.cluster.Cluster.tfResourceType);
});

test("keeps the user's lifecycle with the postcondition", () => {
  const own = { condition: true, errorMessage: "own" };
  const written = { condition: true, error_message: "own" };
  const conditions = { precondition: [own], postcondition: [own] };
  const lifecycle = { preventDestroy: true, ignoreChanges: ["memory"], ...conditions };
  expect(resource({ lifecycle }).lifecycle).toEqual({
    prevent_destroy: true,
    ignore_changes: ["memory"],
    precondition: [written],
    postcondition: [written, IN_SERVICE],
  });
});

test("a cluster can depend on another, use another provider configuration, and be imported with it", () => {
  const stack = stackWith((scope) => {
    const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
    const first = new Cluster(scope, "first", SMALL);
    first.importFrom("x7ab");
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    new Cluster(scope, "second", { ...SMALL, provider, dependsOn: [first, existing] }).importFrom("y8cd");
  });
  expect(synthesized(stack).resource?.searchcloud_cluster?.second).toMatchObject({
    provider: "searchcloud.europe",
    depends_on: ["searchcloud_cluster.first", "data.searchcloud_cluster.existing"],
  });
  expect(synthesized(stack).import).toEqual([
    { to: "searchcloud_cluster.first", id: "x7ab" },
    { to: "searchcloud_cluster.second", id: "y8cd", provider: "searchcloud.europe" },
  ]);
});

test("checks the version of terraform once for all imports", () => {
  const stack = stackWith((scope) => {
    for (const id of ["a", "b", "c"]) new Cluster(scope, id, SMALL).importFrom(id);
  });
  const asked = jest.spyOn(childProcess, "execSync");
  expect(synthesized(stack).import).toHaveLength(3);
  expect(asked.mock.calls.map(([command]) => command)).toEqual(["terraform version"]);
  asked.mockRestore();
});

test("several instances need different names", () => {
  const forEach = TerraformIterator.fromList(["books", "films"]);
  expect(() => resource({ forEach })).toThrow(
    'Cluster "products" has forEach and no clusterName, so all its instances would have the name "products", but cluster ' +
      "names are unique in an account: pass a clusterName that differs for each instance.",
  );
  expect(() => resource({ count: 2 })).toThrow('Cluster "products" has count 2 and no clusterName');
  expect(resource({ forEach, clusterName: forEach.value })).toMatchObject({
    for_each: expression('toset(["books", "films"])'),
    name: expression("each.value"),
  });
  const count = TerraformCount.of(2);
  expect(resource({ count, clusterName: `p-${Token.asString(count.index)}` })).toMatchObject({
    count: 2,
    name: `p-${expression("count.index")}`,
  });
  expect(resource({ count: 1 })).toMatchObject({ count: 1, name: "products" });
});

test.each<[message: string, props: Partial<ClusterProps>]>([
  [
    'has the parameter name " max", but a name must not be empty or have blanks around it',
    { serverParameters: { "max-group-limit": "9", " max": "500" } },
  ],
  ['has performChangeAt "sunday", which is not a valid RFC 3339 time', { performChangeAt: "sunday" }],
])("refused: %s", (message, props) => {
  expect(() => resource(props)).toThrow(`Cluster "products" ${message}`);
});

test("warns about an unknown size and region, not about known ones", () => {
  expect(warnings(stackOf())).toEqual([]);
  expect(warnings(stackOf({ vcpu: "8_vcpus", topology: Topology.singleNode("oregn") }))).toEqual([
    ["search/products", expect.stringMatching(/^vcpu "8_vcpus" is not a known option for memory "8_gb"/)],
    ["search/products", expect.stringMatching(/^region "oregn" is unknown/)],
  ]);
});

const FOLDER = join(__dirname, "..", "..", "constructs");

/**
 * A cluster adds clones and a clone is a cluster, so these modules import each other (test/architecture.test.ts allows no other
 * cycle). That works because neither uses the other while loading.
 */
test.each(["cloningOperation", "cluster"])("%s can be loaded first", (first) => {
  jest.isolateModules(() => {
    require(join(FOLDER, first));
    const { App, TerraformStack } = require("cdktf");
    const { CloningOperation, Cluster } = require(FOLDER);
    const cluster = Cluster.fromClusterId(new TerraformStack(new App(), "search"), "existing", "x7ab");
    const clone = cluster.addCloningOperation("clone");
    expect(clone).toBeInstanceOf(CloningOperation);
    expect(clone.targetCluster.addCloningOperation("again")).toBeInstanceOf(CloningOperation);
  });
});

const hosts = (address: string) =>
  `try(coalesce(${address}.load_balanced, ${address}.search_delivery_network), element(${address}.nodes, 0), null)`;

test("reads an imported cluster once, with its provider, and only if something besides its id is used", () => {
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

test("a managed cluster has its id, nodes and endpoint at readable addresses", () => {
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

/** The constructs that can be added to a cluster, and their resources. */
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
  test("of a managed cluster is its child and can be a dependency", () => {
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

  test("has the attributes of its resource", () => {
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

  test("uses and imports with the cluster's provider, without reading the cluster", () => {
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

test("does not use the provider configuration of another stack", () => {
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
