import { call, control, emulators, emulatorsOf, over, read } from "../../support";

const start = emulators();
const one = emulatorsOf({ name: "ours" });
const DONE = { status: 200, body: {} };

test("advance moves the clock and answers its time", async () => {
  const emulator = await start();
  const answer = await control(emulator, "POST /advance", { seconds: 90 });
  expect(answer).toEqual({ status: 200, body: { now: 1_798_761_690 } });
  expect((await call(emulator, "GET /account")).headers.get("date")).toBe("Fri, 01 Jan 2027 00:01:30 GMT");
});

test("seed adds clusters and keys to the account", async () => {
  const emulator = await start();
  const abc = { id: "abc", name: "old", memory: "4_gb", high_availability: "yes" };
  const { status, body } = await control(emulator, "POST /seed", {
    clusters: [abc, { status: "provisioning" }],
    keys: [{ name: "ci", key: "emulator-ci-key", preset: "read-only" }],
  });
  expect([status, body]).toEqual([200, { clusters: ["abc", expect.stringMatching(/^[a-z0-9]{16}$/)] }]);
  const list = await call(emulator, "GET /clusters", { key: "emulator-ci-key" });
  expect(list.body).toMatchObject({
    total: 2,
    clusters: [
      { status: "provisioning", provisioned_at: 1_798_761_600 },
      {
        ...abc,
        vcpu: "2_vcpus_4_hr_burst_per_day",
        high_availability_node_count: 3,
        region_node_counts: { oregon: 3 },
        status: "in_service",
        provisioned_at: 1_798_675_200,
        provisioned_by: { user_name: "Console", user_type: "User" },
      },
    ],
  });
  expect(emulator.keys).toMatchObject({ ci: "emulator-ci-key", admin: "emulator-admin-key" });
});

test.each([
  ["provisioning", "in_service"],
  ["deprovisioning", "terminated"],
  ["suspended", "suspended"],
])("a cluster seeded as %s is %s later", async (status, later) => {
  const emulator = await one({ termination_path: "deprovisioning,terminated" }, { status });
  const seen = await over(emulator, [0, 360], () => read(emulator, "/clusters/abc"));
  expect(seen).toMatchObject([{ status }, { status: later }]);
});

describe("a change outside the API", () => {
  const several = { high_availability: "yes", region_node_counts: { oregon: 3 } };
  const unknown = { region_node_counts: null, search_server_version: null };
  const rows: [patch: object, follows: object][] = [
    [{ name: null, memory: "16_gb", auto_upgrade_capacity: true, provisioned_at: 7 }, {}],
    [several, { high_availability_node_count: 3, load_balancing: "yes", regions: Array(3).fill("oregon") }],
    [unknown, { regions: ["oregon"] }],
    [{ regions: [] }, { region_node_counts: { oregon: 1 } }],
    [{ hostnames: null }, { status: "in_service" }],
    [{ usage: { runtime_hours: 1 }, load_balancing: "maybe" }, {}],
  ];
  test.each(rows)("%j is shown, and %j with it", async (patch, follows) => {
    const emulator = await one();
    const additional = { colour: "red" };
    expect(await control(emulator, "PATCH /clusters/abc", { ...patch, additional })).toEqual(DONE);
    expect(await read(emulator, "/clusters/abc")).toMatchObject({ ...patch, ...follows, ...additional });
  });

  test("a held status stays until it is automatic again", async () => {
    const emulator = await one();
    emulator.patchCluster("abc", { status: "suspended" });
    emulator.advance(86_400);
    expect(await read(emulator, "/clusters/abc")).toMatchObject({ status: "suspended" });
    emulator.patchCluster("abc", { automatic: ["status"] });
    expect(await read(emulator, "/clusters/abc")).toMatchObject({ status: "in_service", hostnames: {} });
  });

  test("a held field is derived again after a stored one gets a value", async () => {
    const emulator = await one();
    emulator.patchCluster("abc", { region_node_counts: null });
    emulator.patchCluster("abc", { region_node_counts: { tokyo: 1 } });
    const expected = { region_node_counts: { tokyo: 1 }, regions: ["tokyo"] };
    expect(await read(emulator, "/clusters/abc")).toMatchObject(expected);
  });
});

test("terminate and forget act outside the API", async () => {
  const emulator = await start({ seed: { clusters: [{ id: "a", status: "suspended" }, { id: "b" }] } });
  expect(await control(emulator, "POST /clusters/a/terminate")).toEqual(DONE);
  expect(await control(emulator, "POST /clusters/b/forget")).toEqual(DONE);
  expect(await read(emulator, "/clusters/a")).toMatchObject({ status: "deprovisioning" });
  expect((await call(emulator, "GET /clusters/b")).status).toBe(404);
});

test("faults are added, listed with their counts, and cleared", async () => {
  const emulator = await start();
  const fault = { match: { path: "/acc*", times: 2 }, effect: { kind: "status", status: 503 } };
  expect(await control(emulator, "POST /faults", fault)).toEqual({ status: 200, body: { id: "fault-1" } });
  expect((await call(emulator, "GET /account")).status).toBe(503);
  const { body } = await control(emulator, "GET /faults");
  expect(body).toEqual({ faults: [{ id: "fault-1", ...fault, met: 1 }] });
  expect(await control(emulator, "DELETE /faults")).toEqual(DONE);
  expect((await call(emulator, "GET /account")).status).toBe(200);
});

test("the journal names every API request, but no key, and no request to the control path", async () => {
  const emulator = await one();
  await call(emulator, "GET /clusters?page=1&per_page=5", { key: "emulator-operate-key" });
  await call(emulator, "PATCH /clusters/abc", { json: { name: "new" } });
  await call(emulator, "PATCH /clusters/abc", { text: "{", key: "a-wrong-secret" });
  const common = { at: "2027-01-01T00:00:00.000Z", faults: [] };
  const list = { ...common, method: "GET", path: "/clusters", query: { page: "1", per_page: "5" } };
  const patch = { ...common, method: "PATCH", path: "/clusters/abc", query: {}, operation: "updateCluster" };
  expect((await control(emulator, "GET /journal")).body).toEqual({
    requests: [
      { ...list, number: 1, operation: "listClusters", key: "operate", body: null, done: true, status: 200 },
      { ...patch, number: 2, key: "admin", body: { name: "new" }, done: true, status: 200 },
      { ...patch, number: 3, key: null, body: "{", done: false, status: 403 },
    ],
  });
  expect(await control(emulator, "DELETE /journal")).toEqual(DONE);
  await call(emulator, "GET /account");
  expect((await control(emulator, "GET /journal")).body).toMatchObject({ requests: [{ number: 4 }] });
});

test("the account, keys and assumptions change at once", async () => {
  const emulator = await start();
  const account = await control(emulator, "POST /account", { restricted: true });
  expect(account.body).toEqual({ account: { payment_method: true, restricted: true } });
  expect((await call(emulator, "GET /clusters")).status).toBe(403);
  await control(emulator, "POST /account", { restricted: false });
  const key = { name: "ci", key: "emulator-ci-key", capabilities: ["clusters:read"], clusters: [] };
  expect((await control(emulator, "POST /keys", key)).body).toEqual(key);
  expect((await call(emulator, "GET /clusters", { key: key.key })).body).toMatchObject({ total: 0 });
  const assumptions = { account_shape: "without_capabilities", list_order: "newest_first" };
  const { body } = await control(emulator, "POST /assumptions", { account_shape: assumptions.account_shape });
  expect(body).toMatchObject({ assumptions });
  expect(await read(emulator, "/account")).toEqual({ name: "Emulated account", payment_method: true });
});

test("state shows everything, also records that no list shows", async () => {
  const assumptions = { terminated_listed: "no" };
  expect((await control(await one(assumptions, { status: "terminated" }), "GET /state")).body).toMatchObject({
    now: "2027-01-01T00:00:00.000Z",
    account: { payment_method: true, restricted: false },
    clusters: [{ id: "abc", status: "terminated" }],
    keys: [{ name: "read-only" }, { name: "provision" }, { name: "operate" }, { name: "admin" }],
    assumptions,
    faults: [],
  });
});

const NOT_AN_OPERATION = { match: { operation: "getClusters" }, effect: { kind: "hold" } };
test.each([
  ["POST /advance", { seconds: -1 }, 400, "expected number to be >=0"],
  ["POST /seed", {}, 400, "A seed has at least one of clusters, keys and invoices."],
  ["POST /seed", { clusters: [{ region: "oregon" }] }, 400, 'Unrecognized key: "region"'],
  ["POST /seed", { clusters: [{ id: "abc" }] }, 400, 'Cluster "abc" already exists.'],
  ["PATCH /clusters/abc", { memroy: "8_gb" }, 400, 'Unrecognized key: "memroy"'],
  ["PATCH /clusters/nobody", { name: "x" }, 404, 'Cluster "nobody" not found in the emulator.'],
  ["POST /faults", { effect: { kind: "explode" } }, 400, "effect.kind"],
  ["POST /faults", NOT_AN_OPERATION, 400, "match.operation"],
  ["POST /keys", { name: "ci", key: "k", preset: "root" }, 400, 'Unknown preset "root".'],
  ["POST /assumptions", { list_order: "random" }, 400, 'The assumption "list_order" cannot be "random".'],
  ["POST /account", { paid: true }, 400, 'Unrecognized key: "paid"'],
  ["POST /nowhere", {}, 404, "Unknown request: POST /control/nowhere."],
])("%s %j answers %i", async (line, json, status, error) => {
  const answer = await control(await one(), line, json);
  expect(answer).toEqual({ status, body: { error: expect.stringContaining(error) } });
});
