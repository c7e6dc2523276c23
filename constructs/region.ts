import { type Open, REGIONS } from "../src/api/enumerations";

type Known = (typeof REGIONS)[number];

/** Where nodes run: one of the known regions, or one that the service has added since. */
export type Region = Open<Known>;

type Constants = { readonly [Name in Known as Uppercase<Name>]: Name };

/** The regions by name: `Region.OREGON` is the same as `"oregon"`. */
export const Region = {
  ...(Object.fromEntries(REGIONS.map((name) => [name.toUpperCase(), name])) as Constants),
  /** A region that is not among the constants. */
  of(name: string): Region {
    return name;
  },
} as const;
