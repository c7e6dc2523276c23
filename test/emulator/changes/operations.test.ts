import { call, emulators } from "../support";

const start = emulators();
const CHANGES = "/clusters/abc/configuration-changes";
/** An hour after the emulator's start, 2027-01-01T00:00:00Z. */
const DUE = 1_798_765_200;
const GROW = { perform_change_at: DUE, new_memory: "16_gb", new_vcpu: "4_vcpus" };
const SEED = { clusters: [{ id: "abc", memory: "8_gb", vcpu: "4_vcpus" }] };
const begun = (options: object = {}) => start({ seed: SEED, ...options });
const changeOf = (body: unknown) => (body as { configuration_change: { id: string } }).configuration_change;

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
const NO_NEW = {
  new_memory: null,
  new_vcpu: null,
  new_gpu: null,
  new_high_performance_disk: null,
  new_search_server_version: null,
  new_high_availability: null,
  new_high_availability_node_count: null,
  new_search_delivery_network: null,
  new_load_balancing: null,
  new_region_node_counts: null,
};

describe("createConfigurationChange", () => {
  test("answers 201 with the record: every field of the document, and no other", async () => {
    const emulator = await begun();
    const json = { ...GROW, notification_email_addresses: ["a@b.example"] };
    const { status, body } = await call(emulator, `POST ${CHANGES}`, { json });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      configuration_change: {
        id: expect.stringMatching(/^[a-z0-9]{16}$/),
        status: "pending",
        created_at: 1_798_761_600,
        updated_at: 1_798_761_600,
        perform_change_at: 1_798_765_200,
        completed_at: null,
        notification_email_addresses: ["a@b.example"],
        ...OLD,
        ...NO_NEW,
        new_memory: "16_gb",
        new_vcpu: "4_vcpus",
      },
    });
  });

  test("speaks the names of the other dialect, and only those", async () => {
    const emulator = await begun({ dialect: "typesense-cloud" });
    const with_ = (json: object) => ({
      key: null,
      headers: { "x-typesense-cloud-management-api-key": "emulator-admin-key" },
      json: { perform_change_at: DUE, ...json },
    });
    const made = await call(emulator, `POST ${CHANGES}`, with_({ new_typesense_server_version: "29.0" }));
    expect(changeOf(made.body)).toMatchObject({
      old_typesense_server_version: "30.2",
      new_typesense_server_version: "29.0",
    });
    expect(changeOf(made.body)).not.toHaveProperty("new_search_server_version");
    const other = await call(emulator, `POST ${CHANGES}`, with_({ new_search_server_version: "29.0" }));
    expect(other).toMatchObject({
      status: 400,
      body: { message: "new_search_server_version is not allowed" },
    });
    const none = await call(emulator, `POST ${CHANGES}`, with_({ new_typesense_server_version: 29 }));
    expect(none.body).toMatchObject({ message: "new_typesense_server_version must be a text" });
  });
});

describe("the life of a change", () => {
  test("waits for its moment, runs, and gives the cluster its values at the end", async () => {
    const emulator = await begun({ assumptions: { change_seconds: 1_800 } });
    const { id } = changeOf((await call(emulator, `POST ${CHANGES}`, { json: GROW })).body);
    const look = async () => {
      const change = (await call(emulator, `GET ${CHANGES}/${id}`)).body as { [name: string]: unknown };
      const cluster = (await call(emulator, "GET /clusters/abc")).body as { [name: string]: unknown };
      const { status, updated_at, completed_at } = change;
      return [status, updated_at, completed_at, cluster.status, cluster.memory];
    };
    const seen = [];
    for (const seconds of [0, 3_599, 1, 1_799, 1, 86_400]) {
      emulator.advance(seconds);
      seen.push(await look());
    }
    expect(seen).toEqual([
      ["pending", 1_798_761_600, null, "in_service", "8_gb"],
      ["pending", 1_798_761_600, null, "in_service", "8_gb"],
      ["in_progress", 1_798_765_200, null, "in_service", "8_gb"],
      ["in_progress", 1_798_765_200, null, "in_service", "8_gb"],
      ["succeeded", 1_798_767_000, 1_798_767_000, "in_service", "16_gb"],
      ["succeeded", 1_798_767_000, 1_798_767_000, "in_service", "16_gb"],
    ]);
  });

  test("the cluster may read initializing meanwhile, without hostnames", async () => {
    const emulator = await begun({
      assumptions: { status_during_change: "initializing", change_seconds: 60 },
    });
    await call(emulator, `POST ${CHANGES}`, { json: GROW });
    const seen = [];
    for (const seconds of [0, 3_600, 60]) {
      emulator.advance(seconds);
      const { status, hostnames } = (await call(emulator, "GET /clusters/abc")).body as {
        status: string;
        hostnames?: object;
      };
      seen.push([status, hostnames !== undefined]);
    }
    expect(seen).toEqual([
      ["in_service", true],
      ["initializing", false],
      ["in_service", true],
    ]);
  });

  test("live regions may lag behind the topology", async () => {
    const emulator = await begun({ assumptions: { live_regions_lag: 300, change_seconds: 60 } });
    await call(emulator, `POST ${CHANGES}`, {
      json: { perform_change_at: DUE, new_region_node_counts: { paris: 1 } },
    });
    const look = async () => {
      const { regions, region_node_counts } = (await call(emulator, "GET /clusters/abc")).body as {
        [name: string]: unknown;
      };
      return { regions, region_node_counts };
    };
    emulator.advance(3_600 + 60);
    expect(await look()).toEqual({ regions: ["oregon"], region_node_counts: { paris: 1 } });
    emulator.advance(299);
    expect(await look()).toEqual({ regions: ["oregon"], region_node_counts: { paris: 1 } });
    emulator.advance(1);
    expect(await look()).toEqual({ regions: ["paris"], region_node_counts: { paris: 1 } });
  });

  test.each([
    ["memory_and_vcpu", { memory: "16_gb", vcpu: "8_vcpus", gpu: "no", region_node_counts: { oregon: 1 } }],
    ["nothing", { memory: "8_gb", vcpu: "4_vcpus", gpu: "no", region_node_counts: { oregon: 1 } }],
    ["everything", { memory: "16_gb", vcpu: "8_vcpus", gpu: "yes", region_node_counts: { paris: 1 } }],
  ])("a failed one leaves %s", async (failed_change_leaves, expected) => {
    const emulator = await begun({ assumptions: { failed_change_leaves, change_seconds: 60 } });
    emulator.failNextChange("abc");
    const json = { ...GROW, new_vcpu: "8_vcpus", new_gpu: "yes", new_region_node_counts: { paris: 1 } };
    const { id } = changeOf((await call(emulator, `POST ${CHANGES}`, { json })).body);
    emulator.advance(3_660);
    expect((await call(emulator, `GET ${CHANGES}/${id}`)).body).toMatchObject({
      status: "failed",
      completed_at: DUE + 60,
    });
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject({
      ...expected,
      status: "in_service",
    });
  });
});
