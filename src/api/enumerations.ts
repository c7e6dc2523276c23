/**
 * The enumerated values that are known today. All of them are open: the service adds values, so nothing may reject a value only
 * because it is missing here (docs/design/api-assumptions.md#values, #topology).
 */

/** One of the known values, or any other string that the service may have added since. */
export type Open<Known extends string> = Known | (string & Record<never, never>);

/** docs/design/api-assumptions.md#values. */
export const YES_NO = ["yes", "no"] as const;
export type YesNo = Open<(typeof YES_NO)[number]>;

/** Kinds of search delivery network; for their rules about the topology, see docs/design/api-assumptions.md#topology. */
export const SEARCH_DELIVERY_NETWORKS = ["off", "3_regions", "5_regions", "multi_nodes_per_region"] as const;
export type SearchDeliveryNetwork = Open<(typeof SEARCH_DELIVERY_NETWORKS)[number]>;

/** In the order of a cluster's life; `suspended` is outside of it (billing). */
export const CLUSTER_STATUSES = [
  "provisioning",
  "initializing",
  "in_service",
  "suspended",
  "deprovisioning",
  "terminated",
] as const;
export type ClusterStatus = Open<(typeof CLUSTER_STATUSES)[number]>;

/** True if the status of a cluster is leaving or gone: nothing brings it back. */
export function isLeaving({ status }: { readonly status: string }): boolean {
  return status === "deprovisioning" || status === "terminated";
}

/** The statuses of a cluster that is paid for and not serving yet. */
export const STARTING_STATUSES: readonly string[] = ["provisioning", "initializing"];

/** Status of a configuration change or a cloning operation. Only `pending` can be canceled. */
export const WORKFLOW_STATUSES = ["pending", "in_progress", "succeeded", "failed", "canceled"] as const;
export type WorkflowStatus = Open<(typeof WORKFLOW_STATUSES)[number]>;

/** True if a change or a cloning operation has ended; an unknown status has not. */
export function hasEnded({ status }: { readonly status: string }): boolean {
  return ["succeeded", "failed", "canceled"].includes(status);
}

/** The creator of a cluster (management API, Cluster: provisioned_by). */
export const USER_TYPES = ["User", "API Key"] as const;
export type UserType = Open<(typeof USER_TYPES)[number]>;

export const REGIONS = [
  "n_california",
  "oregon",
  "n_virginia",
  "ohio",
  "canada",
  "sao_paulo",
  "ireland",
  "london",
  "paris",
  "zurich",
  "frankfurt",
  "stockholm",
  "milan",
  "spain",
  "cape_town",
  "bahrain",
  "uae",
  "mumbai",
  "hyderabad",
  "singapore",
  "jakarta",
  "seoul",
  "osaka",
  "tokyo",
  "melbourne",
  "sydney",
] as const;
export type Region = Open<(typeof REGIONS)[number]>;

/** The vCPU options that each memory option allows (docs/design/api-assumptions.md#values). */
export const VCPUS_BY_MEMORY = {
  "0.5_gb": ["2_vcpus_1_hr_burst_per_day"],
  "1_gb": ["2_vcpus_2_hr_burst_per_day"],
  "2_gb": ["2_vcpus_4_hr_burst_per_day"],
  "4_gb": ["2_vcpus_4_hr_burst_per_day", "2_vcpus"],
  "8_gb": ["2_vcpus_7_hr_burst_per_day", "2_vcpus", "4_vcpus"],
  "16_gb": ["2_vcpus", "4_vcpus_5_hr_burst_per_day", "4_vcpus", "8_vcpus"],
  "32_gb": ["4_vcpus", "8_vcpus_4_hr_burst_per_day", "8_vcpus", "16_vcpus"],
  "64_gb": ["8_vcpus", "16_vcpus", "32_vcpus"],
  "96_gb": ["12_vcpus", "24_vcpus", "48_vcpus"],
  "128_gb": ["4_vcpus", "16_vcpus", "32_vcpus", "64_vcpus"],
  "192_gb": ["24_vcpus", "48_vcpus", "96_vcpus"],
  "256_gb": ["8_vcpus", "32_vcpus", "64_vcpus", "128_vcpus"],
  "384_gb": ["48_vcpus", "96_vcpus", "128_vcpus"],
  "512_gb": ["16_vcpus", "64_vcpus", "128_vcpus"],
  "768_gb": ["24_vcpus", "96_vcpus", "192_vcpus"],
  "1024_gb": ["32_vcpus", "64_vcpus", "128_vcpus"],
} as const;
export type Memory = Open<keyof typeof VCPUS_BY_MEMORY>;
export type Vcpu = Open<(typeof VCPUS_BY_MEMORY)[keyof typeof VCPUS_BY_MEMORY][number]>;

/** The only pairs of memory and vcpu that can have a GPU, on server 0.25.0 or later. */
export const GPU_PAIRS: readonly (readonly [memory: string, vcpu: string])[] = [
  ["8_gb", "4_vcpus"],
  ["16_gb", "4_vcpus"],
  ["16_gb", "8_vcpus"],
  ["32_gb", "8_vcpus"],
  ["32_gb", "16_vcpus"],
  ["64_gb", "16_vcpus"],
  ["64_gb", "32_vcpus"],
  ["128_gb", "32_vcpus"],
  ["128_gb", "64_vcpus"],
  ["192_gb", "48_vcpus"],
  ["256_gb", "64_vcpus"],
  ["384_gb", "96_vcpus"],
];

/** Returns the vCPU options that the tables list for a memory; empty for one that they do not list. */
export function knownVcpus(memory: string): readonly string[] {
  return Object.entries(VCPUS_BY_MEMORY).find(([known]) => known === memory)?.[1] ?? [];
}

/** True if the tables list a GPU for this pair. */
export function hasKnownGpu(memory: string, vcpu: string): boolean {
  return GPU_PAIRS.some(([pairMemory, pairVcpu]) => pairMemory === memory && pairVcpu === vcpu);
}

/** The names of metrics (management API, Metrics). */
export const METRIC_NAMES = [
  "system_memory_used_bytes",
  "system_memory_total_bytes",
  "typesense_memory_active_bytes",
  "system_swap_used_bytes",
  "system_swap_total_bytes",
  "system_cpu_active_percentage",
  "search_latency_ms",
  "search_requests_per_second",
  "system_network_received_bytes_rate",
  "system_network_sent_bytes_rate",
  "system_disk_used_bytes",
  "system_disk_total_bytes",
  "pending_write_batches",
] as const;
export type MetricName = Open<(typeof METRIC_NAMES)[number]>;

/** The windows of metrics, each with the width of one bucket (management API, Metrics). */
export const METRIC_RESOLUTIONS = {
  "1h": "30s",
  "3h": "30s",
  "24h": "30m",
  "7d": "1h",
  "30d": "1h",
} as const;
export type MetricWindow = keyof typeof METRIC_RESOLUTIONS;

export const METRIC_AGGREGATIONS = ["avg", "max", "min", "p95"] as const;
export type MetricAggregation = (typeof METRIC_AGGREGATIONS)[number];

/** The server configuration parameters that are known today (docs/design/api-assumptions.md#parameters). More may exist. */

/** The values of a parameter, which are always sent as strings. */
export type ParameterRule =
  | {
      readonly kind: "integer";
      /** Smallest and largest value, both allowed. */
      readonly min: number;
      readonly max: number;
      /** Major version of the first server that has it. */
      readonly since: number;
    }
  /** Origins of the form https://host, separated by commas: no wildcard, no slash at the end. Any server has it. */
  | { readonly kind: "origins" };

const integer = (min: number, max: number, since: number): ParameterRule => ({
  kind: "integer",
  min,
  max,
  since,
});

export const PARAMETERS: ReadonlyMap<string, ParameterRule> = new Map<string, ParameterRule>([
  ["cors-domains", { kind: "origins" }],
  ["analytics-flush-interval", integer(60, 43_200, 26)],
  ["analytics-minute-rate-limit", integer(5, 9_999_999, 28)],
  ["cache-num-entries", integer(1_000, 9_999_999, 26)],
  ["db-compaction-interval", integer(3_600, 604_800, 26)],
  ["filter-by-max-ops", integer(1, 9_999_999, 27)],
  ["max-per-page", integer(1, 10_000, 27)],
  ["max-group-limit", integer(1, 9_999_999, 29)],
]);

/** Returns what is known about the values of a server parameter; undefined for an unknown name. */
export function knownParameter(name: string): ParameterRule | undefined {
  return PARAMETERS.get(name);
}
