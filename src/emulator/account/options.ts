import { REGIONS, SEARCH_DELIVERY_NETWORKS, VCPUS_BY_MEMORY, YES_NO } from "../../api/enumerations";
import type { Call } from "../http/call";

const FREE_TIER = { memory: "0.5_gb", vcpu: "2_vcpus_1_hr_burst_per_day", regions: ["oregon"] };
const YES_NO_SETTINGS = ["gpu", "high_performance_disk", "high_availability"];

/** listClusterOptions. The document says what it holds, not the fields; the shape is an assumption. */
export function listClusterOptions({ world }: Call): unknown {
  if (world.assumptions.options_shape === "keyed") {
    return {
      options: {
        regions: Object.fromEntries(REGIONS.map((region) => [region, true])),
        memory_and_vcpu: VCPUS_BY_MEMORY,
        search_delivery_network: SEARCH_DELIVERY_NETWORKS,
        ...Object.fromEntries(YES_NO_SETTINGS.map((setting) => [setting, YES_NO])),
        free_tier: FREE_TIER,
      },
    };
  }
  return {
    regions: REGIONS.map((region) => ({ name: region, available: true })),
    memory: Object.entries(VCPUS_BY_MEMORY).map(([name, vcpu]) => ({ name, vcpu })),
    yes_no: Object.fromEntries(YES_NO_SETTINGS.map((setting) => [setting, YES_NO])),
    search_delivery_network: SEARCH_DELIVERY_NETWORKS,
    free_tier: FREE_TIER,
  };
}
