import type { Lines } from "../support";
import { at, CALM, CHANGE, DAY, LARGER, LATER, SCHEDULED, SMALL, type Stage, staged, THREE } from "./kit";

/** The start of a change, and the wait for it (docs/design/laws.md#l4). The story starts on a Friday, at 00:00 UTC. */
let on: Stage;
afterEach(() => on.close());

const window = (day: string, start: string): Lines => ({
  schedule: `change_schedule {\n window {\n days = ["${day}"]\n start = "${start}"\n timezone = "Europe/Zurich"\n }\n}`,
});
const SUNDAY = window("sunday", "02:00");
const performedAt = () => new Date((on.lastChange().perform_change_at ?? 0) * 1000).toISOString();

describe("the moment", () => {
  test("of a window is its next opening in its timezone, chosen at apply and not at plan", async () => {
    on = await staged({ ...SMALL, ...SUNDAY });
    const said = await on.plan({ ...LARGER, ...SUNDAY });
    expect(said).toContain(
      "If applied now, it begins Sunday 2026-11-22 02:00 Europe/Zurich (2026-11-22T01:00:00Z)",
    );
    const applied = await on.applyAfter(() => on.emulator.advance(3 * DAY));
    expect(applied).toContain("its change begins 2026-11-29T01:00:00Z");
    expect(performedAt()).toBe("2026-11-29T01:00:00.000Z");
    await on.empty();
  });

  test("that has passed matters only when something has to be scheduled: then both times are named", async () => {
    on = await staged({ ...SMALL, ...at("2026-11-01T00:00:00Z") });
    await on.empty();
    await on.apply({ ...SMALL, name: '"catalog"', ...at("2026-11-02T00:00:00Z") });
    expect(on.wrote()).toEqual(["updateCluster"]);
    const said = await on.plan({ ...LARGER, ...at("2026-11-01T00:00:00Z") }, 1);
    expect(said).toContain("perform_change_at is in the past");
    expect(said).toContain("2026-11-01T00:00:00Z");
    expect(said).toMatch(/time is 2026-11-20T00:\d\d:\d\dZ/);
    // Also if it passes between plan and apply.
    const late = await on.applyAfter(() => on.emulator.advance(20 * DAY), SCHEDULED, 1);
    expect(late).toContain("perform_change_at is in the past");
    expect(on.wrote()).toEqual([]);
  });

  test.each([["400"], ["422"]])(
    "that has passed when the request arrives, rejected with %s, is chosen once more",
    async (status) => {
      on = await staged(SMALL, { past_perform_change_at: status });
      await on.write(LARGER);
      const running = await on.heldAt({ operation: CHANGE }, "before");
      on.emulator.advance(600);
      on.emulator.releaseHolds();
      expect((await running.finished).code).toBe(0);
      expect(on.wrote()).toEqual([CHANGE, CHANGE]);
      expect(on.changes()).toMatchObject([{ status: "succeeded" }]);
      await on.empty();
    },
  );
});

test("an edit of the schedule with nothing pending changes the state only", async () => {
  on = await staged(CALM);
  for (const schedule of [SUNDAY, {}]) {
    const { actions, after_unknown } = await on.change({ ...SMALL, ...schedule });
    expect([actions, after_unknown?.pending_change]).toEqual([["update"], undefined]);
    on.emulator.clearJournal();
    await on.workspace.apply(["plan.out"]);
    expect(on.requests()).toEqual([]);
    await on.empty();
  }
});

test("apply waits for a scheduled change with wait = true", async () => {
  on = await staged(CALM);
  const moment = new Date(on.inSeconds(600) * 1000).toISOString();
  await on.write({ ...LARGER, ...at(moment, "wait = true") });
  const running = await on.heldAt({ operation: CHANGE }, "after");
  on.emulator.advance(3_600);
  on.emulator.releaseHolds();
  expect((await running.finished).code).toBe(0);
  expect(on.lastChange().status).toBe("succeeded");
  expect(await on.values()).toMatchObject({ pending_change: null, live: { memory: "16_gb" } });
  await on.empty();
});

describe("an interrupted wait keeps the known values", () => {
  const IN_TIME = { ...LARGER, timeouts: 'timeouts {\n update = "4s"\n}' };
  test.each<[string, () => Promise<unknown>]>([
    [
      "by Ctrl-C",
      async () => {
        await on.write(LARGER);
        const { code, output } = await on.interrupted({ operation: "getConfigurationChange" });
        expect([code, output]).toEqual([1, expect.stringContaining("Interrupted")]);
      },
    ],
    [
      "by timeouts.update",
      async () =>
        expect(await on.apply(IN_TIME, 1)).toMatch(/Timed out after \S+ waiting for Configuration change/),
    ],
  ])(
    "%s: the change continues, the plan is empty and reports it, and the state catches up",
    async (_, cut) => {
      on = await staged(SMALL, { change_seconds: 1_000_000 });
      await cut();
      expect(await on.values()).toMatchObject({ memory: "16_gb", vcpu: "4_vcpus" });
      on.emulator.advance(60);
      expect(await on.empty()).toContain("is being changed");
      expect(on.changes()).toHaveLength(1);
      on.emulator.advance(2_000_000);
      await on.apply();
      expect(await on.values()).toMatchObject({ pending_change: null, live: { memory: "16_gb" } });
      expect(on.wrote()).toEqual([CHANGE]);
    },
  );
});

describe("an event during the wait", () => {
  test.each<[what: string, words: string, happens: () => unknown]>([
    ["it fails", "has failed", () => on.emulator.failNextChange(on.id)],
    [
      "it is cancelled outside",
      "was cancelled outside",
      () => on.emulator.race({ match: { operation: CHANGE }, when: "after", do: "cancel" }),
    ],
  ])("%s: an error, then drift, which the next apply fixes", async (_, words, happens) => {
    on = await staged(SMALL, { failed_change_leaves: "nothing" });
    happens();
    const said = await on.apply(LARGER, 1);
    expect(said).toContain(`Configuration change ${on.lastChange().id} of cluster ${on.id} ${words}`);
    const { before, after, actions } = await on.change();
    expect([actions, before?.memory, after?.memory]).toEqual([["update"], "8_gb", "16_gb"]);
    await on.apply();
    expect(on.lastChange().status).toBe("succeeded");
    await on.empty();
  });

  test("a change that brings more than was requested: the wait ends, and the next plan is empty", async () => {
    on = await staged({ ...SMALL, auto_upgrade_capacity: "true" }, { change_seconds: 6 });
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

test("a plan shows the resulting size and what is irreversible; the impossible is an error that sends nothing", async () => {
  on = await staged(CALM);
  const single = await on.plan(SCHEDULED);
  expect(single).toContain(`Cluster "products" (${on.id}) gets one configuration change: memory, vcpu`);
  expect(single).toContain("is unavailable for 5 to 60 minutes");
  expect(single).not.toContain("cannot be turned off again");
  const network = { regions: '["oregon", "paris", "tokyo"]', search_delivery_network: '"3_regions"' };
  const grown = await on.plan({ ...CALM, ...network });
  expect(grown).toContain("high availability cannot be turned off again");
  expect(grown).toContain("After that it is highly available");
  await on.apply(THREE);
  on.wrote();
  expect(await on.plan({ ...THREE, memory: '"16_gb"', ...at(LATER) })).toContain("it stays available");
  const off = await on.apply({ ...SMALL, high_availability: "false", name: '"catalog"' }, 1);
  expect(off).toContain(`High availability of cluster "products" (${on.id}) cannot be turned off`);
  const few = await on.apply({ ...THREE, regions: undefined, region_node_counts: "{ oregon = 2 }" }, 1);
  expect(few).toContain("cannot have this topology");
  expect(few).toContain("3 to 7 nodes");
  expect(on.wrote()).toEqual([]);
  expect(await on.plan({ ...THREE, memory: '"7_gb"' })).toContain(
    `may refuse cluster "products" (${on.id}): memory "7_gb"`,
  );
  // An unlisted value without an edit brings no warning.
  on.emulator.patchCluster(on.id, { memory: "7_gb" });
  expect(await on.apply({ ...THREE, memory: '"7_gb"', name: '"catalog"' })).not.toContain("may refuse");
});
