import type { Open, VCPUS_BY_MEMORY } from "../src/api/enumerations";

type Known = keyof typeof VCPUS_BY_MEMORY;

const CONSTANTS = {
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
} as const satisfies { readonly [name: string]: Known };

/**
 * Memory of each node: one of the known options, or one that the service has added since. Not every option goes with
 * every {@link Vcpu}.
 */
export type Memory = Open<Known>;

/** The memory options by name: `Memory.GB_8` is the same as `"8_gb"`. */
export const Memory = {
  ...CONSTANTS,
  /** An option that is not among the constants, such as `"2048_gb"`. */
  of(option: string): Memory {
    return option;
  },
} as const;
