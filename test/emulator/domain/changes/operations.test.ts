import {
  call,
  controlOf,
  emulators,
  emulatorsOf,
  NOW,
  over,
  read,
  recordIn,
  refusal,
  START,
} from "../../support";

const start = emulators();
const CHANGES = "/clusters/abc/configuration-changes";
const DUE = NOW + 3_600;
const AT = { perform_change_at: DUE };
const GROW = { ...AT, new_memory: "16_gb", new_vcpu: "4_vcpus" };
const CLUSTER = { id: "abc", memory: "8_gb", vcpu: "4_vcpus" };
const seed = { clusters: [CLUSTER] };
const begun = emulatorsOf(CLUSTER);
type Emulator = Awaited<ReturnType<typeof begun>>;

async function create(emulator: Emulator, json: object) {
  const answer = await call(emulator, `POST ${CHANGES}`, { json });
  return { ...answer, change: recordIn(answer, "configuration_change") };
}

const OLD = {
  old_memory: "8_gb",
  old_vcpu: "4_vcpus",
  old_gpu: "no",
  old_high_performance_disk: "no",
  old_search_server_version: "30.2",
  old_high_availability: "no",
  old_high_availability_node_count: null,
  old_search_delivery_network: "off",
  old_load_balancing: "no",
  old_region_node_counts: { oregon: 1 },
};
const FILLED = Object.fromEntries(
  Object.entries(OLD).map(([name, value]) => [name.replace("old_", "new_"), value]),
);
const NO_NEW = Object.fromEntries(Object.keys(FILLED).map((name) => [name, null]));

describe("createConfigurationChange", () => {
  test("answers 201 with the record: every field of the document, and no other", async () => {
    const json = { ...GROW, notification_email_addresses: ["a@b.example"] };
    const { status, body } = await create(await begun(), json);
    expect(status).toBe(201);
    const configuration_change = {
      id: expect.stringMatching(/^[a-z0-9]{16}$/),
      status: "pending",
      created_at: 1_798_761_600,
      updated_at: 1_798_761_600,
      completed_at: null,
      ...OLD,
      ...NO_NEW,
      ...json,
    };
    expect(body).toEqual({ success: true, configuration_change });
  });

  test.each([
    [NOW + 1, "400", 201],
    [NOW, "400", 400],
    [NOW, "422", 422],
  ])("at %i, with %s for a time that is not in the future, answers %i", async (at, assumed, expected) => {
    const emulator = await begun({ past_perform_change_at: assumed });
    const answer = await create(emulator, { perform_change_at: at });
    const past = refusal(expected, "perform_change_at must be in the future; it is 1798761600 now");
    expect(answer).toMatchObject(expected === 201 ? { status: 201 } : past);
  });

  test.each([
    [600, 201],
    [1, 400],
  ])("on a clock at speed %i, a time that passed while the request was sent: %i", async (speed, status) => {
    const emulator = await start({ seed, clock: { mode: "real", speed, start: START } });
    expect(await create(emulator, { perform_change_at: NOW - 10 })).toMatchObject({ status });
  });

  const VERSION = { new_search_server_version: "30.1" };
  test.each([
    [{}, {}, 201],
    [{}, { restart_body: "400" }, 400],
    [{}, { size_fields_demanded: "yes" }, 201],
    [VERSION, { restart_body: "400" }, 201],
    [VERSION, { size_fields_demanded: "yes" }, 400],
    [{ ...VERSION, new_gpu: "no" }, { restart_body: "400", size_fields_demanded: "yes" }, 201],
  ])("that names %j under %j answers %i", async (json, assumptions, expected) => {
    const sizes = "new_memory, new_vcpu, new_gpu, new_high_performance_disk";
    const demanded = refusal(400, `at least one of ${sizes} must be present`);
    const answer = await create(await begun(assumptions), { ...AT, ...json });
    expect(answer).toMatchObject(expected === 201 ? { status: 201 } : demanded);
  });
});

describe("the record of a change", () => {
  const REQUESTED = {
    new_search_delivery_network: "3_regions",
    new_region_node_counts: { oregon: 1, tokyo: 1, paris: 1 },
  };
  const FOLLOWING = { new_high_availability: "yes", new_load_balancing: "yes" };
  test.each([
    ["null", { ...NO_NEW, ...REQUESTED }],
    ["derived", { ...NO_NEW, ...REQUESTED, ...FOLLOWING }],
    ["filled", { ...FILLED, ...REQUESTED, ...FOLLOWING }],
  ])("fields that were not requested: %s", async (unrequested_new, expected) => {
    const { change } = await create(await begun({ unrequested_new }), { ...AT, ...REQUESTED });
    expect(change).toMatchObject({ ...OLD, ...expected });
  });

  test.each([
    ["none", null, null],
    ["several_regions", null, { oregon: 1, tokyo: 1, paris: 1 }],
  ])("counts that were not requested, where clusters show %s", async (region_node_counts, before, after) => {
    const emulator = await begun({ region_node_counts, unrequested_new: "filled" });
    const { change: first } = await create(emulator, { ...AT, ...REQUESTED });
    expect(first).toMatchObject({ ...REQUESTED, old_region_node_counts: before });
    emulator.finishChange("abc", first.id, "succeeded");
    const { change: restart } = await create(emulator, AT);
    expect(restart).toMatchObject({ old_region_node_counts: after, new_region_node_counts: after });
  });

  test("keeps the old values at its creation", async () => {
    const emulator = await begun();
    const { change } = await create(emulator, GROW);
    emulator.patchCluster("abc", { memory: "32_gb", vcpu: "8_vcpus" });
    const old = await over(emulator, [0, 86_400], () => read(emulator, `${CHANGES}/${change.id}`));
    expect(old).toMatchObject([{ old_memory: "8_gb" }, { old_memory: "8_gb" }]);
    expect(await read(emulator, "/clusters/abc")).toMatchObject({ memory: "16_gb" });
  });
});

describe("the life of a change", () => {
  test("waits until it is due, runs, and gives the cluster its values at the end", async () => {
    const emulator = await begun({ change_seconds: 1_800 });
    const { id } = (await create(emulator, GROW)).change;
    const seen = await over(emulator, [0, 3_599, 1, 1_799, 1, 86_400], async () => {
      const change = await read(emulator, `${CHANGES}/${id}`);
      const cluster = await read(emulator, "/clusters/abc");
      return [change.status, change.updated_at, change.completed_at, cluster.status, cluster.memory];
    });
    const pending = ["pending", 1_798_761_600, null, "in_service", "8_gb"];
    const running = ["in_progress", 1_798_765_200, null, "in_service", "8_gb"];
    const over_ = ["succeeded", 1_798_767_000, 1_798_767_000, "in_service", "16_gb"];
    expect(seen).toEqual([pending, pending, running, running, over_, over_]);
  });

  test("the cluster may read initializing meanwhile, without hostnames", async () => {
    const emulator = await begun({ status_during_change: "initializing", change_seconds: 60 });
    await create(emulator, GROW);
    const seen = await over(emulator, [0, 3_600, 60], async () => {
      const cluster = await read(emulator, "/clusters/abc");
      return [cluster.status, "hostnames" in cluster];
    });
    const [serving, changing] = [
      ["in_service", true],
      ["initializing", false],
    ];
    expect(seen).toEqual([serving, changing, serving]);
  });

  test.each([
    ["memory_and_vcpu", { memory: "16_gb", vcpu: "4_vcpus", gpu: "no" }, {}],
    ["nothing", { memory: "8_gb", vcpu: "4_vcpus", gpu: "no" }, {}],
    ["everything", { memory: "16_gb", vcpu: "4_vcpus", gpu: "yes" }, { "max-per-page": "500" }],
  ])("one that fails leaves %s: %j, and the parameters %j run", (failed_change_leaves, expected, running) => {
    const control = controlOf({ failed_change_leaves, change_seconds: 60 }, CLUSTER);
    control.setParameterOutside("abc", "max-per-page", "500");
    control.failNextChange("abc");
    control.changeOutside("abc", { ...GROW, new_gpu: "yes" });
    control.advance(3_659);
    expect(control.state().clusters).toMatchObject([{ memory: "8_gb", gpu: "no" }]);
    control.advance(1);
    expect(control.state().clusters).toMatchObject([expected]);
    expect(control.runningParameters("abc")).toEqual(running);
  });

  test.each([
    ["at its end", [3_660, 299, 1]],
    ["only later", [3_959, 0, 1]],
  ])("live regions may lag behind the topology, also for a change that was seen %s", async (_, moments) => {
    const emulator = await begun({ live_regions_lag: 300, change_seconds: 60 });
    await create(emulator, { ...AT, new_region_node_counts: { paris: 1 } });
    const seen = await over(emulator, moments, () => read(emulator, "/clusters/abc"));
    const region_node_counts = { paris: 1 };
    const lagging = { regions: ["oregon"], region_node_counts };
    expect(seen).toMatchObject([lagging, lagging, { regions: ["paris"], region_node_counts }]);
  });
});
