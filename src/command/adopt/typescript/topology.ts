import type { ClusterConfiguration, NodeCounts } from "../../../adoption";
import { isSameTopology } from "../../../api/comparison";
import {
  DEFAULT_HA_NODES,
  MAX_HA_NODES,
  MAX_NETWORK_REGIONS,
  MIN_HA_NODES,
  MIN_NETWORK_REGIONS,
  MIN_NODES_PER_REGION,
} from "../../../api/limits";
import type { AdoptedCluster } from "../model";
import { atom, type Code, call, object, template, templateOf } from "./code";

export const TOPOLOGY_NAMES = [
  "high_availability",
  "search_delivery_network",
  "high_availability_node_count",
  "regions",
  "region_node_counts",
] as const;

export type TopologyName = (typeof TOPOLOGY_NAMES)[number];

interface TopologyCode {
  /** The prop `topology`. */
  readonly code: Code;
  /** The attributes that the prop sets to other values, or not at all. */
  readonly remaining: readonly TopologyName[];
}

/** One way to write a topology, and the attributes that it sets. */
interface Candidate {
  readonly code: Code;
  readonly sets: Partial<ClusterConfiguration>;
  readonly counts: NodeCounts;
}

/** Returns the call of `Topology` that sets the most of a cluster's topology. */
export function topologyCode(cluster: AdoptedCluster): TopologyCode {
  const all = candidates(cluster).map(({ code, sets, counts }) => ({
    code,
    remaining: remainingAttributes(cluster, sets, counts),
  }));
  return all.reduce((best, next) => (next.remaining.length < best.remaining.length ? next : best));
}

function remainingAttributes(
  { attributes, nodeCounts, ignored }: AdoptedCluster,
  sets: Partial<ClusterConfiguration>,
  counts: NodeCounts,
): TopologyName[] {
  const differ = TOPOLOGY_NAMES.filter((name) => !sameValue(sets[name] ?? null, attributes[name]));
  // If everything else is equal, both forms describe the same nodes.
  const isOnlyForm = differ.every((name) => name === "regions" || name === "region_node_counts");
  const isSame = nodeCounts !== null && isSameTopology(counts, nodeCounts) && ignored.length === 0;
  return isOnlyForm && isSame ? [] : differ;
}

function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return [...value].sort();
  return typeof value === "object" && value !== null ? Object.entries(value).sort() : value;
}

/** Returns the candidates. The first is used if none fits better. */
function candidates({ attributes, nodeCounts }: AdoptedCluster): [Candidate, ...Candidate[]] {
  const { high_availability: isAvailable, high_availability_node_count: nodes } = attributes;
  const counts: NodeCounts = nodeCounts ?? attributes.region_node_counts ?? {};
  const regions = attributes.regions ?? Object.keys(counts);
  const [first = "unknown"] = regions;
  const total = Object.values(counts)[0] ?? nodes ?? DEFAULT_HA_NODES;
  const [single, several] = [singleNode(first), highAvailability(first, DEFAULT_HA_NODES)];
  const found: [Candidate, ...Candidate[]] = isAvailable === true ? [several, single] : [single, several];
  if (isNumberOfNodes(total)) found.push(highAvailability(first, total));
  const network = NETWORKS.get(regions.length);
  if (network !== undefined && new Set(regions).size === regions.length)
    found.push(oneNodePerRegion(regions, network));
  if (isForNodes(counts)) found.push(severalNodesPerRegion(counts));
  return found;
}

const NETWORKS: ReadonlyMap<number, string> = new Map([
  [3, "3_regions"],
  [5, "5_regions"],
]);

function isNumberOfNodes(nodes: number): boolean {
  return Number.isInteger(nodes) && nodes >= MIN_HA_NODES && nodes <= MAX_HA_NODES;
}

function isForNodes(counts: NodeCounts): boolean {
  const { length } = Object.keys(counts);
  const all = Object.values(counts);
  return (
    length >= MIN_NETWORK_REGIONS &&
    length <= MAX_NETWORK_REGIONS &&
    all.every((count) => Number.isInteger(count) && count >= MIN_NODES_PER_REGION) &&
    isNumberOfNodes(all.reduce((sum, count) => sum + count, 0))
  );
}

function singleNode(region: string): Candidate {
  return {
    code: call("Topology.singleNode", template(region)),
    sets: { high_availability: false, search_delivery_network: "off", regions: [region] },
    counts: { [region]: 1 },
  };
}

function highAvailability(region: string, nodes: number): Candidate {
  const count = nodes === DEFAULT_HA_NODES ? [] : [atom(nodes)];
  return {
    code: call("Topology.highAvailability", template(region), ...count),
    sets: {
      high_availability: true,
      search_delivery_network: "off",
      regions: [region],
      high_availability_node_count: nodes,
    },
    counts: { [region]: nodes },
  };
}

function oneNodePerRegion(regions: readonly string[], network: string): Candidate {
  return {
    code: call("Topology.regions", ...regions.map(template)),
    sets: { high_availability: true, search_delivery_network: network, regions: [...regions] },
    counts: Object.fromEntries(regions.map((region) => [region, 1])),
  };
}

function severalNodesPerRegion(counts: NodeCounts): Candidate {
  return {
    code: call("Topology.nodes", countsCode(counts)),
    sets: {
      high_availability: true,
      search_delivery_network: "multi_nodes_per_region",
      region_node_counts: counts,
    },
    counts,
  };
}

/** Returns node counts by region. */
export function countsCode(counts: NodeCounts): Code {
  return object(
    Object.fromEntries(Object.entries(counts).map(([region, count]) => [templateOf(region), atom(count)])),
  );
}
