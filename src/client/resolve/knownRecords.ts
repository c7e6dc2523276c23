import type { OperationId } from "../../api/operations";
import type { Answer } from "../../api/records";
import type { ServerClock } from "../../http/clock";
import type { ResolveContext } from "../../http/resolve";
import type { Call, CallOptions } from "../request/call";
import { type Kind, recordIdsIn } from "../request/recordIds";

export type KnownRecords = ReturnType<typeof createKnownRecords>;

/** Which records this process has seen, and since when; by names that are unique among all kinds of records. */
export function createKnownRecords() {
  const firstSeen = new Map<string, number>();
  const claimed = new Set<string>();
  let moment = 0;
  return {
    /** Takes note of a record that the service has just answered. */
    note(name: string): void {
      if (!firstSeen.has(name)) firstSeen.set(name, moment);
    },
    /** Takes note that a record is the result of one of our creates. */
    claim(name: string): void {
      claimed.add(name);
    },
    /**
     * Fixes what is known now: the function says whether a record had been seen before this moment, or has been claimed
     * by one of our creates at any time.
     */
    before(): (name: string) => boolean {
      moment += 1;
      const mark = moment;
      return (name) => claimed.has(name) || (firstSeen.get(name) ?? mark) < mark;
    },
  };
}

/** The name of a record among all that the process knows: the ids of two clusters, or of two kinds, may be the same. */
export function recordName(kind: Kind, ...ids: string[]): string {
  return JSON.stringify([kind, ...ids]);
}

/**
 * Why the answer of a create is none: what it names was there before, so it is not what was created
 * (docs/design/laws.md#named-by-an-answer).
 */
export function knownBefore(
  kind: Kind,
  isKnown: (id: string) => boolean,
): (record: { readonly id: string }) => string | undefined {
  return ({ id }) => (isKnown(id) ? `the ${kind} ${id}, which was there before this request` : undefined);
}

/** Whether a record (epoch seconds) is older than the last server time seen before a request: then it is not its result. */
export function isCreatedBefore(createdAt: number | null, serverTimeBefore: number | null): boolean {
  return createdAt !== null && serverTimeBefore !== null && createdAt < serverTimeBefore;
}

/** The names of the records that an answer holds. */
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

/** What the concepts of the client are built on. */
export interface WriteContext extends ResolveContext {
  readonly call: Call;
  readonly baseUrl: string;
  readonly pollInterval: number;
  readonly serverClock: ServerClock;
  readonly knownRecords: KnownRecords;
}

/** Options of a create whose lost answer is resolved by reading. */
export interface CreateOptions extends CallOptions {
  /** Whether an id was known before: it then cannot be what this create has created. */
  readonly isKnown?: (id: string) => boolean;
}

/** Milliseconds that a list may lag behind a create; on loopback, where the emulator lives, it does so for less. */
const LIST_LAG_MS = 60_000;
const LOOPBACK_LAG_MS = 5_000;

/**
 * Milliseconds before the second read that guards a repeated POST (docs/design/laws.md#l1): long enough for a list
 * that lags, and for a request that is still on its way.
 */
export function secondReadAfter(pollInterval: number, isLoopback: boolean): number {
  return Math.max(pollInterval, isLoopback ? LOOPBACK_LAG_MS : LIST_LAG_MS);
}
