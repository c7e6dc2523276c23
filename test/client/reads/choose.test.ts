import fc from "fast-check";
import { choose, type Situation, untilBeat } from "../../../src/client/reads/choose";

const list = (remaining: number | null, foundLast = 0) => ({ remaining, foundLast });

describe("which request is next", () => {
  test.each<[string, Situation, "page" | "single"]>([
    ["one cluster", { waiting: 1, requested: 1, spent: 0, list: null }, "single"],
    ["two clusters", { waiting: 2, requested: 2, spent: 0, list: null }, "single"],
    ["three at once", { waiting: 3, requested: 3, spent: 0, list: null }, "page"],
    ["a third, one after the other", { waiting: 1, requested: 3, spent: 2, list: null }, "page"],
    ["three looks of waits", { waiting: 3, requested: 0, spent: 50, list: null }, "page"],
    [
      "two looks of waits, however much was read before",
      { waiting: 2, requested: 0, spent: 50, list: null },
      "single",
    ],
    ["not on any page", { waiting: 5, requested: 500, spent: 10, list: list(0) }, "single"],
    [
      "a page that has found one is as good as a look",
      { waiting: 1, requested: 9, spent: 9, list: list(99, 1) },
      "page",
    ],
    [
      "nobody says how long the list is",
      { waiting: 9, requested: 900, spent: 1, list: list(null) },
      "single",
    ],
    [
      "nobody says, but pages go on finding",
      { waiting: 9, requested: 900, spent: 1, list: list(null, 2) },
      "page",
    ],
    ["as many pages as looks", { waiting: 9, requested: 10, spent: 1, list: list(9) }, "page"],
    [
      "a whole account of 1,000, ten at a time",
      { waiting: 10, requested: 10, spent: 1, list: list(19) },
      "page",
    ],
    ["ten of an account of 1,050", { waiting: 10, requested: 10, spent: 1, list: list(20) }, "single"],
    [
      "ten looks of waits, newest elsewhere",
      { waiting: 10, requested: 0, spent: 1, list: list(19) },
      "single",
    ],
  ])("%s", (_, situation, choice) => {
    expect(choose(situation)).toBe(choice);
  });
});

/** A plan over some clusters of an account, ten at a time as Terraform asks; the requests that it costs. */
function plan(total: number, places: readonly number[], parallel: number): number {
  const pages = Math.max(1, Math.ceil(total / 50));
  let [requested, spent, read, foundLast] = [0, 0, 0, 0];
  const queue = [...places];
  const waiting = new Set<number>();
  const isSeen = (place: number) => place < read * 50;
  const refill = () => {
    while (waiting.size < parallel) {
      const place = queue.shift();
      if (place === undefined) return;
      requested += 1;
      if (!isSeen(place)) waiting.add(place);
    }
  };
  for (;;) {
    refill();
    if (waiting.size === 0) return spent;
    const progress = read === 0 ? null : { remaining: pages - read, foundLast };
    if (choose({ waiting: waiting.size, requested, spent, list: progress }) === "page") {
      spent += 1;
      read += 1;
      const before = waiting.size;
      for (const place of waiting) if (isSeen(place)) waiting.delete(place);
      foundLast = before - waiting.size;
    } else {
      spent += waiting.size;
      foundLast = 0;
      waiting.clear();
    }
  }
}

const shuffled = (total: number, count: number, seed: number) => {
  const random = fc.sample(
    fc.shuffledSubarray([...Array(total).keys()], { minLength: count, maxLength: count }),
    {
      numRuns: 1,
      seed,
    },
  );
  return random[0] ?? [];
};

describe("what a plan costs (docs/design/laws.md#l7)", () => {
  test.each([1, 2, 3, 49, 50, 51, 100, 500, 999, 1_000])(
    "a whole account of %i: its pages, and two more at most",
    (total) => {
      for (const parallel of [1, 2, 10])
        for (const seed of [1, 2, 3]) {
          const cost = plan(total, shuffled(total, total, seed), parallel);
          const pages = Math.ceil(total / 50);
          // One at a time, nobody knows for long that it will be all of them.
          if (parallel === 10) expect(cost).toBeLessThanOrEqual(pages + 2);
          else expect(cost).toBeLessThanOrEqual(2 * Math.min(total, pages) + 2);
        }
    },
  );

  test("never more than twice the cheaper way, wherever the clusters are in the list", () => {
    const accounts = fc.integer({ min: 1, max: 3_000 }).chain((total) =>
      fc.record({
        total: fc.constant(total),
        places: fc.uniqueArray(fc.integer({ min: 0, max: total - 1 }), { minLength: 1, maxLength: 400 }),
        parallel: fc.constantFrom(1, 2, 5, 10, 30),
      }),
    );
    fc.assert(
      fc.property(accounts, ({ total, places, parallel }) => {
        const cheaper = Math.min(places.length, Math.max(1, Math.ceil(total / 50)));
        expect(plan(total, places, parallel)).toBeLessThanOrEqual(2 * cheaper + 2);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the beat that all waits share", () => {
  test.each([
    ["at a beat, a whole interval", 0, 0, 60, 60],
    ["just after it", 0, 3, 60, 57],
    ["half way, the beat after the next is one and a half away", 0, 31, 60, 89],
    ["just before the half", 0, 30, 60, 30],
    ["long before it", 100, 3, 60, 37],
    ["no interval", 0, 3, 0, 0],
  ])("%s", (_, origin, now, interval, pause) => {
    expect(untilBeat(origin, now, interval)).toBeCloseTo(pause, 6);
  });

  test("is at least half an interval and at most one and a half away, and the same for all who come before it", () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.integer({ min: 1, max: 1e5 }), (origin, now, interval) => {
        const pause = untilBeat(origin, now, interval);
        expect(pause).toBeGreaterThanOrEqual(interval / 2 - 1e-3);
        expect(pause).toBeLessThanOrEqual(1.5 * interval + 1e-3);
        const beat = (now + pause - origin) / interval;
        expect(Math.abs(beat - Math.round(beat))).toBeLessThan(1e-3);
      }),
    );
  });
});
