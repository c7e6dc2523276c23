import { call, emulators } from "../support";

const start = emulators();
const CHANGES = "/clusters/abc/configuration-changes";
/** An hour after the emulator's start, 2027-01-01T00:00:00Z. */
const DUE = 1_798_765_200;
const GROW = { perform_change_at: DUE, new_memory: "16_gb", new_vcpu: "4_vcpus" };
const SEED = { clusters: [{ id: "abc", memory: "8_gb", vcpu: "4_vcpus" }] };
const begun = (options: object = {}) => start({ seed: SEED, ...options });
type Record = { id: string; status: string };
const changeOf = (body: unknown) => (body as { configuration_change: Record }).configuration_change;

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

  test("without a payment method answers 402 and makes nothing", async () => {
    const emulator = await begun();
    emulator.setAccount({ payment_method: false });
    expect(await call(emulator, `POST ${CHANGES}`, { json: GROW })).toMatchObject({
      status: 402,
      body: { message: "A payment method is required to change the configuration of a cluster" },
    });
    expect(emulator.state().changes).toEqual([]);
  });

  test.each([
    ["provisioning", "422"],
    ["initializing", "400"],
    ["suspended", "422"],
    ["deprovisioning", "422"],
    ["hibernating", "422"],
  ])("of a cluster that is %s answers %s", async (status, change_out_of_service) => {
    const assumptions = { change_out_of_service, provisioning_seconds: 3_600 };
    const emulator = await start({ seed: { clusters: [{ id: "abc", status }] }, assumptions });
    const shown = status === "initializing" ? "provisioning" : status;
    expect(await call(emulator, `POST ${CHANGES}`, { json: GROW })).toMatchObject({
      status: Number(change_out_of_service),
      body: { message: `Cluster abc is ${shown}; only one that is in_service can be changed` },
    });
  });

  test.each(["422", "400", "409"])("a second one answers %s until the first is over", async (status) => {
    const assumptions = {
      second_change_status: status,
      change_seconds: 60,
      error_detail: "messages_and_error",
    };
    const emulator = await begun({ assumptions });
    const first = changeOf((await call(emulator, `POST ${CHANGES}`, { json: GROW })).body);
    const again = async (perform_change_at: number) =>
      call(emulator, `POST ${CHANGES}`, { json: { perform_change_at } });
    const said = (state: string) => `Cluster abc has a configuration change already: ${first.id} is ${state}`;
    const code = { 422: "unprocessable", 400: "invalid_request", 409: "conflict" }[status];
    expect(await again(DUE)).toMatchObject({
      status: Number(status),
      body: { success: false, message: said("pending"), error: code },
    });
    emulator.advance(3_600);
    expect(await again(DUE + 60)).toMatchObject({
      status: Number(status),
      body: { message: said("in_progress") },
    });
    emulator.advance(60);
    expect((await again(DUE + 120)).status).toBe(201);
  });

  test("a second one may follow one that was cancelled", async () => {
    const emulator = await begun();
    const { id } = changeOf((await call(emulator, `POST ${CHANGES}`, { json: GROW })).body);
    await call(emulator, `PATCH ${CHANGES}/${id}`, { json: { status: "canceled" } });
    expect((await call(emulator, `POST ${CHANGES}`, { json: GROW })).status).toBe(201);
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

  test("a change that waits is cancelled when its cluster is terminated, one under way fails", async () => {
    const emulator = await start({
      seed: {
        clusters: [
          { id: "a", changes: [{ status: "pending" }] },
          { id: "b", changes: [{ status: "in_progress" }] },
        ],
      },
    });
    for (const id of ["a", "b"]) {
      await call(emulator, `POST /clusters/${id}/lifecycle`, { json: { lifecycle_action: "terminate" } });
    }
    expect(emulator.state().changes.map(({ status }) => status)).toEqual(["canceled", "failed"]);
    const { body } = await call(emulator, "GET /clusters/a/configuration-changes");
    expect(body).toMatchObject({ configuration_changes: [{ status: "canceled" }] });
    emulator.advance(3_600);
    expect((await call(emulator, "GET /clusters/a/configuration-changes")).status).toBe(404);
  });
});

describe("cancelConfigurationChange", () => {
  const CANCEL = { json: { status: "canceled" } };

  test.each([
    ["null", null],
    ["value", 1_798_761_660],
  ])("answers the cancelled record, completed_at %s", async (completed_at_of_canceled, completed_at) => {
    const emulator = await begun({ assumptions: { completed_at_of_canceled } });
    const { id } = changeOf((await call(emulator, `POST ${CHANGES}`, { json: GROW })).body);
    emulator.advance(60);
    const canceled = await call(emulator, `PATCH ${CHANGES}/${id}`, CANCEL);
    expect(canceled).toMatchObject({
      status: 200,
      body: {
        success: true,
        configuration_change: { id, status: "canceled", updated_at: 1_798_761_660, completed_at },
      },
    });
    emulator.advance(86_400);
    expect((await call(emulator, `GET ${CHANGES}/${id}`)).body).toEqual(changeOf(canceled.body));
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject({ memory: "8_gb" });
  });

  test.each([
    ["in_progress", "422"],
    ["succeeded", "422"],
    ["failed", "400"],
    ["canceled", "400"],
  ] as const)("one that is %s answers %s", async (status, cancel_too_late) => {
    const seed = { clusters: [{ id: "abc", changes: [{ id: "c1", status }] }] };
    const emulator = await start({ seed, assumptions: { cancel_too_late } });
    expect(await call(emulator, `PATCH ${CHANGES}/c1`, CANCEL)).toMatchObject({
      status: Number(cancel_too_late),
      body: { message: `Configuration change c1 is ${status}; only a pending one can be canceled` },
    });
    expect(emulator.state().changes).toMatchObject([{ status }]);
  });

  test.each([
    [{}, "status is required"],
    [{ status: "cancelled" }, "status must be one of canceled"],
    [{ status: "pending" }, "status must be one of canceled"],
    [{ status: "canceled", reason: "x" }, "reason is not allowed"],
  ])("%j answers 400", async (json, message) => {
    const emulator = await start({ seed: { clusters: [{ id: "abc", changes: [{ id: "c1" }] }] } });
    const answer = await call(emulator, `PATCH ${CHANGES}/c1`, { json });
    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(emulator.state().changes).toMatchObject([{ status: "pending" }]);
  });
});

describe("listConfigurationChanges", () => {
  const changes = [
    { id: "b", status: "succeeded", created_at: 1_798_000_300 },
    { id: "a", status: "canceled", created_at: 1_798_000_100 },
    { id: "c", status: "failed", created_at: 1_798_000_200 },
  ] as const;
  const seed = { clusters: [{ id: "abc", changes: [...changes] }, { id: "other" }] };
  const idsOf = (body: unknown) =>
    (body as { configuration_changes: Record[] }).configuration_changes.map(({ id }) => id).join("");

  test.each([
    ["", { page: 1, per_page: 10 }, "bca"],
    ["?per_page=2", { page: 1, per_page: 2 }, "bc"],
    ["?page=2&per_page=2", { page: 2, per_page: 2 }, "a"],
    ["?page=9", { page: 9, per_page: 10 }, ""],
  ])("%s", async (query, envelope, ids) => {
    const { status, body } = await call(await start({ seed }), `GET ${CHANGES}${query}`);
    expect(status).toBe(200);
    expect(Object.keys(body as object)).toEqual(["page", "per_page", "total", "configuration_changes"]);
    expect(body).toMatchObject({ ...envelope, total: 3 });
    expect(idsOf(body)).toBe(ids);
  });

  test.each([
    ["newest_first", "bca"],
    ["oldest_first", "acb"],
    ["by_id", "abc"],
  ])("%s", async (list_order, ids) => {
    const emulator = await start({ seed, assumptions: { list_order } });
    expect(idsOf((await call(emulator, `GET ${CHANGES}`)).body)).toBe(ids);
  });

  test("of two made in one second, the later comes first", async () => {
    const emulator = await begun();
    const first = changeOf((await call(emulator, `POST ${CHANGES}`, { json: GROW })).body);
    await call(emulator, `PATCH ${CHANGES}/${first.id}`, { json: { status: "canceled" } });
    const second = changeOf((await call(emulator, `POST ${CHANGES}`, { json: GROW })).body);
    expect(idsOf((await call(emulator, `GET ${CHANGES}`)).body)).toBe(second.id + first.id);
  });

  test.each(["per_page=11", "per_page=0", "per_page=ten"])("%s answers 400", async (query) => {
    expect(await call(await start({ seed }), `GET ${CHANGES}?${query}`)).toMatchObject({
      status: 400,
      body: { message: "per_page must be a whole number from 1 to 10" },
    });
  });

  test("another cluster's changes are not in it", async () => {
    const { body } = await call(await start({ seed }), "GET /clusters/other/configuration-changes");
    expect(body).toEqual({ page: 1, per_page: 10, total: 0, configuration_changes: [] });
  });
});

describe("who may do what", () => {
  const seed = {
    clusters: [
      { id: "abc", changes: [{ id: "c1" }] },
      { id: "hidden", changes: [{ id: "c2" }] },
    ],
    keys: [
      { name: "one", key: "emulator-one-key", preset: "admin", clusters: ["abc"] },
      { name: "reader", key: "emulator-reader-key", capabilities: ["clusters:read"] },
      { name: "creator", key: "emulator-creator-key", capabilities: ["clusters:create"] },
    ],
  };
  test.each([
    ["reader", "GET /clusters/abc/configuration-changes", 200],
    ["reader", "GET /clusters/abc/configuration-changes/c1", 200],
    ["reader", "POST /clusters/abc/configuration-changes", 403],
    ["reader", "PATCH /clusters/abc/configuration-changes/c1", 403],
    ["creator", "GET /clusters/abc/configuration-changes", 403],
    ["one", "GET /clusters/hidden/configuration-changes", 404],
    ["one", "GET /clusters/hidden/configuration-changes/c2", 404],
    ["one", "POST /clusters/hidden/configuration-changes", 404],
    ["one", "PATCH /clusters/hidden/configuration-changes/c2", 404],
    ["one", "GET /clusters/nobody/configuration-changes", 404],
    ["one", "GET /clusters/abc/configuration-changes/c2", 404],
    ["one", "PATCH /clusters/abc/configuration-changes/c2", 404],
  ])("%s: %s answers %i", async (name, line, status) => {
    const emulator = await start({ seed });
    const body = line.startsWith("GET") ? {} : { json: GROW };
    const answer = await call(emulator, line, { key: `emulator-${name}-key`, ...body });
    expect(answer.status).toBe(status);
    if (status === 403) {
      const required_capability = line.startsWith("GET") ? "clusters:read" : "clusters:configure";
      expect(answer.body).toMatchObject({ required_capability });
    }
  });
});
