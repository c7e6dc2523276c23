import { GPU_PAIRS, VCPUS_BY_MEMORY } from "../api/enumerations";
import { OPERATIONS, type OperationId } from "../api/operations";
import { PARAMETERS, type ParameterRule } from "../api/parameters";

export { permits, presetsWith } from "../api/capabilities";
/** What is known of the API's values; loads nothing heavy, so that plans can use it before any request. */
export {
  ENDED_STATUSES,
  LEAVING_STATUSES,
  METRIC_AGGREGATIONS,
  METRIC_NAMES,
  METRIC_RESOLUTIONS,
  REGIONS,
  SEARCH_DELIVERY_NETWORKS,
  STARTING_STATUSES,
  VCPUS_BY_MEMORY,
} from "../api/enumerations";
export type { OperationId } from "../api/operations";
export type { ParameterRule } from "../api/parameters";
export { valuesIn } from "./optionValues";

/** The capability that an operation requires of a key; null: any valid credential will do. */
export function capabilityOf(operation: OperationId): string | null {
  return OPERATIONS[operation].capability;
}

/** Whether the tables list this pair of memory and vcpu (docs/design/api-assumptions.md#values). */
export function isKnownPair(memory: string, vcpu: string): boolean {
  const row = Object.entries(VCPUS_BY_MEMORY).find(([known]) => known === memory);
  return row?.[1].some((known) => known === vcpu) ?? false;
}

/** Whether the tables list a GPU for this pair. */
export function knowsGpu(memory: string, vcpu: string): boolean {
  return GPU_PAIRS.some(([pairMemory, pairVcpu]) => pairMemory === memory && pairVcpu === vcpu);
}

/** What is known of a server parameter's values; undefined for a name that the table does not list. */
export function knownParameter(name: string): ParameterRule | undefined {
  return PARAMETERS.get(name);
}
