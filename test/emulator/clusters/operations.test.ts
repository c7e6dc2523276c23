import { call, emulators, START } from "../support";

const start = emulators();
const SINGLE = { memory: "8_gb", vcpu: "2_vcpus", regions: "oregon" };

describe("createCluster", () => {
  test("answers 201 with the record, at the defaults for what is left out", async () => {
    const emulator = await start();
    const { status, body } = await call(emulator, "POST /clusters", { json: SINGLE });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      cluster: {
        id: expect.stringMatching(/^[a-z0-9]{16}$/),
        name: null,
        memory: "8_gb",
        vcpu: "2_vcpus",
        gpu: "no",
        high_performance_disk: "no",
        search_server_version: "30.2",
        high_availability: "no",
        high_availability_node_count: null,
        search_delivery_network: "off",
        load_balancing: "no",
        regions: [],
        region_node_counts: { oregon: 1 },
        auto_upgrade_capacity: null,
        usage: { runtime_hours: 0, used_bandwidth_kb: { last_7_days: expect.any(Object) } },
        provisioned_by: { user_name: "admin", user_type: "API Key" },
        provisioned_at: 1_798_761_600,
        status: "provisioning",
      },
    });
  });

  test("is in service after 4 to 6 minutes of the emulator's clock, with hostnames", async () => {
    const emulator = await start();
    const made = await call(emulator, "POST /clusters", { json: SINGLE });
    const { id } = (made.body as { cluster: { id: string } }).cluster;
    const seen: string[] = [];
    for (let minute = 0; minute <= 6; minute++) {
      const { body } = await call(emulator, `GET /clusters/${id}`);
      const { status, hostnames } = body as { status: string; hostnames?: unknown };
      expect(hostnames !== undefined).toBe(status === "in_service");
      seen.push(status);
      emulator.advance(60);
    }
    expect(seen.slice(0, 3)).toEqual(["provisioning", "provisioning", "provisioning"]);
    expect(seen[6]).toBe("in_service");
    expect((await call(emulator, `GET /clusters/${id}`)).body).toMatchObject({
      regions: ["oregon"],
      hostnames: { nodes: [`${id}-1.a1.searchcloud.example`] },
    });
  });

  test("without a payment method answers 402 and makes nothing", async () => {
    const emulator = await start();
    emulator.setAccount({ payment_method: false });
    expect(await call(emulator, "POST /clusters", { json: SINGLE })).toMatchObject({
      status: 402,
      body: { success: false, message: "A payment method is required to create a cluster" },
    });
    expect((await call(emulator, "GET /clusters")).body).toEqual({
      page: 1,
      per_page: 10,
      total: 0,
      clusters: [],
    });
  });

  test("gives the same ids in the same order to every run, and different ones within it", async () => {
    const ids = async () => {
      const emulator = await start();
      for (let made = 0; made < 3; made++) await call(emulator, "POST /clusters", { json: SINGLE });
      return emulator.state().clusters.map(({ id }) => id);
    };
    const first = await ids();
    expect(new Set(first).size).toBe(3);
    expect(await ids()).toEqual(first);
  });
});

describe("listClusters", () => {
  const three = [
    { id: "a", provisioned_at: 1_798_000_300 },
    { id: "b", provisioned_at: 1_798_000_100 },
    { id: "c", provisioned_at: 1_798_000_200 },
  ];
  const idsOf = (body: unknown) =>
    (body as { clusters: { id: string }[] }).clusters.map(({ id }) => id).join("");

  test.each([
    ["", { page: 1, per_page: 10 }, "acb"],
    ["?page=1&per_page=2", { page: 1, per_page: 2 }, "ac"],
    ["?page=2&per_page=2", { page: 2, per_page: 2 }, "b"],
    ["?page=9", { page: 9, per_page: 10 }, ""],
    ["?per_page=50", { page: 1, per_page: 50 }, "acb"],
  ])("%s", async (query, envelope, ids) => {
    const emulator = await start({ seed: { clusters: three } });
    const { status, body } = await call(emulator, `GET /clusters${query}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...envelope, total: 3 });
    expect(Object.keys(body as object)).toEqual(["page", "per_page", "total", "clusters"]);
    expect(idsOf(body)).toBe(ids);
  });

  test.each([
    ["per_page=51", "per_page must be a whole number from 1 to 50"],
    ["per_page=0", "per_page must be a whole number from 1 to 50"],
    ["per_page=", "per_page must be a whole number from 1 to 50"],
    ["page=0", "page must be a whole number of 1 or more"],
    ["page=1.5", "page must be a whole number of 1 or more"],
  ])("?%s answers 400", async (query, message) => {
    const emulator = await start();
    const body = { success: false, message, messages: [message] };
    expect(await call(emulator, `GET /clusters?${query}`)).toMatchObject({ status: 400, body });
  });

  test.each([
    ["newest_first", "acb"],
    ["oldest_first", "bca"],
    ["by_id", "abc"],
  ])("%s", async (list_order, ids) => {
    const emulator = await start({ seed: { clusters: three }, assumptions: { list_order } });
    expect(idsOf((await call(emulator, "GET /clusters")).body)).toBe(ids);
  });

  test("a new cluster may appear late, though it can be read", async () => {
    const emulator = await start({ assumptions: { listed_after_seconds: 30 } });
    const made = await call(emulator, "POST /clusters", { json: SINGLE });
    const { id } = (made.body as { cluster: { id: string } }).cluster;
    expect(idsOf((await call(emulator, "GET /clusters")).body)).toBe("");
    expect((await call(emulator, `GET /clusters/${id}`)).status).toBe(200);
    emulator.advance(30);
    expect(idsOf((await call(emulator, "GET /clusters")).body)).toBe(id);
  });
});

describe("updateCluster", () => {
  test.each([
    [{ name: "new" }, { name: "new", auto_upgrade_capacity: null }],
    [{ name: null }, { name: null, auto_upgrade_capacity: null }],
    [{ auto_upgrade_capacity: true }, { name: "old", auto_upgrade_capacity: true }],
    [
      { name: "new", auto_upgrade_capacity: false },
      { name: "new", auto_upgrade_capacity: false },
    ],
  ])("%j answers the record, which stays so", async (json, expected) => {
    const emulator = await start({ seed: { clusters: [{ id: "abc", name: "old" }] } });
    const { status, body } = await call(emulator, "PATCH /clusters/abc", { json });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, cluster: { id: "abc", ...expected } });
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject(expected);
  });

  const invalid: [object, string][] = [
    [{}, "at least one of name and auto_upgrade_capacity must be present"],
    [{ name: 7 }, "name must be a text or null"],
    [{ auto_upgrade_capacity: null }, "auto_upgrade_capacity must be true or false"],
    [{ auto_upgrade_capacity: "yes" }, "auto_upgrade_capacity must be true or false"],
    [{ name: "new", memory: "16_gb" }, "memory is not allowed"],
    [{ name: "new", __PROTO__: 1 }, "__PROTO__ is not allowed"],
  ];
  test.each(invalid)("%j answers 400, or 200 with the same body", async (json, message) => {
    const emulator = await start({ seed: { clusters: [{ id: "abc", name: "old" }] } });
    const body = { success: false, message, messages: [message] };
    expect(await call(emulator, "PATCH /clusters/abc", { json })).toMatchObject({ status: 400, body });
    emulator.setAssumptions({ update_validation_failure: "200" });
    expect(await call(emulator, "PATCH /clusters/abc", { json })).toMatchObject({ status: 200, body });
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject({ name: "old" });
    expect(emulator.journal().map(({ done }) => done)).toEqual([false, false, true]);
  });

  test("a name may have any length, or at most 255 characters", async () => {
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] } });
    const rename = (length: number) =>
      call(emulator, "PATCH /clusters/abc", { json: { name: "x".repeat(length) } });
    expect((await rename(300)).status).toBe(200);
    emulator.setAssumptions({ cluster_name_limit: "255" });
    expect((await rename(255)).status).toBe(200);
    const body = { message: "name must have at most 255 characters" };
    expect(await rename(256)).toMatchObject({ status: 400, body });
  });

  test("__proto__ is a property like any other", async () => {
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] } });
    const answer = await call(emulator, "PATCH /clusters/abc", { text: '{"name":"x","__proto__":{}}' });
    expect(answer).toMatchObject({ status: 400, body: { message: "__proto__ is not allowed" } });
  });

  test.each([
    ["deprovisioning", {}, 422],
    ["terminated", {}, 422],
    ["suspended", {}, 200],
    ["provisioning", {}, 200],
    ["provisioning", { update_before_service: "422" }, 422],
    ["initializing", { update_before_service: "422" }, 422],
  ])("of a cluster that is %s under %j answers %i", async (status, assumptions, expected) => {
    const emulator = await start({ assumptions, seed: { clusters: [{ id: "abc", name: "old", status }] } });
    const answer = await call(emulator, "PATCH /clusters/abc", { json: { name: "new" } });
    expect(answer.status).toBe(expected);
    expect(emulator.state().clusters[0]?.name).toBe(expected === 200 ? "new" : "old");
  });
});

describe("terminateCluster", () => {
  const json = { lifecycle_action: "terminate" };

  test("answers 201, and the cluster goes: deprovisioning, terminated, 404", async () => {
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] } });
    const answer = await call(emulator, "POST /clusters/abc/lifecycle", { json });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ success: true, message: "Cluster termination has been initiated" });
    const look = async () => (await call(emulator, "GET /clusters/abc")).body;
    expect(await look()).toMatchObject({ status: "deprovisioning" });
    expect(await look()).not.toHaveProperty("hostnames");
    emulator.advance(60);
    expect(await look()).toMatchObject({ status: "terminated", regions: [] });
    emulator.advance(60);
    expect(await look()).toEqual({ success: false, message: "Cluster abc not found" });
    expect((await call(emulator, "GET /clusters")).body).toMatchObject({ total: 0 });
  });

  test.each([
    ["yes", 1],
    ["no", 0],
  ])("terminated clusters listed: %s", async (terminated_listed, total) => {
    const emulator = await start({
      assumptions: { terminated_listed },
      seed: { clusters: [{ id: "abc", status: "terminated" }] },
    });
    expect((await call(emulator, "GET /clusters")).body).toMatchObject({ total });
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject({ status: "terminated" });
  });

  test.each([
    ["422", { status: 422, body: { success: false, message: "Cluster abc is already deprovisioning" } }],
    ["404", { status: 404, body: { success: false, message: "Cluster abc not found" } }],
    ["201", { status: 201, body: { success: true, message: "Cluster termination has been initiated" } }],
  ])("a second time answers %s, and the first one counts", async (second_terminate, expected) => {
    const emulator = await start({ assumptions: { second_terminate }, seed: { clusters: [{ id: "abc" }] } });
    await call(emulator, "POST /clusters/abc/lifecycle", { json });
    emulator.advance(59);
    expect(await call(emulator, "POST /clusters/abc/lifecycle", { json })).toMatchObject(expected);
    emulator.advance(1);
    expect(emulator.state().clusters[0]?.status).toBe("terminated");
  });

  test.each(["provisioning", "in_service", "suspended"])("is accepted from %s", async (status) => {
    const emulator = await start({ seed: { clusters: [{ id: "abc", status }] } });
    expect((await call(emulator, "POST /clusters/abc/lifecycle", { json })).status).toBe(201);
    expect(emulator.state().clusters[0]?.status).toBe("deprovisioning");
  });

  test.each([
    [{}, "lifecycle_action is required"],
    [{ lifecycle_action: "restart" }, "lifecycle_action must be one of terminate"],
    [{ lifecycle_action: "terminate", force: true }, "force is not allowed"],
  ])("%j answers 400 and terminates nothing", async (body, message) => {
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] } });
    const answer = await call(emulator, "POST /clusters/abc/lifecycle", { json: body });
    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(emulator.state().clusters[0]?.status).toBe("in_service");
  });

  test("of an unknown cluster answers 404, before the body is looked at", async () => {
    const emulator = await start();
    const answer = await call(emulator, "POST /clusters/nobody/lifecycle", { json: {} });
    expect(answer).toMatchObject({
      status: 404,
      body: { success: false, message: "Cluster nobody not found" },
    });
  });

  test("the emulator's time decides, not the machine's", async () => {
    const emulator = await start({ clock: { mode: "manual", start: START + 1 } });
    await call(emulator, "POST /clusters", { json: SINGLE });
    expect(emulator.state().clusters[0]?.provisioned_at).toBe(1_798_761_600);
  });
});
