import { FAULTS, type FaultCase } from "../../../support/faultMatrix";

/** What a proxy may say, or a service that has lost its mind for a moment. */
const REFUSALS: readonly FaultCase[] = [403, 404].map((status) => ({
  name: String(status),
  effect: { kind: "status", status },
  work: "never",
  tells: "refused",
}));

export const ALL = [...FAULTS, ...REFUSALS];
/** Reads are sent again when these have spoilt them. */
export const PASSING = FAULTS.filter(({ tells, effect }) => tells !== "refused" && effect.kind !== "damage");
/** Reads are not sent again by themselves, or not to a node. */
export const NOT_PASSING = ALL.filter((fault) => !PASSING.includes(fault));
