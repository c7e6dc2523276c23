import {
  GPU_PAIRS,
  REGIONS,
  SEARCH_DELIVERY_NETWORKS,
  VCPUS_BY_MEMORY,
  YES_NO,
} from "../../api/enumerations";
import { MAX_HA_NODES, MIN_HA_NODES } from "../../api/limits";
import {
  booleanOrNull,
  checkFields,
  type FieldRule,
  integer,
  oneOf,
  oneOrMore,
  type Problem,
  text,
  textOrNull,
} from "./fields";
import { readRegionNodeCounts } from "./regionNodeCounts";
import { type TopologyRequest, targetCounts, topologyProblems } from "./topology";
import { compareVersions, FIRST_GPU_VERSION } from "./versions";

/** The vcpu options of all memory options. */
export const VCPUS = [...new Set(Object.values(VCPUS_BY_MEMORY).flat())];

/** The properties of createCluster (management API, Request bodies). */
const FIELDS: readonly FieldRule[] = [
  { field: "memory", required: true, check: oneOf(Object.keys(VCPUS_BY_MEMORY)) },
  { field: "vcpu", required: true, check: oneOf(VCPUS) },
  { field: "regions", check: oneOrMore(REGIONS) },
  { field: "region_node_counts", check: regionNodeCounts },
  { field: "high_availability_node_count", check: integer(MIN_HA_NODES, MAX_HA_NODES) },
  { field: "name", check: textOrNull },
  { field: "gpu", check: oneOf(YES_NO) },
  { field: "high_performance_disk", check: oneOf(YES_NO) },
  { field: "high_availability", check: oneOf(YES_NO) },
  { field: "search_delivery_network", check: oneOf(SEARCH_DELIVERY_NETWORKS) },
  { field: "search_server_version", check: text },
  { field: "auto_upgrade_capacity", check: booleanOrNull },
];

/** What a well-formed create asks for, with the defaults of docs/design/api-assumptions.md#topology, filled in. */
export interface CreateRequest {
  readonly name: string | null;
  readonly memory: string;
  readonly vcpu: string;
  readonly gpu: string;
  readonly high_performance_disk: string;
  readonly search_server_version: string | undefined;
  readonly high_availability: string;
  readonly search_delivery_network: string;
  readonly region_node_counts: Record<string, number>;
  readonly auto_upgrade_capacity: boolean | null;
  readonly topology: TopologyRequest;
}

/** The rules about the form of the body: properties, types, values, which go together. */
export function createFormProblems(body: Readonly<Record<string, unknown>>): Problem[] {
  const problems = checkFields(body, FIELDS);
  const has = (field: string) => Object.hasOwn(body, field);
  if (has("regions") === has("region_node_counts")) {
    problems.push({ field: null, text: "exactly one of regions and region_node_counts must be present" });
  }
  if (has("region_node_counts") && has("high_availability_node_count")) {
    const words = "region_node_counts must not be sent together with high_availability_node_count";
    problems.push({ field: null, text: words });
  }
  return problems;
}

/** Reads a body that has no {@link createFormProblems}. */
export function readCreate(body: Readonly<Record<string, unknown>>): CreateRequest {
  const textOr = (field: string, otherwise: string) => {
    const value = body[field];
    return typeof value === "string" ? value : otherwise;
  };
  const { regions, name, search_server_version: version, auto_upgrade_capacity: autoUpgrade } = body;
  const nodeCount = body.high_availability_node_count;
  const counts = Object.hasOwn(body, "region_node_counts")
    ? readRegionNodeCounts(body.region_node_counts)
    : null;
  const topology: TopologyRequest = {
    highAvailability: textOr("high_availability", "no"),
    network: textOr("search_delivery_network", "off"),
    regions: regions === undefined ? null : [regions].flat().map(String),
    counts: counts !== null && "counts" in counts ? counts.counts : null,
    nodeCount: typeof nodeCount === "number" ? nodeCount : null,
  };
  return {
    name: typeof name === "string" ? name : null,
    memory: textOr("memory", ""),
    vcpu: textOr("vcpu", ""),
    gpu: textOr("gpu", "no"),
    high_performance_disk: textOr("high_performance_disk", "no"),
    search_server_version: typeof version === "string" ? version : undefined,
    high_availability: topology.highAvailability,
    search_delivery_network: topology.network,
    region_node_counts: targetCounts(topology),
    auto_upgrade_capacity: typeof autoUpgrade === "boolean" ? autoUpgrade : null,
    topology,
  };
}

/** What decides whether a cluster can be built. */
export type Configuration = Pick<
  CreateRequest,
  | "memory"
  | "vcpu"
  | "gpu"
  | "high_performance_disk"
  | "high_availability"
  | "search_server_version"
  | "topology"
>;

/** The rules about what can be built; `version` is what search_server_version comes to, null when nothing. */
export function configurationProblems(request: Configuration, version: string | null): Problem[] {
  const { memory, vcpu, gpu, high_performance_disk: disk, high_availability: available } = request;
  const rows: readonly (readonly [failed: boolean, field: string | null, text: string])[] = [
    [
      !vcpusOf(memory).includes(vcpu),
      "vcpu",
      `must be one of ${vcpusOf(memory).join(", ")} for memory ${memory}`,
    ],
    [
      gpu === "yes" && !GPU_PAIRS.some(([gpuMemory, gpuVcpu]) => gpuMemory === memory && gpuVcpu === vcpu),
      "gpu",
      `is not available for memory ${memory} with vcpu ${vcpu}`,
    ],
    [
      gpu === "yes" && version !== null && compareVersions(version, FIRST_GPU_VERSION) < 0,
      "gpu",
      `needs server version ${FIRST_GPU_VERSION} or later`,
    ],
    [disk === "yes" && available !== "yes", "high_performance_disk", "needs high_availability yes"],
    [disk === "yes" && vcpu.includes("burst"), "high_performance_disk", "needs a vcpu without burst hours"],
    [version === null, "search_server_version", `${request.search_server_version} is not available`],
  ];
  return [
    ...rows.filter(([failed]) => failed).map(([, field, words]) => ({ field, text: words })),
    ...topologyProblems(request.topology).map((words) => ({ field: null, text: words })),
  ];
}

/** The vcpu options of a memory option; none when it is unknown. */
export function vcpusOf(memory: string): readonly string[] {
  return Object.entries(VCPUS_BY_MEMORY).find(([known]) => known === memory)?.[1] ?? [];
}

function regionNodeCounts(value: unknown): string | null {
  const read = readRegionNodeCounts(value);
  return "problem" in read ? read.problem : null;
}
