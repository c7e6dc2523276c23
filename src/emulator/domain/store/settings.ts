import type { Assumptions } from "../assumptions";

/** What a configuration change can change, as the emulator stores it; the other settings follow from these. */
export interface Settings {
  memory: string;
  vcpu: string;
  gpu: string;
  high_performance_disk: string;
  search_server_version: string;
  high_availability: string;
  search_delivery_network: string;
  /** The target topology: nodes per region. */
  region_node_counts: Readonly<Record<string, number>>;
}

/** The settings of which a ConfigurationChange shows the old and the new value (management API). */
export interface ShownSettings extends Omit<Settings, "region_node_counts"> {
  high_availability_node_count: number | null;
  load_balancing: string;
  region_node_counts: Record<string, number> | null;
}

/** The settings of a cluster, apart from everything else that is stored of it. */
export function settingsOf(cluster: Settings): Settings {
  const { memory, vcpu, gpu, high_performance_disk, search_server_version } = cluster;
  const { high_availability, search_delivery_network, region_node_counts } = cluster;
  const sizes = { memory, vcpu, gpu, high_performance_disk, search_server_version };
  return {
    ...sizes,
    high_availability,
    search_delivery_network,
    region_node_counts: { ...region_node_counts },
  };
}

/** The settings as a cluster, or the old and new side of a change, shows them. */
export function shownSettings(cluster: Settings, assumptions: Assumptions): ShownSettings {
  const { region_node_counts: counts, ...settings } = settingsOf(cluster);
  const shown = { all: true, none: false, several_regions: Object.keys(counts).length > 1 };
  return {
    ...settings,
    high_availability_node_count: nodeCountOf(cluster),
    load_balancing: cluster.high_availability,
    region_node_counts: shown[assumptions.region_node_counts] ? { ...counts } : null,
  };
}

/** Null unless highly available in one region without the network (docs/design/api-assumptions.md#topology). */
function nodeCountOf(cluster: Settings): number | null {
  if (cluster.high_availability !== "yes" || cluster.search_delivery_network !== "off") return null;
  return nodesIn(cluster.region_node_counts);
}

export function nodesIn(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, nodes) => total + nodes, 0);
}
