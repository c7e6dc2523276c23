import { hasKnownGpu, VCPUS_BY_MEMORY } from "../../../api/enumerations";
import {
  DEFAULT_HA_NODES,
  MAX_HA_NODES,
  MAX_NETWORK_REGIONS,
  MIN_HA_NODES,
  MIN_NETWORK_REGIONS,
} from "../../../api/limits";
import { compareVersions } from "../../../api/versions";
import { nodesIn } from "../store/settings";
import type { Problem } from "./refusal";
import { FIRST_GPU_VERSION } from "./versions";

/** The vcpu options of all memory options. */
export const VCPUS: readonly string[] = [...new Set(Object.values(VCPUS_BY_MEMORY).flat())];

/** The settings that decide if a cluster can be built. */
export interface Configuration {
  readonly memory: string;
  readonly vcpu: string;
  readonly gpu: string;
  readonly high_performance_disk: string;
  readonly high_availability: string;
  readonly search_server_version?: string | undefined;
  readonly topology: TopologyRequest;
}

/** Returns the problems of a configuration. `version` is the full requested version, null if there is no such version. */
export function configurationProblems(request: Configuration, version: string | null): Problem[] {
  const { memory, vcpu, gpu, high_performance_disk: disk, high_availability: available } = request;
  const vcpus = vcpusOf(memory);
  const gpuPair = hasKnownGpu(memory, vcpu);
  const gpuVersion = version === null || compareVersions(version, FIRST_GPU_VERSION) >= 0;
  const rows: readonly (readonly [holds: boolean, field: string, text: string])[] = [
    [vcpus.includes(vcpu), "vcpu", `must be one of ${vcpus.join(", ")} for memory ${memory}`],
    [gpu !== "yes" || gpuPair, "gpu", `is not available for memory ${memory} with vcpu ${vcpu}`],
    [gpu !== "yes" || gpuVersion, "gpu", `needs server version ${FIRST_GPU_VERSION} or later`],
    [disk !== "yes" || available === "yes", "high_performance_disk", "needs high_availability yes"],
    [disk !== "yes" || !vcpu.includes("burst"), "high_performance_disk", "needs a vcpu without burst hours"],
    [version !== null, "search_server_version", `${request.search_server_version} is not available`],
  ];
  const problems: Problem[] = rows.filter(([holds]) => !holds).map(([, field, text]) => ({ field, text }));
  const topology = topologyProblem(request.topology);
  return topology === null ? problems : [...problems, { field: null, text: topology }];
}

/** Returns the vcpu options of a memory option, the smallest first; none if it is unknown. */
export function vcpusOf(memory: string): readonly string[] {
  return Object.entries(VCPUS_BY_MEMORY).find(([known]) => known === memory)?.[1] ?? [];
}

/** The placement of nodes in a request, with the defaults filled in. */
export interface TopologyRequest {
  readonly highAvailability: string;
  readonly network: string;
  /** Distinct regions; null if the request gives counts. */
  readonly regions: readonly string[] | null;
  readonly counts: Readonly<Record<string, number>> | null;
  readonly nodeCount: number | null;
}

interface Shape {
  readonly regions: Range;
  readonly nodes: Range;
  /** One node in each region. */
  readonly single?: true;
}
type Range = readonly [minimum: number, maximum: number];

const HA_NODES: Range = [MIN_HA_NODES, MAX_HA_NODES];
/** The valid topologies, by availability and network (docs/design/api-assumptions.md#topology). */
const SHAPES: Readonly<Record<string, Shape>> = {
  "no off": { regions: [1, 1], nodes: [1, 1], single: true },
  "yes off": { regions: [1, 1], nodes: HA_NODES },
  "yes 3_regions": { regions: [3, 3], nodes: [3, 3], single: true },
  "yes 5_regions": { regions: [5, 5], nodes: [5, 5], single: true },
  "yes multi_nodes_per_region": { regions: [MIN_NETWORK_REGIONS, MAX_NETWORK_REGIONS], nodes: HA_NODES },
};

/** Returns the nodes per region that a request asks for. */
export function targetCounts(request: TopologyRequest): Record<string, number> {
  if (request.counts !== null) return { ...request.counts };
  const several = request.highAvailability === "yes" && request.network === "off";
  const nodes = several ? (request.nodeCount ?? DEFAULT_HA_NODES) : 1;
  return Object.fromEntries((request.regions ?? []).map((region) => [region, nodes]));
}

/** Returns the problem of a topology; null if it can be built. */
export function topologyProblem(request: TopologyRequest): string | null {
  const { highAvailability, network, nodeCount } = request;
  const shape = SHAPES[`${highAvailability} ${network}`];
  if (shape === undefined) return `search_delivery_network ${network} needs high_availability yes`;
  const kind = `high_availability ${highAvailability} with search_delivery_network ${network}`;
  if (nodeCount !== null && !(highAvailability === "yes" && network === "off")) {
    return `high_availability_node_count is not for ${kind}`;
  }
  if (network === "multi_nodes_per_region" && request.counts === null) {
    return `${kind} needs region_node_counts`;
  }
  const counts = targetCounts(request);
  const [regions, nodes] = [Object.keys(counts).length, nodesIn(counts)];
  if (!within(regions, shape.regions))
    return `${kind} needs ${range(shape.regions, "region")}, not ${regions}`;
  if (shape.single && nodes !== regions) return `${kind} needs 1 node in each region`;
  if (!within(nodes, shape.nodes)) return `${kind} needs ${range(shape.nodes, "node")}, not ${nodes}`;
  return null;
}

function within(value: number, [minimum, maximum]: Range): boolean {
  return value >= minimum && value <= maximum;
}

function range([minimum, maximum]: Range, noun: string): string {
  if (minimum === maximum) return `${minimum} ${noun}${minimum === 1 ? "" : "s"}`;
  return `${minimum} to ${maximum} ${noun}s`;
}
