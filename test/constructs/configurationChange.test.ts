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

test("without any new value it is a restart; a maintenance window is a block", () => {
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

test("two managers of one setting are warned of; a restart, what the Cluster leaves alone, and a cluster managed elsewhere, are not", () => {
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
  ]);
});
