import {
  finish,
  freshWorkflow,
  statusAt,
  type WorkflowTimeline,
} from "../../../../src/emulator/domain/store/workflow";
import { updatedAt } from "../../../../src/emulator/domain/workflows/answer";

/** Created at 0, due at 1000, over at 5000. */
function workflow(changes: Partial<WorkflowTimeline> = {}): WorkflowTimeline {
  return { ...freshWorkflow(), createdAt: 0, performAt: 1_000, duration: 4_000, ...changes };
}

describe("a change or clone", () => {
  const rows: [string, Partial<WorkflowTimeline>, string[]][] = [
    ["left alone", {}, ["0 pending 0", "999 pending 0", "1000 in_progress 1000", "5000 succeeded 5000"]],
    ["that fails", { outcome: "failed" }, ["4999 in_progress 1000", "5000 failed 5000"]],
    ["cancelled", { canceledAt: 500 }, ["500 canceled 500", "5000 canceled 500"]],
    ["begun early", { beganAt: 300 }, ["299 pending 0", "300 in_progress 300", "4300 succeeded 4300"]],
    ["ended early", { beganAt: 300, endedAt: 400, outcome: "failed" }, ["400 failed 400"]],
    ["read at a moment before its creation", { createdAt: 500 }, ["499 pending 500"]],
  ];
  test.each(rows)("%s: moment, status and last update", (_, changes, moments) => {
    const one = workflow(changes);
    const seen = moments.map((moment) => {
      const now = Number.parseInt(moment, 10);
      return `${now} ${statusAt(one, now)} ${updatedAt(one, now)}`;
    });
    expect(seen).toEqual(moments);
  });

  test("that is finished before its time began no later than that", () => {
    const [early, running] = [workflow(), workflow()];
    finish(early, "succeeded", 10);
    finish(running, "succeeded", 1_010);
    expect([early, running]).toMatchObject([
      { beganAt: 10, endedAt: 10 },
      { beganAt: 1_000, endedAt: 1_010 },
    ]);
  });
});
