import childProcess from "node:child_process";
import { TerraformCount, TerraformIterator, TerraformResource, Testing, Token } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import { Cluster, type ClusterProps, l1, SearchCloudProvider, Topology } from "../../constructs";
import { expression, only, SMALL, stackWith, synthesized, warnings } from "./fixtures/stack";

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

test("the resource has what is configured, and nothing else", () => {
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

test("the resource is the default child, open to overrides, while the cluster itself is none and so can grow", () => {
  const stack = stackWith((scope) => {
    const products = new Cluster(scope, "products", SMALL);
    (products.node.defaultChild as l1.cluster.Cluster).addOverride("memory", "2048_gb");
    expect(TerraformResource.isTerraformResource(products)).toBe(false);
  });
  expect(Testing.synth(stack)).toHaveResourceWithProperties(Cluster, { memory: "2048_gb" });
  expect(Cluster.tfResourceType).toBe(l1.cluster.Cluster.tfResourceType);
});

test("the user's lifecycle is kept beside the postcondition", () => {
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

test("synthesis checks the version of terraform once, however many clusters are imported", () => {
  const stack = stackWith((scope) => {
    for (const id of ["a", "b", "c"]) new Cluster(scope, id, SMALL).importFrom(id);
  });
  const asked = jest.spyOn(childProcess, "execSync");
  expect(synthesized(stack).import).toHaveLength(3);
  expect(asked.mock.calls.map(([command]) => command)).toEqual(["terraform version"]);
  asked.mockRestore();
});

test("several instances need names of their own", () => {
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

test("a pair and a region that are not known are warned of; known ones are not", () => {
  expect(warnings(stackOf())).toEqual([]);
  expect(warnings(stackOf({ vcpu: "8_vcpus", topology: Topology.singleNode("oregn") }))).toEqual([
    ["search/products", expect.stringMatching(/^vcpu "8_vcpus" is not a known option for memory "8_gb"/)],
    ["search/products", expect.stringMatching(/^region "oregn" is unknown/)],
  ]);
});
