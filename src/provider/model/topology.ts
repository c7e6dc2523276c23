import { DEFAULT_HA_NODES, MAX_NETWORK_REGIONS, MIN_NETWORK_REGIONS } from "../../api/limits";
import type { ClusterRecord } from "../../client";

/** Number of nodes by region: the essence of a topology. */
export interface NodeCounts {
  [region: string]: number;
}

/** The topology attributes, as configured or planned; null if not given. */
export interface Topology {
  readonly high_availability: boolean | null;
  readonly high_availability_node_count: number | null;
  readonly search_delivery_network: string | null;
  readonly regions: readonly string[] | null;
  readonly region_node_counts: NodeCounts | null;
}

export const NETWORK_OFF = "off";
export const MULTI_NODES = "multi_nodes_per_region";

/** Number of regions that each network spans, [least, most]. Null: it is off. */
const REGIONS: ReadonlyMap<string | null, readonly [number, number]> = new Map([
  [null, [1, 1]],
  [NETWORK_OFF, [1, 1]],
  ["3_regions", [3, 3]],
  ["5_regions", [5, 5]],
  [MULTI_NODES, [MIN_NETWORK_REGIONS, MAX_NETWORK_REGIONS]],
]);

export function networkOn(network: string | null): boolean {
  return network !== null && network !== NETWORK_OFF;
}

/** True if a network has exactly one node in each of its regions. */
export function oneNodePerRegion(network: string | null): boolean {
  return networkOn(network) && network !== MULTI_NODES && REGIONS.has(network);
}

/** Returns the number of regions that a network spans, [least, most]; undefined for an unknown network. */
export function regionsOf(network: string | null): readonly [number, number] | undefined {
  return REGIONS.get(network);
}

/** Returns the node counts that a configuration means; undefined if it leaves them to the service. */
export function targetCounts(topology: Topology): NodeCounts | undefined {
  if (topology.region_node_counts) return topology.region_node_counts;
  const { regions, search_delivery_network: network } = topology;
  if (!regions) return undefined;
  if (networkOn(network)) {
    return oneNodePerRegion(network) ? Object.fromEntries(regions.map((region) => [region, 1])) : undefined;
  }
  const [region] = regions;
  if (region === undefined || regions.length > 1) return undefined;
  const nodes = topology.high_availability ? (topology.high_availability_node_count ?? DEFAULT_HA_NODES) : 1;
  return { [region]: nodes };
}

export function sameRegions(a: readonly string[], b: readonly string[]): boolean {
  const wanted = new Set(a);
  return wanted.size === new Set(b).size && b.every((region) => wanted.has(region));
}

export function totalNodes(counts: NodeCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Returns the target topology: `region_node_counts`, or, if the service leaves it null, the nodes of a cluster in service. */
export function nodeCountsOf(record: ClusterRecord): NodeCounts | undefined {
  if (record.region_node_counts) return record.region_node_counts;
  if (record.status !== "in_service" || record.regions.length === 0) return undefined;
  const counts: NodeCounts = Object.create(null);
  for (const region of record.regions) counts[region] = (counts[region] ?? 0) + 1;
  return counts;
}
