import type { DifferenceRow } from "./errors";

/** Comparisons in a row that find the same difference, although it was corrected each time, until it counts as one that stays. */
const MOST_TIMES = 3;

/** The result of noting the differences that a comparison has found. */
interface Noted {
  /** True if the previous comparison had found one of them, too. */
  readonly isAgain: boolean;
  /** Those that stay. */
  readonly stay: readonly DifferenceRow[];
}

/** Creates the memory of differences that were corrected: applications cause new ones, but the same one again needs a reason. */
export function createCorrections() {
  let times = new Map<string, number>();
  return (found: readonly DifferenceRow[]): Noted => {
    const now = new Map(found.map((row) => [keyOf(row), (times.get(keyOf(row)) ?? 0) + 1]));
    times = now;
    const timesOf = (row: DifferenceRow) => now.get(keyOf(row)) ?? 0;
    return {
      isAgain: found.some((row) => timesOf(row) > 1),
      stay: found.filter((row) => timesOf(row) >= MOST_TIMES),
    };
  };
}

function keyOf({ id, kind }: DifferenceRow): string {
  return `${kind} ${id}`;
}
