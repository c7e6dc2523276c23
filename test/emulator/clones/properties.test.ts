import fc from "fast-check";
import { createClock } from "../../../src/emulator/clock";
import { type Control, createControl } from "../../../src/emulator/control/control";
import { createWorld } from "../../../src/emulator/world";
import { START } from "../support";

/** Anything that can happen to one cluster and its clones. */
const step = fc.oneof(
  fc.nat(1_200).map((seconds) => (control: Control) => void control.advance(seconds)),
  fc.constantFrom(undefined, "paris", "tokyo").map((target_region) => (control: Control) => {
    control.cloneOutside("abc", target_region === undefined ? {} : { target_region });
  }),
  fc.constantFrom(
    (control: Control) => control.beginClone("abc", latest(control)),
    (control: Control) => control.cancelCloneOutside("abc", latest(control)),
    (control: Control) => control.finishClone("abc", latest(control), "succeeded"),
    (control: Control) => control.finishClone("abc", latest(control), "failed"),
    (control: Control) => control.failNextClone("abc"),
    (control: Control) => void control.changeOutside("abc", { perform_change_at: later(control) }),
    (control: Control) => control.terminateOutside("abc"),
  ),
);

function latest(control: Control): string {
  return control.state().clones.at(-1)?.id ?? "none";
}

function later(control: Control): number {
  return Date.parse(control.state().now) / 1000 + 60;
}

function account(assumptions: Readonly<Record<string, string>>): Control {
  const clock = createClock({ mode: "manual", start: START });
  const world = createWorld({ clock, dialect: "search-cloud", rate: null, assumptions, keys: [] });
  const control = createControl(world);
  control.seed({ clusters: [{ id: "abc" }] });
  return control;
}

const assumed = fc.record({
  clone_target_appears: fc.constantFrom("succeeded", "begun"),
  clone_counts_as_change: fc.constantFrom("yes", "no"),
  clone_of_terminated: fc.constantFrom("failed", "goes_on"),
  termination_path: fc.constant("deprovisioning"),
});

test("a clone makes one cluster or none, and tells of it exactly when it has succeeded", () => {
  fc.assert(
    fc.property(assumed, fc.array(step, { maxLength: 25 }), (assumptions, steps) => {
      const control = account(assumptions);
      const told = new Map<string, string>();
      for (const act of steps) {
        try {
          act(control);
        } catch {
          // A refusal is one of the cases; what follows holds then too.
        }
        const { clones, clusters } = control.state();
        for (const { id, status, target_cluster_reference_id: target } of clones) {
          expect(target !== null).toBe(status === "succeeded");
          if (target === null) continue;
          expect(told.get(id) ?? target).toBe(target);
          told.set(id, target);
        }
        expect(new Set(told.values()).size).toBe(told.size);
        const ids = clusters.map(({ id }) => id);
        for (const target of told.values()) expect(ids).toContain(target);
        const living = clusters.filter(({ id, status }) => id !== "abc" && status !== "deprovisioning");
        const running = clones.filter(({ status }) => status === "in_progress").length;
        const early = assumptions.clone_target_appears === "begun" ? running : 0;
        expect(living).toHaveLength(told.size + early);
        if (assumptions.clone_counts_as_change === "yes") {
          const open = clones.filter(({ status }) => status === "pending" || status === "in_progress");
          expect(open.length).toBeLessThanOrEqual(1);
        }
      }
    }),
  );
});
