import type { ICluster } from "./clusterInterface";
import type { ConfigurationChangeOptions } from "./configurationChangeOptions";
import { Cluster as ClusterResource } from "./generated/cluster";

type Setting = Extract<keyof ConfigurationChangeOptions, `new${string}`>;

interface Defined {
  /** The prop of the `Cluster`. */
  readonly prop: string;
  /** The attributes that hold it, of which Terraform may be told to ignore changes. */
  readonly attributes: readonly string[];
  /** Whether the program says anything about it. @default - it always does */
  readonly isGiven?: (cluster: ClusterResource) => boolean;
}

const topology = (...attributes: string[]): Defined => ({ prop: "topology", attributes });

const DEFINED: { readonly [name in Setting]: Defined } = {
  newMemory: { prop: "memory", attributes: ["memory"] },
  newVcpu: { prop: "vcpu", attributes: ["vcpu"] },
  newGpu: { prop: "gpu", attributes: ["gpu"], isGiven: ({ gpuInput }) => gpuInput !== undefined },
  newHighPerformanceDisk: {
    prop: "highPerformanceDisk",
    attributes: ["high_performance_disk"],
    isGiven: ({ highPerformanceDiskInput }) => highPerformanceDiskInput !== undefined,
  },
  newSearchServerVersion: {
    prop: "searchServerVersion",
    attributes: ["search_server_version"],
    isGiven: ({ searchServerVersionInput }) => searchServerVersionInput !== undefined,
  },
  newHighAvailability: topology("high_availability"),
  newHighAvailabilityNodeCount: topology("high_availability_node_count"),
  newSearchDeliveryNetwork: topology("search_delivery_network"),
  newRegionNodeCounts: topology("regions", "region_node_counts"),
};

/**
 * Which props of the `Cluster` define what a change with these settings touches, so that its next deploy would undo the change.
 * None where no `Cluster` of this program manages the cluster.
 */
export function propsUndoing(cluster: ICluster, settings: ConfigurationChangeOptions): string[] {
  const resource = cluster.node.defaultChild;
  if (!(resource instanceof ClusterResource)) return [];
  const ignored = resource.lifecycle?.ignoreChanges ?? [];
  const undoing = Object.entries(DEFINED)
    .filter(([name]) => settings[name as Setting] !== undefined)
    .filter(([, { isGiven }]) => isGiven?.(resource) ?? true)
    .filter(([, { attributes }]) => !attributes.every((name) => isIgnored(ignored, name)));
  return [...new Set(undoing.map(([, { prop }]) => prop))];
}

function isIgnored(ignored: "all" | readonly string[], attribute: string): boolean {
  return ignored === "all" || ignored.includes(attribute);
}
