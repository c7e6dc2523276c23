import { GPU_PAIRS, VCPUS_BY_MEMORY } from "../api/enumerations";

export { permits, presetsWith } from "../api/capabilities";
/** What is known of the API's values; loads nothing heavy, so that plans can use it before any request. */
export { ENDED_STATUSES, LEAVING_STATUSES, REGIONS, STARTING_STATUSES } from "../api/enumerations";

/** Whether the tables list this pair of memory and vcpu (open-points.md, section 2). */
export function isKnownPair(memory: string, vcpu: string): boolean {
  const vcpus: readonly string[] | undefined = (
    VCPUS_BY_MEMORY as { readonly [memory: string]: readonly string[] }
  )[memory];
  return vcpus?.includes(vcpu) ?? false;
}

/** Whether the tables list a GPU for this pair. */
export function knowsGpu(memory: string, vcpu: string): boolean {
  return GPU_PAIRS.some(([pairMemory, pairVcpu]) => pairMemory === memory && pairVcpu === vcpu);
}
