import type { DesiredState } from "../../../../src/provider/shared/changes/reconcile";
import type { Restart } from "../../../../src/provider/shared/changes/restart";
import { changeOf, SINGLE } from "./kit";
import { act, later, serviceOf } from "./reconcileKit";

const due: Restart = { due: true, by: undefined };
const by = (change: string): Restart => ({ due: false, by: change });
/** A restart without other changes. */
const RESTART: Partial<DesiredState> = { planned: SINGLE, edited: [], restart: due };
const at = { kind: "at", at: later * 1000 } as const;

describe("a restart that is due", () => {
  test.each<[what: string, changes: ReturnType<typeof changeOf>[], Partial<DesiredState>, log: string]>([
    ["is a change of nothing but its moment", [], RESTART, "observe, post +30"],
    ["comes with the change of a size", [], { restart: due }, "observe, post +30 memory=16_gb"],
    [
      "comes after a change that runs already, also one that brings all else",
      [changeOf({ id: "running", status: "in_progress" })],
      RESTART,
      "observe, wait running, observe, post +30",
    ],
  ])("%s", async (_, changes, desired, log) => {
    expect(await act(serviceOf(changes), desired)).toMatchObject({
      log,
      ours: ["own-1"],
      restarts: [by("own-1")],
    });
  });

  test("is covered by our own pending change", async () => {
    const service = serviceOf([changeOf({ id: "own", perform_change_at: later })]);
    expect(await act(service, { ...RESTART, ownChange: "own", schedule: at })).toMatchObject({
      log: "observe",
      restarts: [by("own")],
      warnings: [],
    });
  });

  test("is covered by a timely change of another client, with a warning", async () => {
    const service = serviceOf([changeOf({ id: "foreign", perform_change_at: later - 60 })]);
    expect(await act(service, { ...RESTART, schedule: at })).toMatchObject({
      log: "observe",
      ours: ["foreign"],
      restarts: [by("foreign")],
      warnings: [
        'Cluster "products" (c-1): its server_parameters take effect with a change that was requested outside of Terraform\n' +
          "Configuration change foreign (a restart, due 2026-01-01T00:59:00Z, pending) restarts the cluster in time, so no other change has been " +
          "requested.",
      ],
    });
  });

  test("replaces a change of another client that is due too late, with all its settings", async () => {
    const foreign = changeOf({ id: "foreign", new_gpu: "yes", perform_change_at: later + 60 });
    const { log, warnings } = await act(serviceOf([foreign]), { ...RESTART, schedule: at });
    expect(log).toBe("observe, cancel foreign, observe, post +3600 gpu=yes");
    expect(warnings.join()).toContain("has been rescheduled");
  });
});

describe("a restart that a change brings", () => {
  const own = changeOf({ id: "own", new_memory: "16_gb", perform_change_at: later });
  const undo: Partial<DesiredState> = {
    planned: SINGLE,
    edited: ["memory"],
    restart: by("own"),
    ownChange: "own",
    schedule: at,
  };

  test("is requested alone if all else is edited back; in between it is due", async () => {
    expect(await act(serviceOf([own]), undo)).toMatchObject({
      log: "observe, cancel own, observe, post +3600",
      ours: [null, "own-1"],
      restarts: [due, by("own-1")],
    });
  });

  test("is not requested again once that has begun", async () => {
    const planned = { ...SINGLE, memory: "16_gb" };
    const run = await act(serviceOf([{ ...own, status: "in_progress" }]), { ...undo, planned });
    expect(run).toMatchObject({ log: "observe", ours: ["own"], restarts: [by("own")] });
  });

  test("is requested again when that was cancelled, however far back", async () => {
    const service = Object.assign(serviceOf(), { older: [{ ...own, status: "canceled" }] });
    expect((await act(service, undo)).log).toBe("changes, read own, read, post +3600");
  });
});
