import fc from "fast-check";
import {
  admit,
  answered,
  close,
  type GateState,
  MAX_PASSED_OVER,
  nextTurn,
  openGate,
  type Purpose,
  tighten,
} from "../../../src/client/budget/gate";

const WINDOW = 60_000;

/** Lets `count` requests through at `now`, each answered at once. */
function fill(state: GateState, count: number, now: number): GateState {
  let filled = state;
  for (let one = 0; one < count; one += 1) {
    const verdict = admit(filled, now);
    if (!verdict.admitted) throw new Error("The gate should be open");
    filled = answered(verdict.state, verdict.ticket, now);
  }
  return filled;
}

describe("the gate", () => {
  test("lets the budget through, then says when the first of it leaves the window", () => {
    const full = fill(openGate(3, WINDOW), 3, 1_000);
    expect(admit(full, 2_000)).toEqual({ admitted: false, reason: "budget", opensAt: 61_000 });
    expect(admit(full, 60_999).admitted).toBe(false);
    expect(admit(full, 61_000).admitted).toBe(true);
  });

  test("counts a request from its answer, and one that is under way until it has one", () => {
    const first = admit(openGate(1, WINDOW), 0);
    if (!first.admitted) throw new Error("The gate should be open");
    expect(admit(first.state, 70_000)).toEqual({ admitted: false, reason: "budget", opensAt: null });
    const later = answered(first.state, first.ticket, 70_000);
    expect(admit(later, 70_001)).toEqual({ admitted: false, reason: "budget", opensAt: 130_000 });
  });

  test("has no limit of its own at 0, and closes after a 429 all the same", () => {
    const state = fill(openGate(0, WINDOW), 500, 0);
    const closed = close(state, 10_000);
    expect(admit(closed, 9_999)).toEqual({ admitted: false, reason: "rate_limited", opensAt: 10_000 });
    expect(admit(closed, 10_000).admitted).toBe(true);
  });

  test("no later 429 shortens a closure, and earlier requests still count", () => {
    const closed = close(close(fill(openGate(2, WINDOW), 2, 0), 20_000), 5_000);
    expect(admit(closed, 19_999)).toEqual({ admitted: false, reason: "rate_limited", opensAt: 20_000 });
    expect(admit(closed, 20_000)).toEqual({ admitted: false, reason: "budget", opensAt: WINDOW });
    expect(fill(closed, 2, WINDOW).admitted).toHaveLength(2);
  });

  test("after a closure one request goes first, and its answer opens the gate or closes it again", () => {
    const closed = close(openGate(9, WINDOW), 10_000);
    const first = admit(closed, 10_000);
    if (!first.admitted) throw new Error("The gate should let one through");
    expect(admit(first.state, 10_001)).toEqual({ admitted: false, reason: "rate_limited", opensAt: null });
    expect(fill(answered(first.state, first.ticket, 10_002), 8, 10_002).admitted).toHaveLength(9);

    const again = answered(close(first.state, 70_000), first.ticket, 10_002);
    expect(admit(again, 69_999)).toEqual({ admitted: false, reason: "rate_limited", opensAt: 70_000 });
    const second = admit(again, 70_000);
    expect(second.admitted && admit(second.state, 70_000).admitted).toBe(false);
  });

  test.each([
    [30, 10, 10],
    [10, 30, 10],
    [0, 30, 30],
    [30, 0, 30],
    [0, 0, 0],
  ])("two settings for one key, %d and %d, make %d", (a, b, expected) => {
    expect(tighten(openGate(a, WINDOW), b).limit).toBe(expected);
  });

  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant("ask" as const), takes: fc.integer({ min: 0, max: 90_000 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 70_000 }) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("429" as const), ms: fc.integer({ min: 0, max: 90_000 }) }),
    },
  );

  test("never lets more than the budget through in any minute, and nothing while closed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 120 }), (limit, steps) => {
        let state = openGate(limit, WINDOW);
        let now = 0;
        let closedUntil = 0;
        const sent: number[] = [];
        const underWay: { readonly ticket: number; readonly endsAt: number }[] = [];
        for (const one of steps) {
          if (one.kind === "pass") now += one.ms;
          for (const [at, { ticket, endsAt }] of [...underWay.entries()].reverse()) {
            if (endsAt > now) continue;
            state = answered(state, ticket, endsAt);
            underWay.splice(at, 1);
          }
          if (one.kind === "429") {
            state = close(state, now + one.ms);
            closedUntil = Math.max(closedUntil, now + one.ms);
          }
          if (one.kind !== "ask") continue;
          const verdict = admit(state, now);
          if (!verdict.admitted) {
            expect(verdict.opensAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(now);
            continue;
          }
          expect(now).toBeGreaterThanOrEqual(closedUntil);
          state = verdict.state;
          underWay.push({ ticket: verdict.ticket, endsAt: now + one.takes });
          sent.push(now);
          expect(sent.filter((at) => at > now - WINDOW).length).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("turns", () => {
  /** The order in which a queue that nobody joins is let through. */
  function order(purposes: readonly Purpose[]): number[] {
    const queue = purposes.map((purpose, number) => ({ purpose, number }));
    const out: number[] = [];
    let passedOver = 0;
    for (let turn = nextTurn(queue, passedOver); turn !== null; turn = nextTurn(queue, passedOver)) {
      passedOver = turn.passedOver;
      out.push(turn.head.number);
      queue.splice(turn.place, 1);
    }
    return out;
  }

  test.each<[string, string, number[]]>([
    ["nobody", "", []],
    ["work as it came", "www", [0, 1, 2]],
    ["looks as they came", "lll", [0, 1, 2]],
    ["work before a look", "lw", [1, 0]],
    ["each fourth turn is a look's", "llwwwww", [2, 3, 4, 0, 5, 6, 1]],
  ])("%s", (_, purposes, expected) => {
    expect(order([...purposes].map((one) => (one === "w" ? "work" : "wait")))).toEqual(expected);
  });

  test("each goes once, each kind in its own order, and neither starves the other", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<Purpose>("work", "wait"), { maxLength: 60 }), (purposes) => {
        const out = order(purposes);
        expect([...out].sort((a, b) => a - b)).toEqual(purposes.map((_, number) => number));
        for (const kind of ["work", "wait"]) {
          const ofKind = out.filter((number) => purposes[number] === kind);
          expect(ofKind).toEqual([...ofKind].sort((a, b) => a - b));
        }
        // No look lets more pass than its share, and work waits for a look at most each fourth time.
        out.forEach((number, place) => {
          const before = out.slice(0, place);
          const looks = before.filter((one) => purposes[one] === "wait").length;
          const passed = before.filter((one) => one > number && purposes[one] === "work").length;
          const overtaken = before.filter((one) => one > number && purposes[one] === "wait").length;
          if (purposes[number] === "wait") expect(passed).toBeLessThanOrEqual(MAX_PASSED_OVER * (looks + 1));
          else expect(overtaken).toBe(0);
        });
      }),
    );
  });
});
