import { App, TerraformOutput, TerraformStack, Testing } from "cdktf";
import { Cluster, type ICluster, SearchCloudProvider, ServerParameter } from "../../constructs";
import { expression, only, SMALL, stackWith, synthesized } from "./fixtures/stack";

test("a cluster is read only when more than its id is asked for", () => {
  const stack = stackWith((scope) => {
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    new TerraformOutput(scope, "id", { value: existing.clusterId });
  });
  expect(synthesized(stack).data).toBeUndefined();
  expect(synthesized(stack).output).toEqual({ id: { value: "x7ab" } });
});

test("nodes and endpoint come from one look-up", () => {
  const stack = stackWith((scope) => {
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    new TerraformOutput(scope, "nodes", { value: existing.nodes });
    new TerraformOutput(scope, "endpoint", { value: existing.clusterEndpoint });
  });
  const hosts = "data.searchcloud_cluster.existing.hostnames";
  expect(synthesized(stack).data).toEqual({ searchcloud_cluster: { existing: { id: "x7ab" } } });
  expect(synthesized(stack).output).toEqual({
    nodes: { value: expression(`try(${hosts}.nodes, [])`) },
    endpoint: {
      value: expression(
        `try(coalesce(${hosts}.load_balanced, ${hosts}.search_delivery_network), element(${hosts}.nodes, 0), null)`,
      ),
    },
  });
});

test("it is looked up with the provider configuration that sees it", () => {
  const stack = stackWith((scope) => {
    const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab", { provider });
    new TerraformOutput(scope, "nodes", { value: existing.nodes });
  });
  expect(synthesized(stack).data?.searchcloud_cluster?.existing).toEqual({
    id: "x7ab",
    provider: "searchcloud.europe",
  });
});

test("others can wait for it", () => {
  const stack = stackWith((scope) => {
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    new Cluster(scope, "products", { ...SMALL, dependsOn: [existing] });
  });
  expect(synthesized(stack).resource?.searchcloud_cluster?.products).toMatchObject({
    depends_on: ["data.searchcloud_cluster.existing"],
  });
});

/** What can be added to a cluster, by the type that it becomes. */
const ADDED: [type: string, add: (cluster: ICluster) => unknown, also: { [name: string]: unknown }][] = [
  [
    "searchcloud_configuration_change",
    (cluster) => cluster.addConfigurationChange("x", { newMemory: "16_gb" }),
    { new_memory: "16_gb" },
  ],
  ["searchcloud_configuration_change", (cluster) => cluster.addConfigurationChange("x"), {}],
  [
    "searchcloud_cloning_operation",
    (cluster) => cluster.addCloningOperation("x", { searchServerVersion: "30.1" }),
    { search_server_version: "30.1" },
  ],
  [
    "searchcloud_server_parameter",
    (cluster) => cluster.addServerParameter("x", { value: "500" }),
    { name: "x", value: "500" },
  ],
  [
    "searchcloud_api_keys",
    (cluster) => cluster.issueApiKeys("x", { keepers: { year: "2027" } }),
    { keepers: { year: "2027" } },
  ],
];

describe.each(ADDED)("%s", (type, add, also) => {
  test("of a cluster of this program stands below it", () => {
    const stack = stackWith((scope) => add(new Cluster(scope, "products", SMALL)));
    const [name] = Object.keys(synthesized(stack).resource?.[type] ?? {});
    expect(name).toMatch(/^products_x_[0-9A-F]{8}$/);
    expect(only(stack, type)).toMatchObject({
      ...also,
      cluster_id: expression("searchcloud_cluster.products.id"),
    });
    expect(only(stack, type)).not.toHaveProperty("provider");
  });

  test("of a cluster that is managed elsewhere does not read that", () => {
    const stack = stackWith((scope) => add(Cluster.fromClusterId(scope, "existing", "x7ab")));
    expect(only(stack, type)).toMatchObject({ ...also, cluster_id: "x7ab" });
    expect(synthesized(stack).data).toBeUndefined();
  });

  test.each<[string, (scope: TerraformStack, provider: SearchCloudProvider) => ICluster]>([
    ["of this program", (scope, provider) => new Cluster(scope, "products", { ...SMALL, provider })],
    [
      "managed elsewhere",
      (scope, provider) => Cluster.fromClusterId(scope, "products", "x7ab", { provider }),
    ],
  ])("uses the key that sees the cluster %s", (_, make) => {
    const stack = stackWith((scope) => {
      add(make(scope, new SearchCloudProvider(scope, "europe", { alias: "europe" })));
    });
    expect(only(stack, type)).toMatchObject({ provider: "searchcloud.europe" });
  });
});

test("the provider configuration of another stack is not used", () => {
  const app = new App();
  const [here, there] = ["here", "there"].map((id) => {
    const stack = new TerraformStack(app, id);
    new SearchCloudProvider(stack, "searchcloud");
    return stack;
  });
  if (here === undefined || there === undefined) throw new Error("two stacks were made");
  const provider = new SearchCloudProvider(here, "europe", { alias: "europe" });
  const cluster = Cluster.fromClusterId(here, "existing", "x7ab", { provider });
  new ServerParameter(there, "max-per-page", { cluster, value: "500" });
  expect(JSON.parse(Testing.synth(there)).resource.searchcloud_server_parameter).toEqual({
    "max-per-page": { cluster_id: "x7ab", name: "max-per-page", value: "500" },
  });
});
