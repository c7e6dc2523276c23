import fc from "fast-check";
import { MAX_PASSED_OVER, nextTurn, type Purpose } from "../../../src/client/budget/gate";

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

test("everybody goes once, each kind in its own order, and neither starves the other", () => {
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
