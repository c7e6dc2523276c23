import { EXPLICIT, eachScene, explicit, flat, OPTIONS, SHOP, seedShop } from "./support";

const on = eachScene(OPTIONS, seedShop);

const POST = `POST /clusters/${SHOP}/configuration-changes`;
const MEMORY = 'new_memory = "16_gb"';
const LARGER = `${MEMORY}\nnew_vcpu = "4_vcpus"`;
const LATER = 'perform_change_at = "2026-12-01T03:00:00+01:00"';
const changes = () => on.emulator.state().changes;

describe("a change", () => {
  test("is created at once and awaited", async () => {
    const said = await on.apply(explicit(LARGER));
    expect(said).toContain(`Cluster ${SHOP} gets a configuration change: memory, vcpu`);
    expect(on.writes()).toEqual([POST]);
    expect(await on.values(EXPLICIT)).toMatchObject({
      id: changes()[0]?.id,
      cluster_id: SHOP,
      status: "succeeded",
      new_memory: "16_gb",
      new_gpu: null,
      completed_at: expect.stringMatching(/^2026-11-20T00:/),
      old: { memory: "8_gb", vcpu: "2_vcpus", gpu: false, region_node_counts: { oregon: 1 } },
    });
    await on.empty();
    expect(on.emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "4_vcpus" }]);
  });

  test("waits for its time, keeps the user's notation, and then catches up", async () => {
    const notified = 'notification_email_addresses = ["oncall@example.com"]';
    await on.apply(explicit(`${LARGER}\n${LATER}\n${notified}`));
    expect(changes()).toMatchObject([
      {
        perform_change_at: Date.UTC(2026, 11, 1, 2) / 1000,
        notification_email_addresses: ["oncall@example.com"],
        new_memory: "16_gb",
        new_gpu: null,
      },
    ]);
    expect(await on.values(EXPLICIT)).toMatchObject({
      status: "pending",
      perform_change_at: "2026-12-01T03:00:00+01:00",
      completed_at: null,
    });
    await on.empty(explicit(`${LARGER}\n${LATER.replace("03:00:00+01:00", "02:00:00Z")}\n${notified}`));
    on.emulator.advance(12 * 24 * 3600);
    await on.empty();
    await on.apply();
    expect((await on.values(EXPLICIT)).status).toBe("succeeded");
    expect(on.writes()).toEqual([POST]);
  });

  test("that fails later stays, with a warning", async () => {
    await on.apply(explicit(`${LARGER}\n${LATER}`));
    const id = String((await on.values(EXPLICIT)).id);
    on.writes();
    on.emulator.finishChange(SHOP, id, "failed");
    expect(await on.apply()).toContain(`Warning: Configuration change ${id} of cluster ${SHOP} has failed`);
    expect(await on.values(EXPLICIT)).toMatchObject({ id, status: "failed" });
    expect(await on.empty()).not.toContain("has failed");
    expect(on.writes()).toEqual([]);
  });

  test("that has begun is left to the service by a destroy, with a warning", async () => {
    await on.apply(explicit(`${LARGER}\n${LATER}`));
    const id = String((await on.values(EXPLICIT)).id);
    on.writes();
    on.emulator.beginChange(SHOP, id);
    const said = await on.destroy();
    expect(said).toContain(`Configuration change ${id} of cluster ${SHOP} has begun and continues`);
    expect(on.writes()).toEqual([]);
  });
});

test.each([
  ["as perform_change_at alone", "accepted", { new_high_performance_disk: null }, 1],
  ["with the disks as they are, where a size is demanded", "400", { new_high_performance_disk: "no" }, 2],
])("a restart goes %s", async (_, restart_body, size, requests) => {
  on.emulator.setAssumptions({ restart_body });
  on.emulator.patchCluster(SHOP, { auto_upgrade_capacity: true });
  const said = await on.apply(explicit(`wait = false\ntriggers = { on = "monday" }`));
  expect(said).toContain(`Cluster ${SHOP} is restarted`);
  expect(on.writes()).toEqual(Array(requests).fill(POST));
  const none = { new_memory: null, new_vcpu: null };
  expect(changes()).toMatchObject([{ ...size, ...none }]);
  expect(await on.values(EXPLICIT)).toMatchObject({ new_high_performance_disk: null, ...none });
});

describe("a cluster that has another change in flight", () => {
  test("fails at once, naming that change and its time, if it is due too late", async () => {
    const other = on.emulator.changeOutside(SHOP, {
      perform_change_at: Date.UTC(2026, 10, 21) / 1000,
      new_memory: "16_gb",
    });
    const said = await on.apply(explicit(`${MEMORY}\nwait = false`), 1);
    expect(said).toContain(`Cluster ${SHOP} has another change in flight`);
    expect(said).toContain(`Configuration change ${other} (memory 16_gb, due 2026-11-21T00:00:00Z, pending)`);
    expect([on.writes(), await on.inState()]).toEqual([[], []]);
  });
});

describe("a wait", () => {
  const interrupted = async () => {
    await on.write(explicit(MEMORY));
    return flat((await on.interrupted({ operation: "getConfigurationChange" })).output);
  };
  const late = () => on.apply(explicit(`${MEMORY}\ntimeouts {\n create = "3s"\n}`));

  test.each([
    ["that is interrupted", interrupted, /Interrupted while/],
    ["whose time is up", late, /Warning: Timed out after \S+ waiting for Configuration change/i],
  ])("%s keeps the change, untainted, which catches up", async (_, begun, words) => {
    on.emulator.setAssumptions({ change_seconds: 36_000 });
    expect(await begun()).toMatch(words);
    const { tainted, values } = await on.resource(EXPLICIT);
    expect([tainted, values.id]).toEqual([undefined, changes()[0]?.id]);
    await on.empty();
    on.emulator.advance(36_000);
    await on.apply();
    expect((await on.values(EXPLICIT)).status).toBe("succeeded");
    expect(on.writes()).toEqual([POST]);
  });

  test("for a change that fails is an error, and the next apply requests it again", async () => {
    on.emulator.failNextChange(SHOP);
    const said = await on.apply(explicit(MEMORY), 1);
    expect(said).toMatch(/Error: Configuration change \w+ of cluster shop1 has failed/);
    expect((await on.resource(EXPLICIT)).tainted).toBe(true);
    on.writes();
    await on.apply();
    expect(on.writes()).toEqual([POST]);
    expect((await on.values(EXPLICIT)).status).toBe("succeeded");
  });

  test("for a change that is cancelled outside: it stays in the state, with a warning", async () => {
    on.emulator.race({ match: { operation: "getConfigurationChange" }, when: "before", do: "cancel" });
    const said = await on.apply(explicit(MEMORY));
    expect(said).toMatch(/Warning: Configuration change \w+ of cluster shop1 was cancelled/);
    const { tainted, values } = await on.resource(EXPLICIT);
    expect([tainted, values.status]).toEqual([undefined, "canceled"]);
    await on.empty();
    expect(on.writes()).toEqual([POST]);
  });
});
