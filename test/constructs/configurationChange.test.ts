import {
  Cluster,
  ConfigurationChange,
  type ConfigurationChangeProps,
  MaintenanceWindow,
} from "../../constructs";
import { only, SMALL, stackWith, warnings } from "./fixtures/stack";

type Props = Omit<ConfigurationChangeProps, "cluster">;

/** The resource that a change of a cluster that is not managed here becomes. */
function resource(props: Props) {
  const stack = stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    new ConfigurationChange(scope, "grow", { cluster, ...props });
  });
  return only(stack, "searchcloud_configuration_change");
}

test("is a restart without new values; a maintenance window is a block", () => {
  expect(resource({})).toEqual({ cluster_id: "x7ab" });
  const maintenanceWindow = MaintenanceWindow.weekly("sunday", "02:00", "Europe/Zurich", { duration: "2h" });
  const window = { days: ["sunday"], start: "02:00", timezone: "Europe/Zurich", duration: "2h" };
  expect(resource({ maintenanceWindow })).toEqual({ cluster_id: "x7ab", window });
});

test.each<[message: string, props: Props]>([
  [
    "has performChangeAt and maintenanceWindow, but a change can have only one schedule: pass one of them.",
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
  ["has newHighAvailabilityNodeCount 2, but 3 to 7 nodes are possible.", { newHighAvailabilityNodeCount: 2 }],
])("refused: %s", (message, props) => {
  expect(() => resource(props)).toThrow(`ConfigurationChange "grow" ${message}`);
});

test("warns about settings that the Cluster manages, not about restarts, other settings and clusters managed elsewhere", () => {
  const stack = stackWith((scope) => {
    const cluster = new Cluster(scope, "products", SMALL);
    const much = { newMemory: "16_gb", newHighAvailability: true, newHighAvailabilityNodeCount: 3 } as const;
    new ConfigurationChange(scope, "grow", { cluster, ...much });
    new ConfigurationChange(scope, "restart", { cluster, triggers: { release: "42" } });
    const alone = { newSearchServerVersion: "31.0", newGpu: true, newHighPerformanceDisk: true };
    new ConfigurationChange(scope, "alone", { cluster, ...alone });
    const searchServerVersion = "30.1";
    const pinned = new Cluster(scope, "pinned", { ...SMALL, searchServerVersion, gpu: false });
    new ConfigurationChange(scope, "both", { cluster: pinned, ...alone });
    const lifecycle = { ignoreChanges: ["search_server_version", "memory"] };
    const free = new Cluster(scope, "free", { ...SMALL, searchServerVersion, lifecycle });
    new ConfigurationChange(scope, "ignored", { cluster: free, ...alone, newMemory: "16_gb" });
    const all = new Cluster(scope, "all", { ...SMALL, lifecycle: { ignoreChanges: "all" } });
    new ConfigurationChange(scope, "none", { cluster: all, ...much });
    // The topology is still managed through its regions.
    const half = new Cluster(scope, "half", {
      ...SMALL,
      lifecycle: { ignoreChanges: ["region_node_counts"] },
    });
    new ConfigurationChange(scope, "moved", { cluster: half, newRegionNodeCounts: { oregon: 3 } });
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    new ConfigurationChange(scope, "elsewhere", { cluster: existing, newMemory: "16_gb" });
  });
  const warning = (path: string, props: string) => [
    path,
    expect.stringContaining(
      `define its ${props}, so its next deploy would undo this change: edit those props instead.`,
    ),
  ];
  expect(warnings(stack)).toEqual([
    warning("search/grow", "memory and topology"),
    warning("search/both", "gpu and searchServerVersion"),
    warning("search/moved", "topology"),
  ]);
});

test.each([
  ["max-per-page", { value: "500" }],
  ["page-size", { parameterName: "max-per-page", value: "500" }],
])("the name is that of the construct (%s) unless one is given", (id, options) => {
  const stack = stackWith((scope) => {
    const parameter = Cluster.fromClusterId(scope, "existing", "x7ab").addServerParameter(id, options);
    expect(parameter.parameterName).toBe("max-per-page");
    parameter.importFrom();
  });
  const resource = { cluster_id: "x7ab", name: "max-per-page", value: "500" };
  expect(only(stack, "searchcloud_server_parameter")).toEqual(resource);
});

test.each(["", "max-per-page\n"])("rejects the name %j", (parameterName) => {
  stackWith((scope) => {
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    expect(() => existing.addServerParameter("size", { parameterName, value: "500" })).toThrow(
      `ServerParameter "size" has the parameter name ${JSON.stringify(parameterName)}, but a name must not be empty or have ` +
        'blanks around it: pass one such as "max-per-page".',
    );
  });
});

test("rejects a parameter that the Cluster sets, and no other", () => {
  stackWith((scope) => {
    const serverParameters = { "max-per-page": "250" };
    const products = new Cluster(scope, "products", { ...SMALL, serverParameters });
    expect(() => products.addServerParameter("max-per-page", { value: "500" })).toThrow(
      'ServerParameter "max-per-page" sets "max-per-page", but search/products already sets it in its serverParameters: ' +
        "remove one of them.",
    );
    expect(() => products.addServerParameter("filter-by-max-ops", { value: "100" })).not.toThrow();
  });
});
