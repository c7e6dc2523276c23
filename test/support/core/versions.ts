import type { ClientCapabilities } from "../../../src/wire";

/** The Terraforms that are played, each by the newest release or candidate of its line. */
export const CORE_VERSIONS = ["1.12", "1.14", "1.16"] as const;
/** Those that have lists and actions. */
export const QUERY_VERSIONS = ["1.14", "1.16"] as const;
export type CoreVersion = (typeof CORE_VERSIONS)[number];

/** The differences between Terraform's versions that a provider can see. */
export interface Behaviour {
  /** The version as ConfigureProvider is told. */
  readonly release: string;
  readonly capabilities: ClientCapabilities;
  /** True if it knows lists, actions and GenerateResourceConfig. */
  readonly hasQueries: boolean;
  /** True if the plan inside apply gets the private bytes of the first plan. */
  readonly sendsPlannedPrivate: boolean;
}

const SINCE_1_11: ClientCapabilities = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: true,
  storePlannedPrivate: false,
  computedBlocksAllowed: false,
};

export const BEHAVIOURS: Readonly<Record<CoreVersion, Behaviour>> = {
  "1.12": { release: "1.12.2", capabilities: SINCE_1_11, hasQueries: false, sendsPlannedPrivate: false },
  "1.14": { release: "1.14.9", capabilities: SINCE_1_11, hasQueries: true, sendsPlannedPrivate: false },
  "1.16": {
    release: "1.16.0-rc2",
    capabilities: { ...SINCE_1_11, storePlannedPrivate: true, computedBlocksAllowed: true },
    hasQueries: true,
    sendsPlannedPrivate: true,
  },
};
