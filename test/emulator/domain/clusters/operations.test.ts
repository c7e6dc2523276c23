import { call, emulators, emulatorsOf, over, read, recordIn, refusal } from "../../support";

const start = emulators();
const old = emulatorsOf({ name: "old" });
const SINGLE = { memory: "8_gb", vcpu: "2_vcpus", regions: "oregon" };

describe("createCluster", () => {
  test("answers 201 with the record, at the defaults for what is left out", async () => {
    const { status, body } = await call(await start(), "POST /clusters", { json: SINGLE });
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

  test("the cluster comes into service on the emulator's clock, with hostnames", async () => {
    const emulator = await start({ assumptions: { provisioning_seconds: 300 } });
    const { id } = recordIn(await call(emulator, "POST /clusters", { json: SINGLE }), "cluster");
    const seen = await over(emulator, [299, 1], () => read(emulator, `/clusters/${id}`));
    const hostnames = { nodes: [`${id}-1.a1.searchcloud.example`] };
    expect(seen).toMatchObject([
      { status: "initializing" },
      { status: "in_service", regions: ["oregon"], hostnames },
    ]);
  });

  test("without a payment method answers 402 and creates nothing", async () => {
    const emulator = await start();
    emulator.setAccount({ payment_method: false });
    const answer = await call(emulator, "POST /clusters", { json: SINGLE });
    expect(answer).toMatchObject(refusal(402, "A payment method is required to create a cluster"));
    expect(emulator.state().clusters).toEqual([]);
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
    ["", "newest_first", { page: 1, per_page: 10 }, "acb"],
    ["?page=2&per_page=2", "newest_first", { page: 2, per_page: 2 }, "b"],
    ["?page=9&per_page=50", "newest_first", { page: 9, per_page: 50 }, ""],
    ["", "oldest_first", { page: 1 }, "bca"],
    ["", "by_id", { page: 1 }, "abc"],
  ])("%s, %s", async (query, list_order, envelope, ids) => {
    const emulator = await start({ seed: { clusters: three }, assumptions: { list_order } });
    const { status, body } = await call(emulator, `GET /clusters${query}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...envelope, total: 3 });
    expect(Object.keys(body as object)).toEqual(["page", "per_page", "total", "clusters"]);
    expect(idsOf(body)).toBe(ids);
  });

  test.each([
    ["per_page=51", "per_page must be a whole number from 1 to 50"],
    ["per_page=", "per_page must be a whole number from 1 to 50"],
    ["page=0", "page must be a whole number of 1 or more"],
    ["page=1.5", "page must be a whole number of 1 or more"],
  ])("?%s answers 400", async (query, message) => {
    const body = { success: false, message, messages: [message] };
    expect(await call(await start(), `GET /clusters?${query}`)).toMatchObject({ status: 400, body });
  });

  test("a new cluster may appear late, though it can be read", async () => {
    const emulator = await start({ assumptions: { listed_after_seconds: 30 } });
    const { id } = recordIn(await call(emulator, "POST /clusters", { json: SINGLE }), "cluster");
    expect((await call(emulator, `GET /clusters/${id}`)).status).toBe(200);
    const seen = await over(emulator, [0, 30], async () => idsOf(await read(emulator, "/clusters")));
    expect(seen).toEqual(["", id]);
  });

  test.each([
    ["yes", 1],
    ["no", 0],
  ])("terminated clusters listed: %s", async (terminated_listed, total) => {
    const emulator = await old({ terminated_listed }, { status: "terminated" });
    expect(await read(emulator, "/clusters")).toMatchObject({ total });
    expect(await read(emulator, "/clusters/abc")).toMatchObject({ status: "terminated" });
  });
});

describe("updateCluster", () => {
  const UPDATE = "PATCH /clusters/abc";

  test.each([
    [{ name: "new" }, { name: "new", auto_upgrade_capacity: null }],
    [{ name: null }, { name: null, auto_upgrade_capacity: null }],
    [{ auto_upgrade_capacity: false }, { name: "old", auto_upgrade_capacity: false }],
  ])("%j answers the record, which stays so", async (json, expected) => {
    const emulator = await old();
    const { status, body } = await call(emulator, UPDATE, { json });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, cluster: { id: "abc", ...expected } });
    expect(await read(emulator, "/clusters/abc")).toMatchObject(expected);
  });

  test.each([
    ["status", 400],
    ["200", 200],
  ])("a body that is not valid, answered with %s", async (update_validation_failure, status) => {
    const emulator = await old({ update_validation_failure });
    const answer = await call(emulator, UPDATE, { json: { name: 7 } });
    expect(answer).toMatchObject(refusal(status, "name must be a string or null"));
    expect(emulator.state().clusters[0]?.name).toBe("old");
    expect(emulator.journal()).toMatchObject([{ status, done: false }]);
  });

  test.each([
    ["none", 300, 200],
    ["255", 255, 200],
    ["255", 256, 400],
  ])("with %s as the limit of names, one of %i characters answers %i", async (limit, length, status) => {
    const emulator = await old({ cluster_name_limit: limit });
    const answer = await call(emulator, UPDATE, { json: { name: "x".repeat(length) } });
    const refused = refusal(400, "name must have at most 255 characters");
    expect(answer).toMatchObject(status === 400 ? refused : { status });
  });

  test.each([
    ["deprovisioning", {}, 422],
    ["suspended", {}, 200],
    ["provisioning", {}, 200],
    ["provisioning", { update_before_service: "422" }, 422],
  ])("of a cluster that is %s under %j answers %i", async (status, assumptions, expected) => {
    const emulator = await old(assumptions, { status });
    const answer = await call(emulator, UPDATE, { json: { name: "new" } });
    const refused = refusal(422, `Cluster abc is ${status} and cannot be updated`);
    expect(answer).toMatchObject(expected === 422 ? refused : { status: 200 });
    expect(emulator.state().clusters[0]?.name).toBe(expected === 200 ? "new" : "old");
  });
});

describe("terminateCluster", () => {
  const TERMINATE = "POST /clusters/abc/lifecycle";
  const json = { lifecycle_action: "terminate" };
  const accepted = { success: true, message: "Cluster termination has been initiated" };

  test("answers 201, and the cluster goes: deprovisioning, terminated, 404", async () => {
    const emulator = await old();
    const answer = await call(emulator, TERMINATE, { json });
    expect([answer.status, answer.body]).toEqual([201, accepted]);
    const [first, second, last] = await over(emulator, [0, 60, 60], () => read(emulator, "/clusters/abc"));
    expect(first).toMatchObject({ status: "deprovisioning" });
    expect(first).not.toHaveProperty("hostnames");
    expect(second).toMatchObject({ status: "terminated", regions: [] });
    expect(last).toEqual({ success: false, message: "Cluster abc not found" });
    expect(await read(emulator, "/clusters")).toMatchObject({ total: 0 });
  });

  test.each([
    ["422", refusal(422, "Cluster abc is already deprovisioning")],
    ["404", refusal(404, "Cluster abc not found")],
    ["201", { status: 201, body: accepted }],
  ])("a second time answers %s, and the first one counts", async (second_terminate, expected) => {
    const emulator = await old({ second_terminate });
    await call(emulator, TERMINATE, { json });
    emulator.advance(59);
    expect(await call(emulator, TERMINATE, { json })).toMatchObject(expected);
    emulator.advance(1);
    expect(emulator.state().clusters[0]?.status).toBe("terminated");
  });

  test.each(["provisioning", "suspended"])("is accepted from %s", async (status) => {
    const emulator = await old({}, { status });
    expect((await call(emulator, TERMINATE, { json })).status).toBe(201);
    expect(emulator.state().clusters[0]?.status).toBe("deprovisioning");
  });

  test("of an unknown cluster answers 404, before the body is read", async () => {
    const answer = await call(await start(), "POST /clusters/nobody/lifecycle", { json: {} });
    expect(answer).toMatchObject(refusal(404, "Cluster nobody not found"));
  });
});
