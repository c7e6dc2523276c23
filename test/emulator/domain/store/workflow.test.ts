import fc from "fast-check";
import type { Control } from "../../../../src/emulator";
import {
  finish,
  freshWorkflow,
  statusAt,
  type WorkflowTimeline,
} from "../../../../src/emulator/domain/store/workflow";
import { updatedAt } from "../../../../src/emulator/domain/workflows/kind";
import { controlOf } from "../../support";

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

  test("one that is finished early began no later than its end", () => {
    const [early, running] = [workflow(), workflow()];
    finish(early, "succeeded", 10);
    finish(running, "succeeded", 1_010);
    expect([early, running]).toMatchObject([
      { beganAt: 10, endedAt: 10 },
      { beganAt: 1_000, endedAt: 1_010 },
    ]);
  });
});

interface Step {
  readonly act: string;
  run(control: Control): unknown;
}

const moment = (control: Control, after: number) => Date.parse(control.state().now) / 1000 + after;
const wait = (most: number) =>
  fc.nat(most).map((seconds): Step => ({ act: "wait", run: (control) => control.advance(seconds) }));
const MEMORIES = ["8_gb", "16_gb", "32_gb"];
const change = fc
  .record({ new_memory: fc.constantFrom(...MEMORIES), after: fc.integer({ min: -10, max: 3_600 }) })
  .map(({ new_memory, after }): Step => {
    const run = (control: Control) =>
      control.changeOutside("abc", { perform_change_at: moment(control, after), new_memory });
    return { act: "change", run };
  });
const clone = fc
  .constantFrom({}, { target_region: "paris" }, { target_region: "tokyo" })
  .map((body): Step => ({ act: "clone", run: (control) => control.cloneOutside("abc", body) }));

const latest = (control: Control, of: "changes" | "clones") => control.state()[of].at(-1)?.id ?? "none";
/** Steps of the latest change or clone, by its owner or outside the API. */
const onChange = fc.constantFrom<Step[]>(
  { act: "begin", run: (control) => control.beginChange("abc", latest(control, "changes")) },
  { act: "cancel", run: (control) => control.cancelOutside("abc", latest(control, "changes")) },
  { act: "succeed", run: (control) => control.finishChange("abc", latest(control, "changes"), "succeeded") },
  { act: "fail", run: (control) => control.finishChange("abc", latest(control, "changes"), "failed") },
  { act: "fail next", run: (control) => control.failNextChange("abc") },
  { act: "upgrade", run: (control) => control.autoUpgrade("abc", { memory: "16_gb", vcpu: "4_vcpus" }) },
);
const onClone = fc.constantFrom<Step[]>(
  { act: "begin", run: (control) => control.beginClone("abc", latest(control, "clones")) },
  { act: "cancel", run: (control) => control.cancelCloneOutside("abc", latest(control, "clones")) },
  { act: "succeed", run: (control) => control.finishClone("abc", latest(control, "clones"), "succeeded") },
  { act: "fail", run: (control) => control.finishClone("abc", latest(control, "clones"), "failed") },
  { act: "fail next", run: (control) => control.failNextClone("abc") },
  { act: "terminate", run: (control) => control.terminateOutside("abc") },
);

const RANK: Readonly<Record<string, number>> = { pending: 0, in_progress: 1 };
const rank = (status: string) => RANK[status] ?? 2;

/** Takes a step. A rejected one has changed nothing. Returns true if it was accepted. */
function take({ run }: Step, control: Control): boolean {
  const before = control.state();
  try {
    run(control);
    return false;
  } catch {
    expect(control.state()).toEqual(before);
    return true;
  }
}

/** Checks that none goes back or disappears, and that ended ones stay the same. */
function expectForward(before: readonly Listed[], after: readonly Listed[]): void {
  expect(after.slice(0, before.length).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  for (const [place, { status: was }] of before.entries()) {
    const is = after[place]?.status ?? "";
    expect(rank(is)).toBeGreaterThanOrEqual(rank(was));
    if (rank(was) === 2) expect(is).toBe(was);
  }
}
type Listed = { readonly id: string; readonly status: string };

test("at most one change is open, and the cluster changes exactly when one ends or it is upgraded", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(wait(7_200), change, onChange), { maxLength: 30 }), (steps) => {
      const control = controlOf({}, { memory: "8_gb", vcpu: "4_vcpus", auto_upgrade_capacity: true });
      for (const step of steps) {
        const before = control.state();
        const refused = take(step, control);
        const after = control.state();
        expectForward(before.changes, after.changes);
        expect(after.changes.filter(({ status }) => rank(status) < 2).length).toBeLessThanOrEqual(1);
        const ended = after.changes.filter(({ status }, place) => {
          return before.changes[place]?.status !== status && (status === "succeeded" || status === "failed");
        });
        const upgraded = step.act === "upgrade" && !refused ? "16_gb" : null;
        const expected = ended.at(-1)?.new_memory ?? upgraded ?? before.clusters[0]?.memory;
        expect(after.clusters[0]?.memory).toBe(expected);
      }
    }),
  );
});

const assumed = fc.record({
  clone_target_appears: fc.constantFrom("succeeded", "begun"),
  clone_counts_as_change: fc.constantFrom("yes", "no"),
  clone_of_terminated: fc.constantFrom("failed", "goes_on"),
  termination_path: fc.constant("deprovisioning"),
});

test("a clone creates one cluster or none, and names it exactly when it has succeeded", () => {
  const steps = fc.array(fc.oneof(wait(1_200), clone, onClone, change), { maxLength: 25 });
  fc.assert(
    fc.property(assumed, steps, (assumptions, taken) => {
      const control = controlOf(assumptions, {});
      const named = new Map<string, string>();
      for (const step of taken) {
        const before = control.state();
        take(step, control);
        const { clones, changes, clusters } = control.state();
        expectForward(before.clones, clones);
        for (const { id, status, target_cluster_reference_id: target } of clones) {
          expect(target !== null).toBe(status === "succeeded");
          if (target === null) continue;
          expect(named.get(id) ?? target).toBe(target);
          named.set(id, target);
        }
        expect(new Set(named.values()).size).toBe(named.size);
        expect(clusters.map(({ id }) => id)).toEqual(expect.arrayContaining([...named.values()]));
        const living = clusters.filter(({ id, status }) => id !== "abc" && status !== "deprovisioning");
        const running = clones.filter(({ status }) => status === "in_progress").length;
        const early = assumptions.clone_target_appears === "begun" ? running : 0;
        expect(living).toHaveLength(named.size + early);
        const counted = assumptions.clone_counts_as_change === "yes" ? [...clones, ...changes] : [];
        expect(counted.filter(({ status }) => rank(status) < 2).length).toBeLessThanOrEqual(1);
      }
    }),
  );
});
