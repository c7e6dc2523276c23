import type { Settings, ShownSettings } from "../changes/record";
import { configurationProblems } from "./createCluster";
import type { Problem } from "./fields";
import { type TopologyRequest, targetCounts } from "./topology";

/** Settings that become what is asked. */
const DIRECT = ["memory", "vcpu", "gpu", "high_performance_disk"] as const;
/** Settings that only make sense together. */
const TOPOLOGY: readonly (keyof ShownSettings)[] = [
  "high_availability",
  "high_availability_node_count",
  "search_delivery_network",
  "region_node_counts",
];

export interface ChangePlan {
  readonly sets: Partial<Settings>;
  readonly problems: Problem[];
}

/**
 * What a change gives to a cluster, and what of it cannot be; what was so before is not held against it.
 * @param version what the asked version comes to, or the cluster's own; null when there is none such
 */
export function planChange(
  cluster: Settings,
  asked: Partial<ShownSettings>,
  version: string | null,
): ChangePlan {
  const topology = topologyAfter(cluster, asked);
  const sets: Partial<Settings> = {
    ...Object.fromEntries(DIRECT.filter((name) => name in asked).map((name) => [name, asked[name]])),
    ...(asked.search_server_version === undefined || version === null
      ? {}
      : { search_server_version: version }),
    ...(TOPOLOGY.some((name) => name in asked)
      ? {
          high_availability: topology.highAvailability,
          search_delivery_network: topology.network,
          region_node_counts: targetCounts(topology),
        }
      : {}),
  };
  const before = configurationProblems(
    { ...cluster, topology: topologyAfter(cluster, {}) },
    cluster.search_server_version,
  );
  const after = configurationProblems(
    { ...cluster, ...sets, search_server_version: asked.search_server_version, topology },
    version,
  );
  const added = after.filter(({ text: words }) => !before.some((one) => one.text === words));
  const off: Problem = { field: "high_availability", text: "cannot be turned off again" };
  const turnsOff = cluster.high_availability === "yes" && topology.highAvailability === "no";
  const problems = (turnsOff ? [off] : added).map(({ field, text: words }) => ({
    field: field === null ? null : `new_${field}`,
    text: words,
  }));
  return { sets, problems };
}

/** A change that turns the network on turns high availability on too (docs/design/api-assumptions.md#topology). */
function topologyAfter(cluster: Settings, asked: Partial<ShownSettings>): TopologyRequest {
  const network = asked.search_delivery_network ?? cluster.search_delivery_network;
  const turnedOn = network !== "off" && cluster.search_delivery_network === "off";
  const highAvailability = asked.high_availability ?? (turnedOn ? "yes" : cluster.high_availability);
  const nodeCount = asked.high_availability_node_count ?? null;
  const counts = asked.region_node_counts ?? null;
  // Several nodes in the one region that there is: their number is asked for, or follows from what is turned on.
  const grows = network === "off" && highAvailability === "yes" && cluster.high_availability === "no";
  const counted = counts === null && (nodeCount !== null || grows);
  return {
    highAvailability,
    network,
    regions: counted ? Object.keys(cluster.region_node_counts) : null,
    counts: counted ? null : (counts ?? cluster.region_node_counts),
    nodeCount,
  };
}
