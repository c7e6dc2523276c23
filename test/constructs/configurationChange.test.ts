import { type TerraformStack, TerraformVariable } from "cdktf";
import {
  Cluster,
  ConfigurationChange,
  type ConfigurationChangeProps,
  MaintenanceWindow,
} from "../../constructs";
import { expression, only, outputs, SMALL, stackWith, synthesized, warnings } from "./fixtures/stack";

type Props = Omit<ConfigurationChangeProps, "cluster">;
const TYPE = "searchcloud_configuration_change";

/** A stack with one change of a cluster that is not managed here. */
function stackOf(
  props: (stack: TerraformStack) => Props,
  build: (change: ConfigurationChange) => void = () => {},
): TerraformStack {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    build(new ConfigurationChange(scope, "grow", { cluster, ...props(scope) }));
  });
}

test("without any new value it is a restart; a maintenance window is a block", () => {
  const restart = { cluster_id: "x7ab" };
  const empty = stackOf(() => ({}));
  expect(only(empty, TYPE)).toEqual(restart);
  const maintenanceWindow = MaintenanceWindow.weekly("sunday", "02:00", "Europe/Zurich", { duration: "2h" });
  const window = { days: ["sunday"], start: "02:00", timezone: "Europe/Zurich", duration: "2h" };
  const scheduled = stackOf(() => ({ maintenanceWindow }));
  expect(only(scheduled, TYPE)).toEqual({ ...restart, window });
});

test("it offers its id, its status and its times", () => {
  const stack = stackOf(
    () => ({}),
    (change) => {
      const { changeId, status, performChangeAt, completedAt } = change;
      outputs(change, { changeId, status, performChangeAt, completedAt });
    },
  );
  expect(synthesized(stack).output).toEqual({
    changeId: { value: expression(`${TYPE}.grow.id`) },
    status: { value: expression(`${TYPE}.grow.status`) },
    performChangeAt: { value: expression(`${TYPE}.grow.perform_change_at`) },
    completedAt: { value: expression(`${TYPE}.grow.completed_at`) },
  });
});

test.each<[message: string, props: Props]>([
  [
    "has performChangeAt and maintenanceWindow, but a change begins at one moment: pass one of them.",
    { performChangeAt: "2026-11-22T02:00:00Z", maintenanceWindow: MaintenanceWindow.daily("02:00") },
  ],
  [
    "has newHighAvailability false, but high availability cannot be turned off: remove the prop.",
    // @ts-expect-error it can only be turned on
    { newHighAvailability: false },
  ],
  [
    "has newHighAvailabilityNodeCount and newRegionNodeCounts, but both define the number of nodes: pass one of them.",
    { newHighAvailabilityNodeCount: 3, newRegionNodeCounts: { oregon: 3 } },
  ],
  ...[2, 8, 3.5].map((nodes): [string, Props] => [
    `has newHighAvailabilityNodeCount ${nodes}, but 3 to 7 nodes are possible.`,
    { newHighAvailabilityNodeCount: nodes },
  ]),
])("refused: %s", (message, props) => {
  expect(() => stackOf(() => props)).toThrow(`ConfigurationChange "grow" ${message}`);
});

test("values known only at deploy pass", () => {
  const stack = stackOf((scope) => ({
    newHighAvailability: new TerraformVariable(scope, "flag", { type: "bool" }).booleanValue,
    newHighAvailabilityNodeCount: new TerraformVariable(scope, "number", { type: "number" }).numberValue,
    performChangeAt: new TerraformVariable(scope, "text", { type: "string" }).stringValue,
  }));
  expect(only(stack, TYPE)).toEqual({
    cluster_id: "x7ab",
    new_high_availability: expression("var.flag"),
    new_high_availability_node_count: expression("var.number"),
    perform_change_at: expression("var.text"),
  });
});

test("two managers of one size are warned of; a restart, and a cluster managed elsewhere, are not", () => {
  const stack = stackWith((scope) => {
    const cluster = new Cluster(scope, "products", SMALL);
    new ConfigurationChange(scope, "grow", { cluster, newMemory: "16_gb" });
    new ConfigurationChange(scope, "restart", { cluster, triggers: { release: "42" } });
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    new ConfigurationChange(scope, "elsewhere", { cluster: existing, newMemory: "16_gb" });
  });
  expect(warnings(stack)).toEqual([
    ["search/grow", expect.stringMatching(/^The props of the Cluster search\/products define its size/)],
  ]);
});
