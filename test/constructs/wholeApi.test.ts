import type { TerraformStack } from "cdktf";
import * as constructs from "../../constructs";
import {
  Cluster,
  type ClusterProps,
  DayOfWeek,
  type ICluster,
  l1,
  MaintenanceWindow,
  Topology,
} from "../../constructs";
import type { BlockJson } from "../../src/tools/bindings/schema";
import { providerSchema } from "../../src/tools/providerSchema";
import { type Attributes, SMALL, stackWith, synthesized } from "./fixtures/stack";

const [schema] = Object.values(providerSchema().provider_schemas);
const resources = Object.entries(schema?.resource_schemas ?? {});

const window = MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "UTC", { duration: "2h" });
const notificationEmailAddresses = ["search-oncall@example.com"];

/** Between them, the clusters have every prop; what excludes each other is apart. */
const CLUSTERS: Partial<ClusterProps>[] = [
  {
    clusterName: "a",
    topology: Topology.highAvailability("oregon", 5),
    gpu: false,
    highPerformanceDisk: true,
    searchServerVersion: "30.1",
    autoUpgradeCapacity: false,
    serverParameters: { "max-per-page": "500" },
    maintenanceWindow: window,
    waitForChanges: true,
    notificationEmailAddresses,
    terminationProtection: true,
    timeouts: { create: "45m", update: "8h", delete: "20m" },
  },
  { topology: Topology.nodes({ oregon: 3, frankfurt: 2 }), performChangeAt: "2100-11-22T02:00:00Z" },
];

const EVERYTHING: { [type: string]: (cluster: ICluster, stack: TerraformStack) => void } = {
  searchcloud_cluster: (_, stack) => {
    for (const [index, props] of CLUSTERS.entries()) new Cluster(stack, `c${index}`, { ...SMALL, ...props });
  },
  searchcloud_configuration_change: (cluster) => {
    cluster.addConfigurationChange("a", {
      newMemory: "16_gb",
      newVcpu: "4_vcpus",
      newGpu: false,
      newHighPerformanceDisk: true,
      newSearchServerVersion: "30.1",
      newHighAvailability: true,
      newHighAvailabilityNodeCount: 5,
      newSearchDeliveryNetwork: "off",
      triggers: { release: "42" },
      maintenanceWindow: window,
      wait: true,
      notificationEmailAddresses,
      timeouts: { create: "8h" },
    });
    cluster.addConfigurationChange("b", {
      newRegionNodeCounts: { oregon: 3, frankfurt: 2 },
      performChangeAt: "2100-11-22T02:00:00Z",
    });
  },
  searchcloud_server_parameter: (cluster) => {
    cluster.addServerParameter("max-per-page", { value: "500" });
  },
  searchcloud_cloning_operation: (cluster) => {
    cluster.addCloningOperation("a", {
      targetRegion: "oregon",
      searchServerVersion: "30.1",
      triggers: { week: "47" },
      wait: true,
      terminateCloneOnDestroy: true,
      notificationEmailAddresses,
      timeouts: { create: "8h", delete: "2h" },
    });
  },
  searchcloud_api_keys: (cluster) => {
    cluster.issueApiKeys("a", { keepers: { year: "2027" }, timeouts: { create: "45m" } });
  },
};

/** The paths of all that can be configured. */
function configurable(block: BlockJson, prefix = ""): string[] {
  const attributes = Object.entries(block.attributes ?? {})
    .filter(([, { required, optional }]) => required || optional)
    .map(([name]) => prefix + name);
  const blocks = Object.entries(block.block_types ?? {}).flatMap(([name, nested]) =>
    configurable(nested.block, `${prefix}${name}.`),
  );
  return [...attributes, ...blocks];
}

const META = ["lifecycle", "provider", "depends_on", "count", "for_each", "provisioner", "connection"];

/** The paths of all that a synthesized resource sets. */
function set(attributes: Attributes, block: BlockJson, prefix = ""): string[] {
  return Object.entries(attributes)
    .filter(([name]) => prefix !== "" || !META.includes(name))
    .flatMap(([name, value]) => {
      const nested = block.block_types?.[name];
      return nested ? set(value as Attributes, nested.block, `${prefix}${name}.`) : [prefix + name];
    });
}

test("every type of resource has a construct", () => {
  const ours = Object.values<{ tfResourceType?: unknown }>(constructs as never).map(
    (value) => value.tfResourceType,
  );
  expect(ours).toEqual(expect.arrayContaining(resources.map(([type]) => type)));
  expect(Object.keys(EVERYTHING).sort()).toEqual(resources.map(([type]) => type).sort());
});

test.each(resources)(
  "everything that can be configured of %s is a prop, and nothing else",
  (type, { block }) => {
    const stack = stackWith((scope) =>
      EVERYTHING[type]?.(Cluster.fromClusterId(scope, "existing", "x7ab"), scope),
    );
    const made = Object.values(synthesized(stack).resource?.[type] ?? {});
    const paths = new Set(made.flatMap((attributes) => set(attributes, block)));
    expect([...paths].sort()).toEqual(configurable(block).sort());
  },
);

test("every type of resource and data source has a low-level class", () => {
  const classes = Object.values(l1).flatMap((module) =>
    Object.values<{ tfResourceType?: string }>(module as never),
  );
  const types = new Set(classes.map(({ tfResourceType }) => tfResourceType));
  expect(types).toEqual(
    new Set(["searchcloud", undefined, ...resources.map(([type]) => type), ...dataSources()]),
  );
});

function dataSources(): string[] {
  return Object.keys(schema?.data_source_schemas ?? {});
}
