import { TerraformOutput, TerraformStack, TerraformVariable, Testing } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import { Cluster, SearchCloudProvider } from "../../constructs";
import { ConfigurationChange, type ConfigurationChangeProps } from "../../constructs/configurationChange";
import { DayOfWeek } from "../../constructs/dayOfWeek";
import { ConfigurationChange as LowLevel } from "../../constructs/generated/configuration-change";
import { MaintenanceWindow } from "../../constructs/maintenanceWindow";
import { type Attributes, expression, SMALL, stackWith, warnings } from "./fixtures/stack";

Testing.setupJest();

type Props = Omit<ConfigurationChangeProps, "cluster">;

interface Synthesized {
  readonly resource: { readonly searchcloud_configuration_change: { readonly [name: string]: Attributes } };
  readonly [section: string]: unknown;
}

function synthesized(stack: TerraformStack): Synthesized {
  return JSON.parse(Testing.synth(stack, true));
}

/** A stack with one change of a cluster that is not managed here. */
function stackOf(props: Props, build: (change: ConfigurationChange) => void = () => {}): TerraformStack {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    build(new ConfigurationChange(scope, "grow", { cluster, ...props }));
  });
}

function resource(props: Props): Attributes | undefined {
  return synthesized(stackOf(props)).resource.searchcloud_configuration_change.grow;
}

describe("the resource", () => {
  test("without anything new is a restart, and reads nothing", () => {
    expect(resource({})).toEqual({ cluster_id: "x7ab" });
    expect(synthesized(stackOf({})).data).toBeUndefined();
  });

  test("takes every prop", () => {
    const stack = stackOf({
      newMemory: "16_gb",
      newVcpu: "4_vcpus",
      newGpu: false,
      newHighPerformanceDisk: true,
      newSearchServerVersion: "30.1",
      newHighAvailability: true,
      newSearchDeliveryNetwork: "multi_nodes_per_region",
      newRegionNodeCounts: { oregon: 3, frankfurt: 2 },
      triggers: { release: "42" },
      maintenanceWindow: MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich", {
        duration: "2h",
      }),
      wait: true,
      notificationEmailAddresses: ["search-oncall@example.com"],
      timeouts: { create: "8h" },
    });
    expect(Testing.synth(stack)).toHaveResourceWithProperties(ConfigurationChange, {
      cluster_id: "x7ab",
      new_memory: "16_gb",
      new_vcpu: "4_vcpus",
      new_gpu: false,
      new_high_performance_disk: true,
      new_search_server_version: "30.1",
      new_high_availability: true,
      new_search_delivery_network: "multi_nodes_per_region",
      new_region_node_counts: { oregon: 3, frankfurt: 2 },
      triggers: { release: "42" },
      window: { days: ["sunday"], start: "02:00", timezone: "Europe/Zurich", duration: "2h" },
      wait: true,
      notification_email_addresses: ["search-oncall@example.com"],
      timeouts: { create: "8h" },
    });
  });

  test("has a moment where one is given", () => {
    expect(resource({ performChangeAt: "2026-11-22T02:00:00Z", newHighAvailabilityNodeCount: 5 })).toEqual({
      cluster_id: "x7ab",
      perform_change_at: "2026-11-22T02:00:00Z",
      new_high_availability_node_count: 5,
    });
  });

  test("is the default child", () => {
    stackOf({}, (change) => expect(change.node.defaultChild).toBeInstanceOf(LowLevel));
  });

  test("of a cluster of this program waits for it", () => {
    const stack = stackWith((scope) => {
      const products = new Cluster(scope, "products", SMALL);
      const first = new ConfigurationChange(scope, "first", { cluster: products });
      new ConfigurationChange(scope, "second", { cluster: products, dependsOn: [first] });
    });
    expect(synthesized(stack).resource.searchcloud_configuration_change).toEqual({
      first: { cluster_id: expression("searchcloud_cluster.products.id") },
      second: {
        cluster_id: expression("searchcloud_cluster.products.id"),
        depends_on: ["searchcloud_configuration_change.first"],
      },
    });
  });
});

test("it offers its id, its status and its times", () => {
  const stack = stackOf({}, (change) => {
    const { changeId, status, performChangeAt, completedAt } = change;
    for (const [id, value] of Object.entries({ changeId, status, performChangeAt, completedAt }))
      new TerraformOutput(TerraformStack.of(change), id, { value });
  });
  const address = "searchcloud_configuration_change.grow";
  expect(synthesized(stack).output).toEqual({
    changeId: { value: expression(`${address}.id`) },
    status: { value: expression(`${address}.status`) },
    performChangeAt: { value: expression(`${address}.perform_change_at`) },
    completedAt: { value: expression(`${address}.completed_at`) },
  });
});

test("an import block names cluster and change, with the provider of the change", () => {
  const stack = stackWith((scope) => {
    const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    new ConfigurationChange(scope, "grow", { cluster, provider }).importFrom("c1");
  });
  expect(synthesized(stack).import).toEqual([
    { to: "searchcloud_configuration_change.grow", id: "x7ab/c1", provider: "searchcloud.europe" },
  ]);
});

test.each<[message: string, props: Props]>([
  [
    "has performChangeAt and maintenanceWindow, but a change begins at one moment: pass one of them.",
    { performChangeAt: "2026-11-22T02:00:00Z", maintenanceWindow: MaintenanceWindow.daily("02:00") },
  ],
  ['has performChangeAt "2026-02-30T02:00:00Z", but', { performChangeAt: "2026-02-30T02:00:00Z" }],
  [
    "has newHighAvailability false, but high availability can never be turned off: leave it out.",
    // @ts-expect-error it can only be turned on
    { newHighAvailability: false },
  ],
  [
    "has newHighAvailabilityNodeCount and newRegionNodeCounts, but they say the same thing: pass one of them.",
    { newHighAvailabilityNodeCount: 3, newRegionNodeCounts: { oregon: 3 } },
  ],
  ...[2, 8, 3.5].map((nodes): [string, Props] => [
    `has newHighAvailabilityNodeCount ${nodes}, but 3 to 7 nodes are possible.`,
    { newHighAvailabilityNodeCount: nodes },
  ]),
])("refused: %s", (message, props) => {
  expect(() => stackOf(props)).toThrow(`ConfigurationChange "grow" ${message}`);
});

test("values known only at deploy pass", () => {
  const stack = stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    const text = new TerraformVariable(scope, "text", { type: "string" }).stringValue;
    const number = new TerraformVariable(scope, "number", { type: "number" }).numberValue;
    const flag = new TerraformVariable(scope, "flag", { type: "bool" }).booleanValue;
    new ConfigurationChange(scope, "grow", {
      cluster,
      newHighAvailability: flag,
      newHighAvailabilityNodeCount: number,
      performChangeAt: text,
    });
  });
  expect(synthesized(stack).resource.searchcloud_configuration_change.grow).toEqual({
    cluster_id: "x7ab",
    new_high_availability: expression("var.flag"),
    new_high_availability_node_count: expression("var.number"),
    perform_change_at: expression("var.text"),
  });
});

describe("two managers of one size", () => {
  test("are warned of", () => {
    const stack = stackWith((scope) => {
      const cluster = new Cluster(scope, "products", SMALL);
      new ConfigurationChange(scope, "grow", { cluster, newMemory: "16_gb" });
    });
    expect(warnings(stack)).toEqual([
      ["search/grow", expect.stringMatching(/^search\/products is a Cluster whose own props say its size/)],
    ]);
  });

  test("are not, when a cluster is restarted or managed elsewhere", () => {
    const stack = stackWith((scope) => {
      const cluster = new Cluster(scope, "products", SMALL);
      new ConfigurationChange(scope, "restart", { cluster, triggers: { release: "42" } });
      const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
      new ConfigurationChange(scope, "grow", { cluster: existing, newMemory: "16_gb" });
    });
    expect(warnings(stack)).toEqual([]);
  });
});
