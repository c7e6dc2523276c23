import {
  TerraformCount,
  TerraformIterator,
  TerraformOutput,
  TerraformResource,
  type TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import {
  Cluster,
  type ClusterProps,
  l1,
  Memory,
  Region,
  SearchCloudProvider,
  Topology,
  Vcpu,
} from "../../constructs";
import { DayOfWeek } from "../../constructs/dayOfWeek";
import { MaintenanceWindow } from "../../constructs/maintenanceWindow";
import { type Attributes, expression, SMALL, stackWith, synthesized, warnings } from "./fixtures/stack";

Testing.setupJest();

const IN_SERVICE = {
  condition: expression("(self.hostnames != null)"),
  error_message:
    "The cluster is not in service yet. It is kept and goes on coming up: run deploy again to wait for it. " +
    "Nothing has to be removed or replaced.",
};

/** The resource that a cluster with these props becomes. */
function resource(
  props: Partial<ClusterProps>,
  build: (stack: TerraformStack) => void = () => {},
): Attributes {
  const stack = stackWith((scope) => {
    build(scope);
    new Cluster(scope, "products", { ...SMALL, ...props });
  });
  const { resource: all } = synthesized(stack);
  return all?.searchcloud_cluster?.products ?? {};
}

describe("the resource", () => {
  test("has what was asked for, and nothing else", () => {
    expect(resource({})).toEqual({
      name: "products",
      memory: "8_gb",
      vcpu: "2_vcpus",
      regions: ["oregon"],
      high_availability: false,
      search_delivery_network: "off",
      lifecycle: { postcondition: [IN_SERVICE] },
    });
  });

  test("takes every prop", () => {
    const stack = stackWith(
      (scope) =>
        new Cluster(scope, "products", {
          clusterName: "products-prod",
          memory: Memory.GB_16,
          vcpu: Vcpu.VCPUS_4,
          topology: Topology.highAvailability(Region.OREGON, 5),
          gpu: true,
          highPerformanceDisk: false,
          searchServerVersion: "30.1",
          autoUpgradeCapacity: true,
          serverParameters: { "max-per-page": "500", "cors-domains": "https://shop.example" },
          notificationEmailAddresses: ["search-oncall@example.com"],
          terminationProtection: true,
          timeouts: { create: "45m", update: "8h", delete: "20m" },
        }),
    );
    expect(Testing.synth(stack)).toHaveResourceWithProperties(Cluster, {
      name: "products-prod",
      memory: "16_gb",
      vcpu: "4_vcpus",
      regions: ["oregon"],
      high_availability: true,
      high_availability_node_count: 5,
      search_delivery_network: "off",
      gpu: true,
      high_performance_disk: false,
      search_server_version: "30.1",
      auto_upgrade_capacity: true,
      server_parameters: { "max-per-page": "500", "cors-domains": "https://shop.example" },
      notification_email_addresses: ["search-oncall@example.com"],
      termination_protection: true,
      timeouts: { create: "45m", update: "8h", delete: "20m" },
      lifecycle: { postcondition: [IN_SERVICE] },
    });
  });

  test("has counts in place of regions where the topology has them", () => {
    const attributes = resource({ topology: Topology.nodes({ oregon: 3, frankfurt: 2 }) });
    expect(attributes).toMatchObject({
      high_availability: true,
      search_delivery_network: "multi_nodes_per_region",
      region_node_counts: { oregon: 3, frankfurt: 2 },
    });
    expect(attributes).not.toHaveProperty("regions");
    expect(attributes).not.toHaveProperty("high_availability_node_count");
  });

  test("is the default child, and open to overrides", () => {
    const stack = stackWith((scope) => {
      const products = new Cluster(scope, "products", SMALL);
      const low = products.node.defaultChild as l1.cluster.Cluster;
      expect(low).toBeInstanceOf(l1.cluster.Cluster);
      low.addOverride("memory", "2048_gb");
    });
    expect(synthesized(stack).resource?.searchcloud_cluster).toMatchObject({
      products: { memory: "2048_gb" },
    });
  });
});

describe("meta-arguments", () => {
  test("the user's lifecycle is kept beside the postcondition", () => {
    const own = { condition: true, errorMessage: "own" };
    const { lifecycle } = resource({
      lifecycle: {
        preventDestroy: true,
        ignoreChanges: ["memory"],
        precondition: [own],
        postcondition: [own],
      },
    });
    expect(lifecycle).toEqual({
      prevent_destroy: true,
      ignore_changes: ["memory"],
      precondition: [{ condition: true, error_message: "own" }],
      postcondition: [{ condition: true, error_message: "own" }, IN_SERVICE],
    });
  });

  test("a cluster can wait for another, and use another provider configuration", () => {
    const stack = stackWith((scope) => {
      const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
      const first = new Cluster(scope, "first", SMALL);
      new Cluster(scope, "second", { ...SMALL, provider, dependsOn: [first] });
    });
    expect(synthesized(stack).resource?.searchcloud_cluster?.second).toMatchObject({
      provider: "searchcloud.europe",
      depends_on: ["searchcloud_cluster.first"],
    });
  });

  test("several instances need names of their own", () => {
    const iterator = TerraformIterator.fromList(["books", "films"]);
    expect(() => resource({ forEach: iterator })).toThrow(
      'Cluster "products" has forEach and no clusterName, so that all its instances would be named "products", but the ' +
        "name of a cluster is unique in an account: pass a clusterName that differs for each instance.",
    );
    expect(() => resource({ count: 2 })).toThrow('Cluster "products" has count 2 and no clusterName');
    expect(resource({ forEach: iterator, clusterName: iterator.value })).toMatchObject({
      for_each: expression('toset(["books", "films"])'),
      name: expression("each.value"),
    });
  });

  test("one instance, or a number known only at deploy, keeps the name", () => {
    expect(resource({ count: 1 })).toMatchObject({ count: 1, name: "products" });
    const several = TerraformCount.of(2);
    expect(resource({ count: several, clusterName: `p-${Token.asString(several.index)}` })).toMatchObject({
      count: 2,
      name: `p-${expression("count.index")}`,
    });
    const stack = stackWith((scope) => {
      const wanted = new TerraformVariable(scope, "wanted", { type: "number" }).numberValue;
      new Cluster(scope, "products", { ...SMALL, count: wanted });
    });
    expect(synthesized(stack).resource?.searchcloud_cluster?.products).toMatchObject({
      count: expression("var.wanted"),
      name: "products",
    });
  });

  test("values known only at deploy pass", () => {
    const stack = stackWith((scope) => {
      const text = new TerraformVariable(scope, "text", { type: "string" });
      const flag = new TerraformVariable(scope, "flag", { type: "bool" });
      new Cluster(scope, "products", {
        memory: text.stringValue,
        vcpu: text.stringValue,
        topology: Topology.singleNode(text.stringValue),
        terminationProtection: flag.booleanValue,
      });
    });
    expect(warnings(stack)).toEqual([]);
    expect(synthesized(stack).resource?.searchcloud_cluster?.products).toMatchObject({
      memory: expression("var.text"),
      regions: [expression("var.text")],
      termination_protection: expression("var.flag"),
    });
  });
});

describe("parameters of the search server", () => {
  test.each(["", "  ", " max-per-page"])("are not named %j", (name) => {
    expect(() => resource({ serverParameters: { "max-group-limit": "9", [name]: "500" } })).toThrow(
      `Cluster "products" has the parameter name ${JSON.stringify(name)}, but a name is not empty and has no blanks ` +
        'around it: pass one such as "max-per-page".',
    );
  });

  test("can be none: what was set before is deleted", () => {
    expect(resource({ serverParameters: {} })).toHaveProperty("server_parameters", {});
  });

  test("can be known only at deploy, one by one or all of them", () => {
    const stack = stackWith((scope) => {
      const size = new TerraformVariable(scope, "size", { type: "string" }).stringValue;
      const all = new TerraformVariable(scope, "all", { type: "map(string)" }).value;
      new Cluster(scope, "products", { ...SMALL, serverParameters: { "max-per-page": size } });
      new Cluster(scope, "books", { ...SMALL, serverParameters: all });
    });
    expect(synthesized(stack).resource?.searchcloud_cluster).toMatchObject({
      products: { server_parameters: { "max-per-page": expression("var.size") } },
      books: { server_parameters: expression("var.all") },
    });
  });

  test("stand as an attribute in HCL", () => {
    const stack = stackWith((scope) => {
      new Cluster(scope, "products", { ...SMALL, serverParameters: { "max-per-page": "500" } });
    });
    expect(stack.toHclTerraform().hcl).toContain('server_parameters = {\nmax-per-page = "500"\n}');
  });
});

describe("when changes may begin", () => {
  const maintenanceWindow = MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich");

  test("is a block of its own, with what was said and nothing else", () => {
    expect(resource({ maintenanceWindow }).change_schedule).toEqual({
      window: { days: ["sunday"], start: "02:00", timezone: "Europe/Zurich" },
    });
    expect(resource({ performChangeAt: "2026-11-22T02:00:00+01:00" }).change_schedule).toEqual({
      perform_change_at: "2026-11-22T02:00:00+01:00",
    });
    expect(resource({ waitForChanges: true }).change_schedule).toEqual({ wait: true });
    expect(resource({})).not.toHaveProperty("change_schedule");
  });

  test("can be known only at deploy", () => {
    const stack = stackWith((scope) => {
      const at = new TerraformVariable(scope, "at", { type: "string" }).stringValue;
      const wait = new TerraformVariable(scope, "wait", { type: "bool" }).booleanValue;
      new Cluster(scope, "products", { ...SMALL, performChangeAt: at, waitForChanges: wait });
    });
    expect(synthesized(stack).resource?.searchcloud_cluster?.products).toMatchObject({
      change_schedule: { perform_change_at: expression("var.at"), wait: expression("var.wait") },
    });
  });

  test("is one moment or one window", () => {
    expect(() => resource({ maintenanceWindow, performChangeAt: "2026-11-22T02:00:00Z" })).toThrow(
      'Cluster "products" has performChangeAt and maintenanceWindow',
    );
    expect(() => resource({ performChangeAt: "sunday" })).toThrow(
      'Cluster "products" has performChangeAt "sunday"',
    );
  });

  test("stands as blocks in HCL", () => {
    const stack = stackWith((scope) => {
      new Cluster(scope, "products", { ...SMALL, maintenanceWindow, waitForChanges: true });
    });
    const { hcl } = stack.toHclTerraform();
    expect(hcl).toContain(
      [
        "change_schedule {",
        "wait = true",
        "window {",
        'days = [\n"sunday"\n]',
        'start = "02:00"',
        'timezone = "Europe/Zurich"',
        "}\n}",
      ].join("\n"),
    );
  });
});

describe("what a cluster offers", () => {
  test("its id, its nodes and its endpoint, with readable addresses", () => {
    const stack = stackWith((scope) => {
      const products = new Cluster(scope, "products", SMALL);
      new TerraformOutput(scope, "id", { value: products.clusterId });
      new TerraformOutput(scope, "nodes", { value: products.nodes });
      new TerraformOutput(scope, "endpoint", { value: products.clusterEndpoint });
      new TerraformOutput(scope, "url", { value: `https://${products.clusterEndpoint}:443` });
    });
    const hosts = "searchcloud_cluster.products.hostnames";
    const endpoint =
      `try(coalesce(${hosts}.load_balanced, ${hosts}.search_delivery_network), ` +
      `element(${hosts}.nodes, 0), null)`;
    expect(synthesized(stack).output).toEqual({
      id: { value: expression("searchcloud_cluster.products.id") },
      nodes: { value: expression(`try(${hosts}.nodes, [])`) },
      endpoint: { value: expression(endpoint) },
      url: { value: `https://${expression(endpoint)}:443` },
    });
  });

  test("an import block, with the provider of the cluster", () => {
    const stack = stackWith((scope) => {
      const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
      new Cluster(scope, "products", SMALL).importFrom("x7ab");
      new Cluster(scope, "books", { ...SMALL, provider }).importFrom("y8cd");
    });
    expect(synthesized(stack).import).toEqual([
      { to: "searchcloud_cluster.products", id: "x7ab" },
      { to: "searchcloud_cluster.books", id: "y8cd", provider: "searchcloud.europe" },
    ]);
  });

  test("the type that the matchers of CDKTF look for", () => {
    expect(Testing.synth(stackWith((scope) => new Cluster(scope, "products", SMALL)))).toHaveResource(
      Cluster,
    );
    expect(Testing.synth(stackWith())).not.toHaveResource(Cluster);
  });
});

describe("warnings", () => {
  test("none for what is known", () => {
    expect(warnings(stackWith((scope) => new Cluster(scope, "products", SMALL)))).toEqual([]);
  });

  test("for a pair and a region that are not known", () => {
    const stack = stackWith((scope) => {
      new Cluster(scope, "products", { ...SMALL, vcpu: "8_vcpus", topology: Topology.singleNode("oregn") });
    });
    expect(warnings(stack)).toEqual([
      ["search/products", expect.stringMatching(/^vcpu "8_vcpus" is not known to go with memory "8_gb"/)],
      ["search/products", expect.stringMatching(/^region "oregn" is not known/)],
    ]);
  });
});

describe("as HCL", () => {
  test("the conditions of lifecycle are blocks", () => {
    const stack = stackWith((scope) => {
      new Cluster(scope, "products", { ...SMALL, lifecycle: { ignoreChanges: ["memory"] } });
    });
    const { hcl } = stack.toHclTerraform();
    expect(hcl).toContain(
      [
        "lifecycle {",
        'ignore_changes = [\n"memory",\n]',
        "postcondition {",
        `condition = "${IN_SERVICE.condition}"`,
        `error_message = "${IN_SERVICE.error_message}"`,
        "}\n}",
      ].join("\n"),
    );
  });
});

test("a cluster is no resource by itself, so that it can grow without moving its address", () => {
  stackWith((scope) => {
    expect(TerraformResource.isTerraformResource(new Cluster(scope, "products", SMALL))).toBe(false);
  });
});
