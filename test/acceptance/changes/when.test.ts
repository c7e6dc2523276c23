import { at, LARGER, LATER, type Lines, SMALL, type Stage, staged, THREE } from "./kit";

/** When a change begins, and whether it is waited for (docs/design/laws.md#l4). The story starts on a Friday, at 00:00 UTC. */
let on: Stage;
afterEach(() => on.close());

const window = (day: string, start: string, more = ""): Lines => ({
  schedule: `change_schedule {\n ${more}\n window {\n days = ["${day}"]\n start = "${start}"\n timezone = "Europe/Zurich"\n }\n}`,
});
const performedAt = () => new Date((on.lastChange().perform_change_at ?? 0) * 1000).toISOString();

describe("the moment", () => {
  test("of a window is its next opening, in its timezone", async () => {
    on = await staged({ ...SMALL, ...window("sunday", "02:00") });
    const said = await on.plan({ ...LARGER, ...window("sunday", "02:00") });
    expect(said).toContain(
      "If applied now, it begins Sunday 2026-11-22 02:00 Europe/Zurich (2026-11-22T01:00:00Z)",
    );
    expect(await on.apply()).toContain("its change begins 2026-11-22T01:00:00Z");
    expect(performedAt()).toBe("2026-11-22T01:00:00.000Z");
    await on.empty();
  });

  test("is chosen at apply, not at plan", async () => {
    on = await staged({ ...SMALL, ...window("sunday", "02:00") });
    await on.write({ ...LARGER, ...window("sunday", "02:00") });
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.advance(3 * 86_400);
    await on.workspace.apply(["plan.out"]);
    expect(performedAt()).toBe("2026-11-29T01:00:00.000Z");
    await on.empty();
  });

  test("that is over matters only when something has to be scheduled: then both times are named", async () => {
    on = await staged({ ...SMALL, ...at("2026-11-01T00:00:00Z") });
    await on.empty();
    await on.apply({ ...SMALL, name: '"catalog"', ...at("2026-11-02T00:00:00Z") });
    expect(on.wrote()).toEqual(["updateCluster"]);
    const said = await on.plan({ ...LARGER, ...at("2026-11-01T00:00:00Z") }, 1);
    expect(said).toContain("perform_change_at is in the past");
    expect(said).toContain("2026-11-01T00:00:00Z");
    expect(said).toMatch(/time is 2026-11-20T00:\d\d:\d\dZ/);
    expect(on.wrote()).toEqual([]);
  });

  test("that passes between plan and apply is an error at apply, and nothing is sent", async () => {
    on = await staged();
    await on.write({ ...LARGER, ...at(LATER) });
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.advance(20 * 86_400);
    const { output } = await on.workspace.apply(["plan.out"], { expect: 1 });
    expect(output).toContain("perform_change_at is in the past");
    expect(on.wrote()).toEqual([]);
  });

  test.each([["400"], ["422"]])(
    "that is over when the request arrives, refused with %s, is chosen once more",
    async (status) => {
      on = await staged(SMALL, { past_perform_change_at: status });
      const post = { operation: "createConfigurationChange" } as const;
      on.emulator.addFault({ match: post, effect: { kind: "hold", when: "before" } });
      await on.write(LARGER);
      const running = await on.start(["apply", "-auto-approve"]);
      await on.emulator.held();
      on.emulator.advance(600);
      on.emulator.releaseHolds();
      expect((await running.finished).code).toBe(0);
      expect(on.wrote()).toEqual(["createConfigurationChange", "createConfigurationChange"]);
      expect(on.changes()).toMatchObject([{ status: "succeeded" }]);
      await on.empty();
    },
  );
});

test("an edit of the schedule with nothing pending changes the state only", async () => {
  on = await staged({ ...SMALL, ...at(LATER) });
  for (const schedule of [at("2026-12-24T00:00:00Z"), window("sunday", "02:00"), {}]) {
    await on.write({ ...SMALL, ...schedule });
    const { actions, after_unknown } = await on.change();
    expect([actions, after_unknown?.pending_change]).toEqual([["update"], undefined]);
    on.emulator.clearJournal();
    await on.workspace.apply(["plan.out"]);
    expect(on.requests()).toEqual([]);
    await on.empty();
  }
});

describe("whether it is waited for", () => {
  test("with a schedule when wait = true", async () => {
    on = await staged({ ...SMALL, ...at(LATER) });
    const moment = new Date(Date.parse(on.emulator.state().now) + 600_000).toISOString();
    await on.write({ ...LARGER, ...at(moment, "wait = true") });
    on.emulator.addFault({
      match: { operation: "createConfigurationChange" },
      effect: { kind: "hold", when: "after" },
    });
    const running = await on.start(["apply", "-auto-approve"]);
    await Promise.race([on.emulator.held(), running.finished]);
    on.emulator.advance(3_600);
    on.emulator.releaseHolds();
    expect((await running.finished).code).toBe(0);
    expect(on.lastChange().status).toBe("succeeded");
    expect(await on.values()).toMatchObject({ pending_change: null, live: { memory: "16_gb" } });
    await on.empty();
  });
});

describe("a wait that is cut short keeps what is known", () => {
  beforeEach(async () => {
    on = await staged(SMALL, { change_seconds: 1_000_000 });
  });

  /** The change runs on, the plan is empty and says so, and in the end all has caught up. */
  async function goesOn() {
    expect(await on.values()).toMatchObject({ memory: "16_gb", vcpu: "4_vcpus" });
    on.emulator.advance(60);
    expect(await on.empty()).toContain("is being changed");
    expect(on.changes()).toHaveLength(1);
    on.emulator.advance(2_000_000);
    await on.apply();
    expect(await on.values()).toMatchObject({ pending_change: null, live: { memory: "16_gb" } });
    expect(on.wrote()).toEqual(["createConfigurationChange"]);
  }

  test("by Ctrl-C", async () => {
    await on.write(LARGER);
    const { code, output } = await on.interrupted(["apply", "-auto-approve"], {
      operation: "getConfigurationChange",
    });
    expect(code).toBe(1);
    expect(output).toContain("Interrupted");
    await goesOn();
  });

  test("by timeouts.update", async () => {
    const said = await on.apply({ ...LARGER, timeouts: 'timeouts {\n update = "4s"\n}' }, 1);
    expect(said).toMatch(/Timed out after \d+ s waiting for Configuration change/);
    await on.empty({ ...LARGER, timeouts: 'timeouts {\n update = "4s"\n}' });
    await goesOn();
  });
});

describe("what happens to it while it is waited for", () => {
  beforeEach(async () => {
    on = await staged();
  });

  test("it fails: an error, and drift afterwards", async () => {
    on.emulator.setAssumptions({ failed_change_leaves: "nothing" });
    on.emulator.failNextChange(on.id);
    const said = await on.apply(LARGER, 1);
    expect(said).toContain(`Configuration change ${on.lastChange().id} of cluster ${on.id} has failed`);
    const { before, after, actions } = await on.change();
    expect([actions, before?.memory, after?.memory]).toEqual([["update"], "8_gb", "16_gb"]);
    await on.apply();
    expect(on.lastChange().status).toBe("succeeded");
    await on.empty();
  });

  test("it is cancelled outside: an error, and drift afterwards", async () => {
    on.emulator.race({ match: { operation: "createConfigurationChange" }, when: "after", do: "cancel" });
    const said = await on.apply(LARGER, 1);
    expect(said).toContain(
      `Configuration change ${on.lastChange().id} of cluster ${on.id} was cancelled outside`,
    );
    const { before, after, actions } = await on.change();
    expect([actions, before?.memory, after?.memory]).toEqual([["update"], "8_gb", "16_gb"]);
  });

  test("it brings more than was requested: the wait ends all the same, and the next plan is empty", async () => {
    await on.apply({ ...SMALL, auto_upgrade_capacity: "true" });
    on.emulator.setAssumptions({ change_seconds: 6 });
    on.emulator.race({
      match: { operation: "getCluster", nth: 3 },
      when: "before",
      do: { auto_upgrade: { memory: "32_gb", vcpu: "8_vcpus" } },
    });
    await on.apply({ ...LARGER, auto_upgrade_capacity: "true" });
    await on.empty();
    expect(await on.values()).toMatchObject({ live: { memory: "32_gb", vcpu: "8_vcpus" } });
  });
});

test("a plan says what will run, and what is for good; the impossible is an error that sends nothing", async () => {
  on = await staged({ ...SMALL, ...at(LATER) });
  const single = await on.plan({ ...LARGER, ...at(LATER) });
  expect(single).toContain(`Cluster "products" (${on.id}) gets one configuration change: memory, vcpu`);
  expect(single).toContain("is unavailable for 5 to 60 minutes");
  expect(single).not.toContain("cannot be turned off again");
  const network = { regions: '["oregon", "paris", "tokyo"]', search_delivery_network: '"3_regions"' };
  for (const lines of [THREE, { ...SMALL, ...network }]) {
    const grown = await on.plan({ ...lines, ...at(LATER) });
    expect(grown).toContain("high availability cannot be turned off again");
    expect(grown).toContain("After that it is highly available");
  }
  expect(await on.plan({ ...SMALL, memory: '"7_gb"', ...at(LATER) })).toContain(
    `The service may refuse "products": memory "7_gb"`,
  );
  await on.apply(THREE);
  on.wrote();
  expect(await on.plan({ ...THREE, memory: '"16_gb"', ...at(LATER) })).toContain("it stays available");
  const off = await on.apply({ ...SMALL, high_availability: "false", name: '"catalog"' }, 1);
  expect(off).toContain(`High availability of cluster "products" (${on.id}) cannot be turned off`);
  for (const edit of [
    { high_availability_node_count: "8" },
    { regions: undefined, region_node_counts: "{ oregon = 2 }" },
  ]) {
    const said = await on.apply({ ...THREE, ...edit }, 1);
    expect(said).toContain("cannot have this topology");
    expect(said).toContain("3 to 7 nodes");
  }
  expect(on.wrote()).toEqual([]);
  // A value that nobody lists and nobody edits is no news.
  on.emulator.patchCluster(on.id, { memory: "7_gb" });
  await on.apply({ ...THREE, memory: '"7_gb"' });
  expect(await on.plan({ ...THREE, memory: '"7_gb"', name: '"catalog"' })).not.toContain("may refuse");
});
