/** The server configuration parameters that are known today (docs/design/api-assumptions.md#parameters). More may exist. */

/** What a value of a parameter can be; it is always sent as text. */
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

/** What is known of a server parameter's values; undefined for a name that the table does not list. */
export function knownParameter(name: string): ParameterRule | undefined {
  return PARAMETERS.get(name);
}
