const KNOWN = {
  N_CALIFORNIA: "n_california",
  OREGON: "oregon",
  N_VIRGINIA: "n_virginia",
  OHIO: "ohio",
  CANADA: "canada",
  SAO_PAULO: "sao_paulo",
  IRELAND: "ireland",
  LONDON: "london",
  PARIS: "paris",
  ZURICH: "zurich",
  FRANKFURT: "frankfurt",
  STOCKHOLM: "stockholm",
  MILAN: "milan",
  SPAIN: "spain",
  CAPE_TOWN: "cape_town",
  BAHRAIN: "bahrain",
  UAE: "uae",
  MUMBAI: "mumbai",
  HYDERABAD: "hyderabad",
  SINGAPORE: "singapore",
  JAKARTA: "jakarta",
  SEOUL: "seoul",
  OSAKA: "osaka",
  TOKYO: "tokyo",
  MELBOURNE: "melbourne",
  SYDNEY: "sydney",
} as const;

/** Where nodes run: one of the known regions (docs/design/api-assumptions.md#values), or one that the service has added since. */
export type Region = (typeof KNOWN)[keyof typeof KNOWN] | (string & Record<never, never>);

/** The regions by name: `Region.OREGON` is the same as `"oregon"`. */
export const Region = {
  ...KNOWN,
  /** A region that is not among the constants. */
  of(name: string): Region {
    return name;
  },
} as const;

/** Suggestions, not limits: the service decides. */
export const KNOWN_REGIONS: readonly string[] = Object.values(KNOWN);
