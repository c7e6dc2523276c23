import { countDocuments } from "../documents/completeness";
import type { Nodes } from "../nodes";
import type { UpdatedAt } from "./sync";

/** The documents of a version by the value of the field with the time of their last write. */
export interface TimeCounts {
  readonly all: number;
  /** Those with a time from 2001-09-09 to tomorrow, in the given unit. */
  readonly inUnit: number;
  /** The same in the other unit. */
  readonly inOtherUnit: number;
  /** Those with a later value, which is no such time in the other unit. */
  readonly later: number;
}

/**
 * The verdict on the times of a version. `wrong`: most of them have another unit, so that an update would not find what is written.
 * `partly`: some documents have no usable time.
 */
type TimesVerdict = "right" | "wrong" | "partly";

/** The first time that counts, 2001-09-09, in milliseconds: the same digits in seconds and in milliseconds are decades apart. */
const FIRST_MS = 1_000_000_000_000;
const DAY_MS = 86_400_000;
const MOST_INT32 = 2 ** 31 - 1;

/** Judges the times of a version. Zero, a missing value, or one from before 2001 do not say which unit the application uses. */
export function judgeTimes({ all, inUnit, inOtherUnit, later }: TimeCounts): TimesVerdict {
  if (inOtherUnit > inUnit || (later > 0 && inUnit === 0)) return "wrong";
  return inUnit < all ? "partly" : "right";
}

/** The field to count by. */
export interface TimeField extends UpdatedAt {
  /** Servers refuse a filter with a larger number than an int32 holds. */
  readonly isInt32: boolean;
}

/** Counts the documents of a collection by their times. Returns null if they cannot be counted, for example with this key. */
export async function countTimes(
  nodes: Nodes,
  collection: string,
  { field, unit, isInt32 }: TimeField,
  { signal }: { readonly signal: AbortSignal },
): Promise<TimeCounts | null> {
  const count = async (filterBy?: string): Promise<number> => {
    const found = await countDocuments(nodes, { collection, filterBy }, signal);
    return "documents" in found ? found.documents : Number.NaN;
  };
  const all = await count();
  // A clock that is behind would find all times too late.
  const last = Math.max(nodes.serverNow() ?? 0, nodes.clock.now()) + DAY_MS;
  const within = (one: UpdatedAt["unit"]) => {
    const [from, to] = [FIRST_MS, last].map((ms) => Math.floor(one === "s" ? ms / 1000 : ms));
    return `${field}:>=${from} && ${field}:<=${isInt32 ? Math.min(to ?? 0, MOST_INT32) : to}`;
  };
  // A version with an int32 has no room for milliseconds, whatever the configuration says.
  if (isInt32) {
    const seconds = await count(within("s"));
    const lastSecond = Math.floor(last / 1000);
    const later = lastSecond >= MOST_INT32 ? 0 : await count(`${field}:>${lastSecond}`);
    return known(
      unit === "s"
        ? { all, inUnit: seconds, inOtherUnit: 0, later }
        : { all, inUnit: 0, inOtherUnit: seconds, later },
    );
  }
  const inUnit = await count(within(unit));
  const inOtherUnit = await count(within(unit === "s" ? "ms" : "s"));
  const beyond = await count(`${field}:>${Math.floor(unit === "s" ? last / 1000 : last)}`);
  return known({
    all,
    inUnit,
    inOtherUnit,
    later: Math.max(0, unit === "s" ? beyond - inOtherUnit : beyond),
  });
}

function known(counts: TimeCounts): TimeCounts | null {
  return Object.values(counts).some(Number.isNaN) ? null : counts;
}
