import fc from "fast-check";
import { updatedAt } from "../../../src/emulator/workflows/answer";
import {
  begin,
  cancel,
  finish,
  freshWorkflow,
  statusAt,
  type WorkflowTimeline,
} from "../../../src/emulator/workflows/life";

/** Created at 0, due at 1000, over at 5000. */
function workflow(changes: Partial<WorkflowTimeline> = {}): WorkflowTimeline {
  return {
    ...freshWorkflow(),
    createdAt: 0,
    performAt: 1_000,
    duration: 4_000,
    ...changes,
  };
}

describe("the status of a change or clone", () => {
  const rows: [string, Partial<WorkflowTimeline>, string[]][] = [
    ["left alone", {}, ["0 pending 0", "999 pending 0", "1000 in_progress 1000", "5000 succeeded 5000"]],
    ["that fails", { outcome: "failed" }, ["4999 in_progress 1000", "5000 failed 5000"]],
    ["cancelled", { canceledAt: 500 }, ["500 canceled 500", "5000 canceled 500"]],
    ["begun early", { beganAt: 300 }, ["299 pending 0", "300 in_progress 300", "4300 succeeded 4300"]],
    ["ended early", { beganAt: 300, endedAt: 400, outcome: "failed" }, ["400 failed 400"]],
  ];
  test.each(rows)("one %s: moment, status and last update", (_, changes, moments) => {
    const one = workflow(changes);
    const seen = moments.map((moment) => {
      const now = Number.parseInt(moment, 10);
      return `${now} ${statusAt(one, now)} ${updatedAt(one, now)}`;
    });
    expect(seen).toEqual(moments);
  });

  test("a record that was created after the moment in question was updated when it was created", () => {
    expect(updatedAt(workflow({ createdAt: 500 }), 499)).toBe(500);
  });
});

test("one that is finished before its time began no later than that", () => {
  const [early, running] = [workflow(), workflow()];
  finish(early, "succeeded", 10);
  finish(running, "succeeded", 1_010);
  expect([early, running]).toMatchObject([
    { beganAt: 10, endedAt: 10 },
    { beganAt: 1_000, endedAt: 1_010 },
  ]);
});

describe("a workflow through time", () => {
  const ORDER = ["pending", "in_progress", "over"];
  const rank = (status: string) => (ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.indexOf("over"));
  const step = fc.record({
    wait: fc.nat(2_000),
    act: fc.constantFrom("none", "begin", "cancel", "succeed", "fail"),
  });

  test("never goes back, whatever is tried, and what is over stays what it is", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const one = workflow();
        let now = 0;
        let last = "pending";
        for (const { wait, act } of steps) {
          now += wait;
          const acts: Record<string, () => void> = {
            none() {},
            begin: () => begin(one, now),
            cancel: () => cancel(one, now),
            succeed: () => finish(one, "succeeded", now),
            fail: () => finish(one, "failed", now),
          };
          try {
            acts[act]?.();
          } catch {
            // A refusal is one of the cases; the status must not go back then either.
          }
          const status = statusAt(one, now);
          expect(rank(status)).toBeGreaterThanOrEqual(rank(last));
          if (rank(last) === 2) expect(status).toBe(last);
          expect(updatedAt(one, now)).toBeLessThanOrEqual(now);
          last = status;
        }
      }),
    );
  });
});
