import {
  DEFAULT_HA_NODES,
  MAX_HA_NODES,
  MAX_NETWORK_REGIONS,
  MIN_HA_NODES,
  MIN_NETWORK_REGIONS,
} from "../../api/limits";
import { nodesIn } from "../clusters/settings";

/** Where a request puts the nodes, with the defaults filled in. */
export interface TopologyRequest {
  readonly highAvailability: string;
  readonly network: string;
  /** Distinct regions; null when the request gives counts. */
  readonly regions: readonly string[] | null;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly nodeCount: number | null;
}

interface Shape {
  readonly highAvailability: "yes" | "no";
  readonly network: string;
  readonly regions: readonly [minimum: number, maximum: number];
  readonly nodes: readonly [minimum: number, maximum: number];
  /** One node in each region. */
  readonly single: boolean;
}

/** The topologies that exist (docs/design/api-assumptions.md#topology). */
const SHAPES: readonly Shape[] = [
  { highAvailability: "no", network: "off", regions: [1, 1], nodes: [1, 1], single: true },
  {
    highAvailability: "yes",
    network: "off",
    regions: [1, 1],
    nodes: [MIN_HA_NODES, MAX_HA_NODES],
    single: false,
  },
  { highAvailability: "yes", network: "3_regions", regions: [3, 3], nodes: [3, 3], single: true },
  { highAvailability: "yes", network: "5_regions", regions: [5, 5], nodes: [5, 5], single: true },
  {
    highAvailability: "yes",
    network: "multi_nodes_per_region",
    regions: [MIN_NETWORK_REGIONS, MAX_NETWORK_REGIONS],
    nodes: [MIN_HA_NODES, MAX_HA_NODES],
    single: false,
  },
];

/** The nodes per region that a request means. */
export function targetCounts(request: TopologyRequest): Record<string, number> {
  if (request.counts !== null) return { ...request.counts };
  const several = request.highAvailability === "yes" && request.network === "off";
  const nodes = several ? (request.nodeCount ?? DEFAULT_HA_NODES) : 1;
  return Object.fromEntries((request.regions ?? []).map((region) => [region, nodes]));
}

/** What is wrong with a topology; empty when it can be built. */
export function topologyProblems(request: TopologyRequest): string[] {
  const { highAvailability, network } = request;
  const shape = SHAPES.find((one) => one.highAvailability === highAvailability && one.network === network);
  if (shape === undefined) return [`search_delivery_network ${network} needs high_availability yes`];
  const said = `high_availability ${highAvailability} with search_delivery_network ${network}`;
  if (request.nodeCount !== null && !(highAvailability === "yes" && network === "off")) {
    return [`high_availability_node_count is not for ${said}`];
  }
  if (network === "multi_nodes_per_region" && request.counts === null)
    return [`${said} needs region_node_counts`];
  const counts = targetCounts(request);
  const regions = Object.keys(counts).length;
  const nodes = nodesIn(counts);
  if (!within(regions, shape.regions))
    return [`${said} needs ${range(shape.regions, "region")}, not ${regions}`];
  if (shape.single && nodes !== regions) return [`${said} needs 1 node in each region`];
  if (!within(nodes, shape.nodes)) return [`${said} needs ${range(shape.nodes, "node")}, not ${nodes}`];
  return [];
}

function within(value: number, [minimum, maximum]: readonly [number, number]): boolean {
  return value >= minimum && value <= maximum;
}

function range([minimum, maximum]: readonly [number, number], noun: string): string {
  if (minimum === maximum) return `${minimum} ${noun}${minimum === 1 ? "" : "s"}`;
  return `${minimum} to ${maximum} ${noun}s`;
}
