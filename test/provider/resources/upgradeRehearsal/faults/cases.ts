import { FAULTS, type FaultCase } from "../../../../support/faultMatrix";

const named = (...names: string[]) => FAULTS.filter(({ name }) => names.includes(name));
const answered = (status: number): FaultCase => {
  return { name: String(status), effect: { kind: "status", status }, work: "never", tells: "refused" };
};

/** Of the ways in which a read is spoilt that is sent again by itself, those that take another branch. */
export const PASSING = named(
  "reset before the work",
  "no answer in time, and never carried out",
  "429 with Retry-After",
  "503 with HTML after the work",
  "truncated JSON instead of the work",
);

/** What ends a call of the management API at once: a refusal, of whatever kind, and what may mean that nothing is there. */
export const ENDING = [...named("200 with an Error body"), answered(404)];
/** The same for nodes, whose answers are not asked for again either. */
export const ENDING_AT_NODES = [...ENDING, ...named("truncated JSON"), answered(403)];
/** What becomes of a write (test/client/faults). */
export const OF_WRITES = [
  ...named(
    "reset before the work",
    "reset after the work",
    "no answer in time, carried out right after that",
  ),
  ...named("429 with Retry-After", "503 with HTML after the work", "truncated JSON", "a redirect"),
  ...ENDING,
];
