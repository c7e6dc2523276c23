import type { Open, VCPUS_BY_MEMORY } from "../src/api/enumerations";

type KnownMemory = keyof typeof VCPUS_BY_MEMORY;

const MEMORIES = {
  GB_0_5: "0.5_gb",
  GB_1: "1_gb",
  GB_2: "2_gb",
  GB_4: "4_gb",
  GB_8: "8_gb",
  GB_16: "16_gb",
  GB_32: "32_gb",
  GB_64: "64_gb",
  GB_96: "96_gb",
  GB_128: "128_gb",
  GB_192: "192_gb",
  GB_256: "256_gb",
  GB_384: "384_gb",
  GB_512: "512_gb",
  GB_768: "768_gb",
  GB_1024: "1024_gb",
} as const satisfies { readonly [name: string]: KnownMemory };

/**
 * Memory of each node: a known option, or one that the service has added since. Each option requires certain {@link Vcpu}
 * options.
 */
export type Memory = Open<KnownMemory>;

/** The memory options by name: `Memory.GB_8` is the same as `"8_gb"`. */
export const Memory = {
  ...MEMORIES,
  /** An option without a constant, such as `"2048_gb"`. */
  of(option: string): Memory {
    return option;
  },
} as const;

type KnownVcpu = (typeof VCPUS_BY_MEMORY)[keyof typeof VCPUS_BY_MEMORY][number];

const VCPUS = {
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
} as const satisfies { readonly [name: string]: KnownVcpu };

/**
 * Virtual processors of each node: a known option, or one that the service has added since. Options with burst hours run at full
 * speed for that many hours per day. Each option requires certain {@link Memory} options.
 */
export type Vcpu = Open<KnownVcpu>;

/** The vCPU options by name: `Vcpu.VCPUS_4` is the same as `"4_vcpus"`. */
export const Vcpu = {
  ...VCPUS,
  /** An option without a constant. */
  of(option: string): Vcpu {
    return option;
  },
} as const;
