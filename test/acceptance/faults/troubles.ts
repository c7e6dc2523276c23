import { FAULTS, type FaultCase } from "../../support/faultMatrix";

/** What goes wrong with a request that writes. */
export interface Trouble extends Pick<FaultCase, "name" | "effect" | "work" | "tells"> {
  /** How often it happens; 0: whenever it is requested. @default 1 */
  readonly times?: number;
  /** Whether from then on nothing can be read either. */
  readonly blind?: boolean;
  /** What the person at the terminal reads. */
  readonly says?: RegExp;
}

export const named = (name: string): FaultCase => {
  const found = FAULTS.find((fault) => fault.name === name);
  if (!found) throw new Error(`There is no fault "${name}"`);
  return found;
};

export const RESET_BEFORE = named("reset before the work");
export const RESET_AFTER = named("reset after the work");

export const RATE_LIMIT: Trouble = {
  ...named("429 with Retry-After"),
  effect: { kind: "status", status: 429, headers: { "retry-after": "0" } },
};

/** What the answer may hide. A PATCH of a value or a DELETE can be sent twice: for it, the first of these is enough. */
export const OF_ALL: readonly Trouble[] = [
  RESET_AFTER,
  { ...RESET_AFTER, name: "reset after the work, and nothing can be read", blind: true },
];

/**
 * The client treats these alike whatever is written: one create stands for all. What else may come instead of an answer each
 * operation meets in test/client/faults/writes.test.ts, and ends as one of these.
 */
export const OF_ONE: readonly Trouble[] = [
  RESET_BEFORE,
  { ...RESET_BEFORE, name: "reset before the work, and nothing can be read", blind: true },
  { ...RESET_BEFORE, name: "reset before the work, always", times: 0 },
];
