import fc from "fast-check";

const { SEARCHCLOUD_FUZZ_RUNS: runs, SEARCHCLOUD_FUZZ_SEED: seed, SEARCHCLOUD_FUZZ_PATH: path } = process.env;

// `npm run fuzz` names one seed for all properties, and the path to a case that failed. CI draws a new seed for each property.
if (seed) fc.configureGlobal({ seed: Number(seed), ...(path && { path, endOnFailure: true }) });

/**
 * The number of cases for a property in a file `*.fuzz.test.ts`.
 *
 * @param inCi the number for which CI has time; `npm run fuzz` uses more
 */
export function fuzzRuns(inCi: number): number {
  return runs ? Number(runs) : inCi;
}
