import { call, emulators } from "../support";

const start = emulators();
/** 2027-01-01T01:00:00Z, an hour after the emulator's start. */
const AT = { perform_change_at: 1_798_765_200 };
const PATH = "POST /clusters/abc/configuration-changes";
const SINGLE = { id: "abc", memory: "8_gb", vcpu: "2_vcpus" };
const HA = { ...SINGLE, vcpu: "4_vcpus", high_availability: "yes" };

describe("the form of a change: 400", () => {
  const rows: [object, string | RegExp][] = [
    [{ new_memory: "16_gb" }, "perform_change_at is required"],
    [{ perform_change_at: "1798765200" }, /^perform_change_at must be a whole number /],
    [{ perform_change_at: 1_798_765_200.5 }, /^perform_change_at must be a whole number /],
    [{ ...AT, memory: "16_gb" }, "memory is not allowed"],
    [{ ...AT, new_regions: ["oregon"] }, "new_regions is not allowed"],
    [{ ...AT, new_load_balancing: "yes" }, "new_load_balancing is not allowed"],
    [{ ...AT, auto_upgrade_capacity: true }, "auto_upgrade_capacity is not allowed"],
    [{ ...AT, new_memory: "7_gb" }, /^new_memory must be one of 0\.5_gb, /],
    [{ ...AT, new_memory: null }, /^new_memory must be one of /],
    [{ ...AT, new_vcpu: "3_vcpus" }, /^new_vcpu must be one of /],
    [{ ...AT, new_gpu: true }, "new_gpu must be one of yes, no"],
    [{ ...AT, new_high_performance_disk: null }, "new_high_performance_disk must be one of yes, no"],
    [{ ...AT, new_search_server_version: 30.1 }, "new_search_server_version must be a text"],
    [{ ...AT, new_high_availability: true }, "new_high_availability must be one of yes, no"],
    [{ ...AT, new_search_delivery_network: "on" }, /^new_search_delivery_network must be one of off, /],
    [{ ...AT, new_high_availability_node_count: 2 }, /must be a whole number from 3 to 7$/],
    [{ ...AT, new_high_availability_node_count: null }, /must be a whole number from 3 to 7$/],
    [{ ...AT, new_region_node_counts: {} }, "new_region_node_counts must have at least 1 region"],
    [{ ...AT, new_region_node_counts: '{"oregon":3}' }, /^new_region_node_counts must be an object/],
    [
      { ...AT, new_region_node_counts: { oregon: 3 }, new_high_availability_node_count: 3 },
      "new_region_node_counts must not be sent together with new_high_availability_node_count",
    ],
    [{ ...AT, notification_email_addresses: "a@b.example" }, /must be a list of texts$/],
    [{ ...AT, notification_email_addresses: ["a@b.example", 7] }, /must be a list of texts$/],
  ];
  test.each(rows)("%j", async (json, message) => {
    const emulator = await start({ seed: { clusters: [HA] } });
    const said = typeof message === "string" ? message : expect.stringMatching(message);
    const answer = await call(emulator, PATH, { json });
    expect(answer).toMatchObject({ status: 400, body: { success: false, message: said } });
    expect(emulator.state().changes).toEqual([]);
  });

  test("every failed rule is named", async () => {
    const emulator = await start({ seed: { clusters: [HA] } });
    const { body } = await call(emulator, PATH, { json: { vcpu: "2_vcpus", new_gpu: "maybe" } });
    expect(body).toMatchObject({
      messages: ["vcpu is not allowed", "perform_change_at is required", "new_gpu must be one of yes, no"],
    });
  });
});

describe("the moment of a change", () => {
  test.each([
    [1_798_761_599, "400"],
    [1_798_761_600, "400"],
    [1_798_761_600, "422"],
    [0, "400"],
  ])("%i is not in the future: %s", async (perform_change_at, past_perform_change_at) => {
    const emulator = await start({ seed: { clusters: [SINGLE] }, assumptions: { past_perform_change_at } });
    expect(await call(emulator, PATH, { json: { perform_change_at } })).toMatchObject({
      status: Number(past_perform_change_at),
      body: { message: "perform_change_at must be in the future; it is 1798761600 now" },
    });
  });

  test("on a fast clock, what was chosen in time may be late by what its request took", async () => {
    const clock = { mode: "real", speed: 600, start: 1_798_761_600_000 } as const;
    const late = { json: { perform_change_at: 1_798_761_590 } };
    const fast = await start({ seed: { clusters: [SINGLE] }, clock });
    expect((await call(fast, PATH, late)).status).toBe(201);
    const slow = await start({ seed: { clusters: [SINGLE] }, clock: { ...clock, speed: 1 } });
    expect((await call(slow, PATH, late)).status).toBe(400);
  });

  test("a second ahead is the future", async () => {
    const emulator = await start({ seed: { clusters: [SINGLE] } });
    expect((await call(emulator, PATH, { json: { perform_change_at: 1_798_761_601 } })).status).toBe(201);
  });
});

describe("which fields a change must have", () => {
  const sizes = "at least one of new_memory, new_vcpu, new_gpu, new_high_performance_disk must be present";
  test.each([
    [{}, {}, 201],
    [{}, { restart_body: "400" }, 400],
    [{}, { size_fields_demanded: "yes" }, 201],
    [{ notification_email_addresses: ["a@b.example"] }, { restart_body: "400" }, 400],
    [{ new_memory: "8_gb", new_vcpu: "2_vcpus" }, { restart_body: "400", size_fields_demanded: "yes" }, 201],
    [{ new_search_server_version: "30.1" }, {}, 201],
    [{ new_search_server_version: "30.1" }, { restart_body: "400" }, 201],
    [{ new_search_server_version: "30.1" }, { size_fields_demanded: "yes" }, 400],
    [{ new_high_availability: "yes" }, { size_fields_demanded: "yes" }, 400],
    [{ new_high_availability: "yes", new_gpu: "no" }, { size_fields_demanded: "yes" }, 201],
    [{ new_region_node_counts: { paris: 1 } }, { size_fields_demanded: "yes" }, 400],
  ])("%j under %j answers %i", async (json, assumptions, status) => {
    const emulator = await start({ seed: { clusters: [SINGLE] }, assumptions });
    const answer = await call(emulator, PATH, { json: { ...AT, ...json } });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ message: sizes });
  });
});
