import { call, control, emulators, emulatorsOf, over, read, recordIn, refusal } from "../../support";

const start = emulators();
const old = emulatorsOf({ name: "old" });
const SINGLE = { memory: "8_gb", vcpu: "2_vcpus", regions: "oregon" };

describe("createCluster", () => {
  test("answers 201 with the record, with defaults for missing properties", async () => {
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

  test("the cluster gets into service on the emulator's clock, with hostnames", async () => {
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
  ])("%j answers the record, which keeps the values", async (json, expected) => {
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

  test("answers 201, and the cluster goes through deprovisioning, terminated, 404", async () => {
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
  ])("a second time answers %s, and has no effect", async (second_terminate, expected) => {
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

const PAIR = { memory: "8_gb", vcpu: "4_vcpus" };
const ONE = { ...PAIR, regions: "oregon" };
const HA = { ...ONE, high_availability: "yes" };
const network = (search_delivery_network: string, more: object) => ({
  ...PAIR,
  high_availability: "yes",
  search_delivery_network,
  ...more,
});
const counts = (region_node_counts: unknown) => network("off", { region_node_counts });
const THREE = ["oregon", "tokyo", "paris"];

describe("invalid configurations of createCluster: 422, or 400 under the alternative", () => {
  const shape = (kind: string) => `high_availability yes with search_delivery_network ${kind}`;
  const MULTI = "multi_nodes_per_region";
  const rows: [object, string][] = [
    [{ ...ONE, memory: "0.5_gb" }, "vcpu must be one of 2_vcpus_1_hr_burst_per_day for memory 0.5_gb"],
    [{ ...ONE, vcpu: "2_vcpus", gpu: "yes" }, "gpu is not available for memory 8_gb with vcpu 2_vcpus"],
    [{ ...ONE, gpu: "yes", search_server_version: "0.24.1" }, "gpu needs server version 0.25.0 or later"],
    [{ ...ONE, high_performance_disk: "yes" }, "high_performance_disk needs high_availability yes"],
    [
      { ...HA, vcpu: "2_vcpus_7_hr_burst_per_day", high_performance_disk: "yes" },
      "high_performance_disk needs a vcpu without burst hours",
    ],
    [{ ...ONE, search_server_version: "99.0" }, "search_server_version 99.0 is not available"],
    [
      { ...PAIR, regions: THREE, search_delivery_network: "3_regions" },
      "search_delivery_network 3_regions needs high_availability yes",
    ],
    [
      network("3_regions", { regions: THREE, high_availability_node_count: 3 }),
      `high_availability_node_count is not for ${shape("3_regions")}`,
    ],
    [network(MULTI, { regions: ["oregon", "tokyo"] }), `${shape(MULTI)} needs region_node_counts`],
    [{ ...HA, regions: ["oregon", "tokyo"] }, `${shape("off")} needs 1 region, not 2`],
    [network(MULTI, { region_node_counts: { oregon: 4 } }), `${shape(MULTI)} needs 2 to 7 regions, not 1`],
    [
      network("3_regions", { region_node_counts: { oregon: 2, tokyo: 1, paris: 1 } }),
      `${shape("3_regions")} needs 1 node in each region`,
    ],
    [counts({ oregon: 8 }), `${shape("off")} needs 3 to 7 nodes, not 8`],
  ];
  test.each(rows)("%j", async (json, message) => {
    const emulator = await start();
    const body = { success: false, message, messages: [message] };
    expect(await call(emulator, "POST /clusters", { json })).toMatchObject({ status: 422, body });
    emulator.setAssumptions({ configuration_failure: "400" });
    expect(await call(emulator, "POST /clusters", { json })).toMatchObject({ status: 400, body });
    expect(emulator.state().clusters).toEqual([]);
  });
});

describe("valid configurations of createCluster", () => {
  const rows: [object, object][] = [
    [{ ...PAIR, regions: ["oregon"] }, { region_node_counts: { oregon: 1 } }],
    [HA, { region_node_counts: { oregon: 3 }, high_availability_node_count: 3, load_balancing: "yes" }],
    [{ ...HA, high_availability_node_count: 7 }, { region_node_counts: { oregon: 7 } }],
    [counts({ oregon: 5 }), { high_availability_node_count: 5 }],
    [network("3_regions", { regions: THREE }), { region_node_counts: { oregon: 1, tokyo: 1, paris: 1 } }],
    [
      network("multi_nodes_per_region", { region_node_counts: '{"oregon":2,"tokyo":1}' }),
      { region_node_counts: { oregon: 2, tokyo: 1 }, high_availability_node_count: null },
    ],
    [{ ...HA, high_performance_disk: "yes" }, { high_performance_disk: "yes" }],
    [{ ...ONE, gpu: "yes", search_server_version: "0.25.0" }, { gpu: "yes" }],
    [
      { ...ONE, search_server_version: "29", name: "", auto_upgrade_capacity: null },
      { search_server_version: "29.1", name: "", auto_upgrade_capacity: null },
    ],
  ];
  test.each(rows)("%j", async (json, expected) => {
    const answer = await call(await start(), "POST /clusters", { json });
    expect(answer).toMatchObject({ status: 201, body: { success: true, cluster: expected } });
  });
});

const one = emulatorsOf({});
const ISSUE = "POST /clusters/abc/api-keys";

describe("issueClusterApiKeys", () => {
  test("answers 200 with a new pair on every call, of every cluster, the same ones in every run", async () => {
    const key = expect.stringMatching(/^[A-Za-z0-9]{32}$/);
    const runs = [];
    for (const _ of [1, 2]) {
      const emulator = await start({ seed: { clusters: [{ id: "abc" }, { id: "other" }] } });
      const keys = [];
      for (const line of [ISSUE, ISSUE, "POST /clusters/other/api-keys"]) {
        const { status, body } = await call(emulator, line);
        const api_keys = { admin_key: key, search_only_key: key };
        expect([status, body]).toEqual([200, { success: true, api_keys }]);
        keys.push(...Object.values((body as { api_keys: Record<string, string> }).api_keys));
      }
      expect(new Set(keys).size).toBe(6);
      expect([emulator.issuedKeys("abc"), emulator.issuedKeys("other")]).toEqual([2, 1]);
      const shown = JSON.stringify([emulator.journal(), emulator.state()]);
      expect(shown).toContain("issueClusterApiKeys");
      for (const secret of keys) expect(shown).not.toContain(secret);
      runs.push(keys);
    }
    expect(runs[1]).toEqual(runs[0]);
  });

  test.each(["provisioning", "suspended", "deprovisioning"])(
    "of a cluster that is %s answers 422 and issues none",
    async (status) => {
      const emulator = await one({}, { status });
      const message = `Cluster abc is ${status}; keys are issued only for one that is in_service`;
      expect(await call(emulator, ISSUE)).toMatchObject(refusal(422, message));
      const pairs = await control(emulator, "GET /clusters/abc/issued-keys");
      expect(pairs).toEqual({ status: 200, body: { pairs: 0 } });
    },
  );
});
