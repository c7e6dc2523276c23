import fc from "fast-check";
import { createClock } from "../../../src/emulator/clock";
import { type Control, createControl } from "../../../src/emulator/control/control";
import { createWorld } from "../../../src/emulator/world";
import { START } from "../support";

const MEMORIES = ["8_gb", "16_gb", "32_gb"];

/** Anything that can happen to one cluster: our requests and everybody else's look the same from here. */
const step = fc.oneof(
  fc.nat(7_200).map((seconds) => ({ act: "wait", run: (control: Control) => void control.advance(seconds) })),
  fc
    .record({ memory: fc.constantFrom(...MEMORIES), after: fc.integer({ min: -10, max: 3_600 }) })
    .map(({ memory, after }) => ({
      act: "change",
      run(control: Control) {
        const perform_change_at = Date.parse(control.state().now) / 1000 + after;
        control.changeOutside("abc", { perform_change_at, new_memory: memory });
      },
    })),
  fc.constantFrom(
    { act: "begin", run: (control: Control) => control.beginChange("abc", latest(control)) },
    { act: "cancel", run: (control: Control) => control.cancelOutside("abc", latest(control)) },
    { act: "succeed", run: (control: Control) => control.finishChange("abc", latest(control), "succeeded") },
    { act: "fail", run: (control: Control) => control.finishChange("abc", latest(control), "failed") },
    { act: "fail next", run: (control: Control) => control.failNextChange("abc") },
    {
      act: "upgrade",
      run: (control: Control) => control.autoUpgrade("abc", { memory: "16_gb", vcpu: "4_vcpus" }),
    },
  ),
);

function latest(control: Control): string {
  return control.state().changes.at(-1)?.id ?? "none";
}

function account(): Control {
  const clock = createClock({ mode: "manual", start: START });
  const world = createWorld({ clock, dialect: "search-cloud", rate: null, assumptions: {}, keys: [] });
  const control = createControl(world);
  control.seed({ clusters: [{ id: "abc", memory: "8_gb", vcpu: "4_vcpus", auto_upgrade_capacity: true }] });
  return control;
}

const RANK: Readonly<Record<string, number>> = { pending: 0, in_progress: 1 };
const rank = (status: string) => RANK[status] ?? 2;

test("one open change at most, none goes back, and the cluster changes exactly when one ends or is upgraded", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const control = account();
      for (const one of steps) {
        const before = control.state();
        let refused = false;
        try {
          one.run(control);
        } catch {
          refused = true;
        }
        const after = control.state();
        expect(after.changes.filter(({ status }) => rank(status) < 2).length).toBeLessThanOrEqual(1);
        expect(after.changes.length).toBeGreaterThanOrEqual(before.changes.length);
        const ended = after.changes.filter(({ id, status }, place) => {
          const was = before.changes[place];
          expect(was?.id ?? id).toBe(id);
          expect(rank(status)).toBeGreaterThanOrEqual(rank(was?.status ?? "pending"));
          if (rank(was?.status ?? "pending") === 2) expect(status).toBe(was?.status);
          return was?.status !== status && (status === "succeeded" || status === "failed");
        });
        const upgraded = one.act === "upgrade" && !refused ? "16_gb" : null;
        const expected = ended.at(-1)?.new_memory ?? upgraded ?? before.clusters[0]?.memory;
        expect(after.clusters[0]?.memory).toBe(expected);
        if (refused) expect(after).toEqual(before);
      }
    }),
  );
});
