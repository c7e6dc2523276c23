import type { OperationId } from "../../api/operations";
import type { Answer } from "../../api/records";
import type { ServerClock } from "../../http/clock";
import type { ResolveContext } from "../../http/resolve";
import type { Call, CallOptions } from "../request/call";
import { type Kind, recordIdsIn } from "../request/recordIds";

type KnownRecords = ReturnType<typeof createKnownRecords>;

/**
 * Creates a register of the records that this process has seen, and since when, by names that are unique among all kinds of
 * records.
 */
export function createKnownRecords() {
  const firstSeen = new Map<string, number>();
  const claimed = new Set<string>();
  let moment = 0;
  return {
    /** Records that the service has just answered with this record. */
    note(name: string): void {
      if (!firstSeen.has(name)) firstSeen.set(name, moment);
    },
    /** Records that this record is the result of one of our creates. */
    claim(name: string): void {
      claimed.add(name);
    },
    /**
     * Takes a snapshot: the returned function tells if a record had been seen before, or has been claimed by one of our creates
     * at any time.
     */
    before(): (name: string) => boolean {
      moment += 1;
      const mark = moment;
      return (name) => claimed.has(name) || (firstSeen.get(name) ?? mark) < mark;
    },
  };
}

/** Returns a name that is unique in the process: the ids of two clusters, or of two kinds, may be equal. */
export function recordName(kind: Kind, ...ids: string[]): string {
  return JSON.stringify([kind, ...ids]);
}

/** Returns why an answer is not the result of a create: the record existed before (docs/design/laws.md#named-by-an-answer). */
export function knownBefore(
  kind: Kind,
  isKnown: (id: string) => boolean,
): (record: { readonly id: string }) => string | undefined {
  return ({ id }) => (isKnown(id) ? `the ${kind} ${id}, which was there before this request` : undefined);
}

/** True if a record (epoch seconds) is older than the last server time before a request: then it is not its result. */
export function isCreatedBefore(createdAt: number | null, serverTimeBefore: number | null): boolean {
  return createdAt !== null && serverTimeBefore !== null && createdAt < serverTimeBefore;
}

/** Returns the names of the records in an answer. */
export function recordNamesIn<Id extends OperationId>(
  id: Id,
  clusterId: string | undefined,
  answer: Answer<Id>,
): string[] {
  const found = recordIdsIn(id, answer);
  if (found === undefined) return [];
  const owner = found.kind === "cluster" ? [] : [clusterId ?? ""];
  return found.ids.map((one) => recordName(found.kind, ...owner, one));
}

/** The dependencies of writes. */
export interface WriteContext extends ResolveContext {
  readonly call: Call;
  readonly baseUrl: string;
  readonly pollInterval: number;
  readonly serverClock: ServerClock;
  readonly knownRecords: KnownRecords;
}

/** Options of a create whose lost answer is resolved by reading. */
export interface CreateOptions extends CallOptions {
  /** True for ids that were known before: they cannot be the result of this create. */
  readonly isKnown?: (id: string) => boolean;
}

/** Milliseconds that a list may lag behind a create; less on loopback, where the emulator runs. */
const LIST_LAG_MS = 60_000;
const LOOPBACK_LAG_MS = 5_000;

/**
 * Returns the milliseconds before the second read that guards a repeated POST (docs/design/laws.md#l1): enough for a list that
 * lags, and for a request that is still in transit.
 */
export function secondReadAfter(pollInterval: number, isLoopback: boolean): number {
  return Math.max(pollInterval, isLoopback ? LOOPBACK_LAG_MS : LIST_LAG_MS);
}
