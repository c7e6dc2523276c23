import fc from "fast-check";
import { type Choice, chooseRead, untilSharedPoll } from "../../../src/client/reads/choose";

type Row = readonly [
  string,
  waiting: number,
  requested: number,
  spent: number,
  list: readonly [remaining: number | null, foundLast: number] | null,
  choice: Choice,
];

test.each<Row>([
  ["two clusters", 2, 2, 0, null, "single"],
  ["three at once", 3, 3, 0, null, "page"],
  ["a third, one after the other", 1, 3, 2, null, "page"],
  ["three polls of waits", 3, 0, 50, null, "page"],
  ["two polls of waits, however much was read before", 2, 0, 50, null, "single"],
  ["not on any page", 5, 500, 10, [0, 0], "single"],
  ["a page that has found one is as good as a read by id", 1, 9, 9, [99, 1], "page"],
  ["nobody says how long the list is", 9, 900, 1, [null, 0], "single"],
  ["nobody says, but pages go on finding", 9, 900, 1, [null, 2], "page"],
  ["as many pages as reads", 9, 10, 1, [9, 0], "rest"],
  ["a whole account of 1,000, ten at a time, found or not", 10, 10, 1, [19, 1], "rest"],
  ["ten of an account of 1,050", 10, 10, 1, [20, 0], "single"],
  ["ten polls of waits, newest elsewhere", 10, 0, 1, [19, 0], "single"],
])("the next request for %s", (_, waiting, requested, spent, list, choice) => {
  const progress = list && { remaining: list[0], foundLast: list[1] };
  expect(chooseRead({ waiting, requested, spent, list: progress })).toBe(choice);
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
    if (chooseRead({ waiting: waiting.size, requested, spent, list: progress }) !== "single") {
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

const shuffled = (total: number, seed: number) => {
  const all = [...Array(total).keys()];
  const orders = fc.shuffledSubarray(all, { minLength: total, maxLength: total });
  return fc.sample(orders, { numRuns: 1, seed })[0] ?? [];
};

describe("what a plan costs (docs/design/laws.md#l7)", () => {
  test.each([1, 3, 50, 51, 1_000])("a whole account of %i: its pages, and two more at most", (total) => {
    for (const parallel of [1, 2, 10])
      for (const seed of [1, 2, 3]) {
        const cost = plan(total, shuffled(total, seed), parallel);
        const pages = Math.ceil(total / 50);
        // One at a time, nobody knows for long that it will be all of them.
        if (parallel === 10) expect(cost).toBeLessThanOrEqual(pages + 2);
        else expect(cost).toBeLessThanOrEqual(2 * Math.min(total, pages) + 2);
      }
  });

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
  test("is at least half an interval and at most one and a half away, and the same for all who come before it", () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.integer({ min: 1, max: 1e5 }), (origin, now, interval) => {
        const pause = untilSharedPoll(origin, now, interval);
        expect(pause).toBeGreaterThanOrEqual(interval / 2 - 1e-3);
        expect(pause).toBeLessThanOrEqual(1.5 * interval + 1e-3);
        const beat = (now + pause - origin) / interval;
        expect(Math.abs(beat - Math.round(beat))).toBeLessThan(1e-3);
      }),
    );
  });
});
