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
import { atom, type Code, call, object, templateOf, textCode } from "./code";

export const TOPOLOGY_NAMES = [
  "high_availability",
  "search_delivery_network",
  "high_availability_node_count",
  "regions",
  "region_node_counts",
] as const;

export type TopologyName = (typeof TOPOLOGY_NAMES)[number];

export interface TopologyCode {
  /** The prop `topology`. */
  readonly code: Code;
  /** What it does not say, or says otherwise. */
  readonly left: readonly TopologyName[];
}

/** A way to write a topology, and what it says. */
interface Candidate {
  readonly code: Code;
  readonly says: Partial<ClusterConfiguration>;
  readonly counts: NodeCounts;
}

/** The topology of a cluster as `Topology` says it, or as nearly as that goes. */
export function topologyCode(cluster: AdoptedCluster): TopologyCode {
  const all = candidates(cluster).map(({ code, says, counts }) => ({
    code,
    left: leftBy(cluster, says, counts),
  }));
  return all.reduce((best, next) => (next.left.length < best.left.length ? next : best));
}

function leftBy(
  { attributes, nodeCounts, ignored }: AdoptedCluster,
  says: Partial<ClusterConfiguration>,
  counts: NodeCounts,
): TopologyName[] {
  const differ = TOPOLOGY_NAMES.filter((name) => !sameValue(says[name] ?? null, attributes[name]));
  // Where all else agrees, either form stands for the same nodes.
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

/** What comes next to none of them stands first. */
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
    code: call("Topology.singleNode", text(region)),
    says: { high_availability: false, search_delivery_network: "off", regions: [region] },
    counts: { [region]: 1 },
  };
}

function highAvailability(region: string, nodes: number): Candidate {
  const count = nodes === DEFAULT_HA_NODES ? [] : [atom(nodes)];
  return {
    code: call("Topology.highAvailability", text(region), ...count),
    says: {
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
    code: call("Topology.regions", ...regions.map(text)),
    says: { high_availability: true, search_delivery_network: network, regions: [...regions] },
    counts: Object.fromEntries(regions.map((region) => [region, 1])),
  };
}

function severalNodesPerRegion(counts: NodeCounts): Candidate {
  return {
    code: call("Topology.nodes", countsCode(counts)),
    says: {
      high_availability: true,
      search_delivery_network: "multi_nodes_per_region",
      region_node_counts: counts,
    },
    counts,
  };
}

/** Node counts by region. */
export function countsCode(counts: NodeCounts): Code {
  return object(
    Object.fromEntries(Object.entries(counts).map(([region, count]) => [templateOf(region), atom(count)])),
  );
}

const text = (region: string): Code => textCode(templateOf(region));
