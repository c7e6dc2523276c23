import { FAULTS, type FaultCase } from "../../../support/faultMatrix";

/** What a proxy may say, or a service that has lost its mind for a moment. */
const REFUSALS: readonly FaultCase[] = [403, 404].map((status) => ({
  name: String(status),
  effect: { kind: "status", status },
  work: "never",
  tells: "refused",
}));

/** Reads are sent again when these have spoilt them. */
export const PASSING = FAULTS.filter(({ tells, effect }) => tells !== "refused" && effect.kind !== "damage");

const named = (...names: string[]) => FAULTS.filter(({ name }) => names.includes(name));

/** Reads are not sent again by themselves, or not to a node. A redirect is a refusal to them as 403 is. */
export const NOT_PASSING = [...named("truncated JSON", "200 with an Error body"), ...REFUSALS];
/** What becomes of a write in another way (test/client/faults). */
export const OF_WRITES = [
  ...named(
    "reset before the work",
    "reset after the work",
    "no answer in time, carried out right after that",
  ),
  ...named("429 with Retry-After", "503 with HTML after the work", "a redirect"),
  ...NOT_PASSING,
];
