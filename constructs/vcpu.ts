import type { Open, VCPUS_BY_MEMORY } from "../src/api/enumerations";

type Known = (typeof VCPUS_BY_MEMORY)[keyof typeof VCPUS_BY_MEMORY][number];

const CONSTANTS = {
  VCPUS_2_BURST_1_HOUR: "2_vcpus_1_hr_burst_per_day",
  VCPUS_2_BURST_2_HOURS: "2_vcpus_2_hr_burst_per_day",
  VCPUS_2_BURST_4_HOURS: "2_vcpus_4_hr_burst_per_day",
  VCPUS_2_BURST_7_HOURS: "2_vcpus_7_hr_burst_per_day",
  VCPUS_2: "2_vcpus",
  VCPUS_4_BURST_5_HOURS: "4_vcpus_5_hr_burst_per_day",
  VCPUS_4: "4_vcpus",
  VCPUS_8_BURST_4_HOURS: "8_vcpus_4_hr_burst_per_day",
  VCPUS_8: "8_vcpus",
  VCPUS_12: "12_vcpus",
  VCPUS_16: "16_vcpus",
  VCPUS_24: "24_vcpus",
  VCPUS_32: "32_vcpus",
  VCPUS_48: "48_vcpus",
  VCPUS_64: "64_vcpus",
  VCPUS_96: "96_vcpus",
  VCPUS_128: "128_vcpus",
  VCPUS_192: "192_vcpus",
} as const satisfies { readonly [name: string]: Known };

/**
 * Virtual processors of each node: one of the known options, or one that the service has added since. Those with burst
 * hours run at full speed for so many hours a day. Each goes with some {@link Memory} options only.
 */
export type Vcpu = Open<Known>;

/** The vCPU options by name: `Vcpu.VCPUS_4` is the same as `"4_vcpus"`. */
export const Vcpu = {
  ...CONSTANTS,
  /** An option that is not among the constants. */
  of(option: string): Vcpu {
    return option;
  },
} as const;
