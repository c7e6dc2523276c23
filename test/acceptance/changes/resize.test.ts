import { cluster, flat, OPTIONS, type Scene, scene } from "../support";

const LARGER = 'name = "products"\nmemory = "1_gb"\nvcpu = "2_vcpus_2_hr_burst_per_day"';

describe("an edit of the size", () => {
  let stage: Scene;
  beforeEach(async () => {
    stage = await scene(OPTIONS);
    await stage.applied(cluster());
    stage.requests();
  });
  afterEach(() => stage.close());

  test("is one configuration change, in place, waited for", async () => {
    await stage.write(cluster(LARGER));
    const { actions, after_unknown: unknown } = await stage.change();
    expect(actions).toEqual(["update"]);
    expect(unknown).toMatchObject({ live: true, pending_change: true });
    stage.writes();
    const { output } = await stage.workspace.apply();
    expect(flat(output)).toContain("gets one configuration change: memory, vcpu");
    expect(flat(output)).toContain("It has a single node, so it does not answer for 5 to 60 minutes");
    expect(stage.writes()).toEqual([expect.stringMatching(/^POST \/clusters\/.*\/configuration-changes$/)]);
    const { values } = await stage.resource();
    expect(values).toMatchObject({ memory: "1_gb", pending_change: null, live: { memory: "1_gb" } });
    await stage.workspace.emptyPlan();
  });

  test("waits for its moment: the plan is empty, and catches up when it is done", async () => {
    const schedule = 'change_schedule {\n perform_change_at = "2026-12-01T02:00:00Z"\n}';
    await stage.applied(cluster(`${LARGER}\n${schedule}`));
    expect(stage.writes()).toHaveLength(1);
    const { values } = await stage.resource();
    expect(values).toMatchObject({
      memory: "1_gb",
      live: { memory: "0.5_gb" },
      pending_change: { status: "pending", new_memory: "1_gb", perform_change_at: "2026-12-01T02:00:00Z" },
    });
    await stage.workspace.emptyPlan();
    stage.emulator.advance(12 * 24 * 3600);
    await stage.workspace.emptyPlan();
    await stage.workspace.apply(["-refresh-only"]);
    expect((await stage.resource()).values).toMatchObject({ live: { memory: "1_gb" }, pending_change: null });
    expect(stage.writes()).toEqual([]);
  });
});
