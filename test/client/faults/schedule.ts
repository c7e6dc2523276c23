import fc from "fast-check";
import type { OperationId } from "../../../src/api/operations";
import { FAULTS, type FaultCase } from "../../support/faultMatrix";

/** One call of the client. Clusters are named by their place in the account. */
export type Act =
  | { readonly do: "read"; readonly cluster: number; readonly freshness: "fresh" | "shared" }
  | { readonly do: "list"; readonly maxAge: number }
  | { readonly do: "rename"; readonly cluster: number }
  | { readonly do: "create"; readonly name: string }
  /** The cluster that this actor created last, if any. */
  | { readonly do: "read own" }
  | { readonly do: "terminate"; readonly cluster: number }
  | { readonly do: "change" | "clone" | "parameter" | "keys"; readonly cluster: number }
  | { readonly do: "wait"; readonly cluster: number; readonly minutes: number };

/** Makes one call after the other. */
export interface Actor {
  /** Milliseconds after which the first begins. */
  readonly at: number;
  readonly acts: readonly Act[];
  /** Milliseconds after which this actor is stopped; null: never. */
  readonly stopAfter: number | null;
}

/** All events of one run. */
export interface Schedule {
  /** Requests in a minute, both the service's limit and the client's setting. */
  readonly budget: number;
  readonly actors: readonly Actor[];
  /** The faults, each with the number of the request (of an operation) that it hits. */
  readonly faults: readonly {
    readonly nth: number;
    readonly operation?: OperationId;
    readonly fault: FaultCase;
  }[];
  /** Milliseconds for which a fault holds a request. */
  readonly holdFor: number | null;
  /** Milliseconds of each request's way to the service and back, used in order and repeated. */
  readonly ways: readonly (readonly [there: number, back: number])[];
  /** The client's random numbers, used in the same way. */
  readonly dice: readonly number[];
}

/** Clusters that exist from the start; the last two are starting. */
export const CLUSTERS = 6;
export const STARTING = [4, 5];

const only = <const T>(value: T) => fc.constant(value);
const cluster = fc.nat({ max: CLUSTERS - 1 });
const freshness = fc.constantFrom("fresh", "shared");
const maxAge = fc.constantFrom(0, 60_000);
const name = fc.constantFrom("a", "b", "c");
const minutes = fc.integer({ min: 1, max: 10 });
const starting = fc.constantFrom(...STARTING);
const created = fc.constantFrom("change", "clone", "parameter", "keys");

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: only("read"), cluster, freshness }) },
  { weight: 3, arbitrary: fc.record({ do: only("list"), maxAge }) },
  { weight: 4, arbitrary: fc.record({ do: only("rename"), cluster }) },
  { weight: 3, arbitrary: fc.record({ do: only("create"), name }) },
  { weight: 2, arbitrary: fc.record({ do: only("read own") }) },
  { weight: 1, arbitrary: fc.record({ do: only("terminate"), cluster }) },
  { weight: 3, arbitrary: fc.record({ do: created, cluster }) },
  { weight: 2, arbitrary: fc.record({ do: only("wait"), cluster: starting, minutes }) },
);

const actor: fc.Arbitrary<Actor> = fc.record({
  at: fc.oneof(fc.constant(0), fc.nat({ max: 240_000 })),
  acts: fc.array(act, { minLength: 1, maxLength: 6 }),
  stopAfter: fc.option(fc.nat({ max: 300_000 }), { freq: 5 }),
});

// Each request takes some time: on a real clock, no request ends at the very time at which another one begins.
const trip = (max: number) => fc.integer({ min: 1, max });
const way = fc.oneof(only([1, 1]), fc.tuple(trip(3_000), trip(3_000)), fc.tuple(trip(20_000), trip(9_000)));

const line = {
  budget: fc.constantFrom(2, 5, 30),
  holdFor: fc.constantFrom(null, 20_000, 61_000),
  ways: fc.array(way, { minLength: 1, maxLength: 8 }),
  dice: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 5 }),
};

/** One fault per request: two that hold it would hold it longer than any second read waits (docs/design/laws.md#l1). */
const faultsOf = <T extends { readonly nth: number }>(fault: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(fault, { selector: ({ nth }) => nth, maxLength });

/** Anything, at any time. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
  ...line,
  actors: fc.array(actor, { minLength: 1, maxLength: 12 }),
  faults: faultsOf(
    fc.record({ nth: fc.integer({ min: 1, max: 60 }), fault: fc.constantFrom(...FAULTS) }),
    12,
  ),
});

/** Creates of one name at nearly the same time, most of them lost on the way there or back. */
export const twins: fc.Arbitrary<Schedule> = fc.record({
  ...line,
  actors: fc.array(
    fc.record({
      at: fc.nat({ max: 3_000 }),
      acts: only([{ do: "create", name: "a" }, { do: "read own" }]),
      stopAfter: only(null),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  faults: faultsOf(
    fc.record({
      nth: fc.integer({ min: 1, max: 4 }),
      operation: only("createCluster"),
      fault: fc.constantFrom(...FAULTS.filter(({ tells }) => tells === "nothing")),
    }),
    4,
  ),
});
