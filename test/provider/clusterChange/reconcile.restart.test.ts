import type { DesiredState } from "../../../src/provider/clusterChange/reconcile";
import type { Restart } from "../../../src/provider/clusterChange/restart";
import { FakeService, refusal } from "./fakeService";
import { changeOf, SECONDS, SINGLE } from "./kit";
import { act, LOOK, later } from "./reconcileKit";

const due: Restart = { due: true, by: undefined };
/** A restart, and nothing else. */
const RESTART: Partial<DesiredState> = { planned: SINGLE, edited: [], restart: due };
const at = { kind: "at", at: later * 1000 } as const;

/** Each change that was ours, with what was left of the restart. */
function restarts(service: FakeService, changes: Partial<DesiredState>) {
  const { ours, restarts: left, said, outcome } = act(service, changes);
  return { told: () => ours.map((id, at) => [id, left[at]]), said, outcome };
}

describe("a restart that is due", () => {
  test("is a change of nothing but its moment", async () => {
    const service = new FakeService(SINGLE);
    const { told, outcome } = restarts(service, RESTART);
    await outcome;
    expect(service.asked).toEqual([...LOOK, "post"]);
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30 }]);
    expect(told()).toEqual([["own-1", { due: false, by: "own-1" }]]);
  });

  test("comes with the change of a size", async () => {
    const service = new FakeService(SINGLE);
    const { told, outcome } = restarts(service, { restart: due });
    await outcome;
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
    expect(told()).toEqual([["own-1", { due: false, by: "own-1" }]]);
  });

  test.each([false, true])(
    "refused without a size (400) names the disk that runs, which no automatic upgrade changes (on: %s)",
    async (autoUpgrade) => {
      const service = new FakeService(SINGLE);
      service.onCreate.push(() => {
        throw refusal(400, "At least one of new_memory, new_vcpu … is required");
      });
      await restarts(service, { ...RESTART, autoUpgrade }).outcome;
      expect(service.bodies).toEqual([
        { perform_change_at: SECONDS + 30 },
        { perform_change_at: SECONDS + 30, new_high_performance_disk: "no" },
      ]);
    },
  );

  test("is covered by our own change that waits", async () => {
    const service = new FakeService(SINGLE, changeOf({ id: "own", perform_change_at: later }));
    const { told, said, outcome } = restarts(service, { ...RESTART, ownChange: "own", schedule: at });
    await outcome;
    expect(service.asked).toEqual(LOOK);
    expect(told()).toEqual([["own", { due: false, by: "own" }]]);
    expect(said).toEqual([]);
  });

  test("is covered by somebody else's that comes in time, which is said", async () => {
    const service = new FakeService(SINGLE, changeOf({ id: "foreign", perform_change_at: later - 60 }));
    const { told, said, outcome } = restarts(service, { ...RESTART, schedule: at });
    await outcome;
    expect(service.asked).toEqual(LOOK);
    expect(told()).toEqual([["foreign", { due: false, by: "foreign" }]]);
    expect(said).toEqual([
      'Cluster "products" (c-1): its server_parameters take effect with a change that was requested outside of Terraform\n' +
        "Configuration change foreign (a restart, due 2026-01-01T00:59:00Z, pending) restarts the cluster in time, so no other change has been " +
        "requested.",
    ]);
  });

  test("takes the place of somebody else's that comes too late, with all that it brings", async () => {
    const foreign = changeOf({ id: "foreign", new_gpu: "yes", perform_change_at: later + 60 });
    const service = new FakeService(SINGLE, foreign);
    const { said, outcome } = restarts(service, { ...RESTART, schedule: at });
    await outcome;
    expect(service.asked).toEqual([...LOOK, "cancel foreign", ...LOOK, "post"]);
    expect(service.bodies).toEqual([{ perform_change_at: later, new_gpu: "yes" }]);
    expect(said.join()).toContain("has been rescheduled");
  });

  test("comes after a change that runs already, also one that brings all else", async () => {
    const service = new FakeService(SINGLE, changeOf({ id: "running", status: "in_progress" }));
    const { told, outcome } = restarts(service, RESTART);
    await outcome;
    expect(service.asked).toEqual([...LOOK, "wait running", ...LOOK, "post"]);
    expect(service.bodies).toEqual([{ perform_change_at: SECONDS + 30 }]);
    expect(told()).toEqual([["own-1", { due: false, by: "own-1" }]]);
  });
});

describe("a restart that a change brings", () => {
  const by: Restart = { due: false, by: "own" };
  const own = changeOf({ id: "own", new_memory: "16_gb", perform_change_at: later });
  const undo: Partial<DesiredState> = {
    planned: SINGLE,
    edited: ["memory"],
    restart: by,
    ownChange: "own",
    schedule: at,
  };

  test("is asked for alone when all else is edited back; in between it is kept as due", async () => {
    const service = new FakeService(SINGLE, own);
    const { told, outcome } = restarts(service, undo);
    await outcome;
    expect(service.asked).toEqual([...LOOK, "cancel own", ...LOOK, "post"]);
    expect(service.bodies).toEqual([{ perform_change_at: later }]);
    expect(told()).toEqual([
      [null, due],
      ["own-1", { due: false, by: "own-1" }],
    ]);
  });

  test("is not asked for again once that has begun", async () => {
    const service = new FakeService(SINGLE, { ...own, status: "in_progress" });
    const { told, outcome } = restarts(service, { ...undo, planned: { ...SINGLE, memory: "16_gb" } });
    await outcome;
    expect(service.asked).toEqual(LOOK);
    expect(told()).toEqual([["own", by]]);
  });

  test("is asked for again when that was cancelled, however far back", async () => {
    const service = new FakeService(SINGLE);
    service.older = [{ ...own, status: "canceled" }];
    await restarts(service, undo).outcome;
    expect(service.asked).toEqual(["changes", "read own", "read", "post"]);
    expect(service.bodies).toEqual([{ perform_change_at: later }]);
  });
});
