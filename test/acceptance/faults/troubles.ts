import { FAULTS, type FaultCase } from "../../support/faultMatrix";

/** A fault of a write request. */
export interface Trouble extends Pick<FaultCase, "name" | "effect" | "work" | "tells"> {
  /** The number of requests with the fault; 0: all. @default 1 */
  readonly times?: number;
  /** True if nothing can be read from then on either. */
  readonly blind?: boolean;
  /** The message in the terminal. */
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

/** Lost answers. A PATCH of a value or a DELETE can be sent twice, so the first one is enough for it. */
export const OF_ALL: readonly Trouble[] = [
  RESET_AFTER,
  { ...RESET_AFTER, name: "reset after the work, and nothing can be read", blind: true },
];

/**
 * Faults that the client handles in the same way for every write, so one create is enough. test/client/faults/writes.test.ts
 * tests all other faults for each operation; each of them ends as one of these.
 */
export const OF_ONE: readonly Trouble[] = [
  RESET_BEFORE,
  { ...RESET_BEFORE, name: "reset before the work, and nothing can be read", blind: true },
  { ...RESET_BEFORE, name: "reset before the work, always", times: 0 },
];
