import { keyInHeaders, keyOf, PRESET_KEYS } from "../../../src/emulator/http/access";
import { call, emulators } from "../support";

const start = emulators();

describe("keys", () => {
  test.each([
    [{ "x-own": "k", authorization: "Bearer other" }, "k"],
    [{ authorization: "bearer  k" }, "k"],
    [{ authorization: "Basic k" }, null],
    [{ "x-other": "k" }, null],
  ])("in headers %j: %p", (headers, key) => {
    expect(keyInHeaders(new Headers(headers as Record<string, string>), "x-own")).toBe(key);
  });

  test("there is one for each preset, with its capabilities", () => {
    const read = ["clusters:read", "metrics:read"];
    expect(PRESET_KEYS.map(({ key, capabilities }) => [key, [...capabilities]])).toEqual([
      ["emulator-read-only-key", read],
      ["emulator-provision-key", [...read, "clusters:create", "clusters:configure"]],
      ["emulator-operate-key", [...read, "clusters:configure", "cluster_parameters:manage"]],
      ["emulator-admin-key", ["admin"]],
    ]);
  });

  test.each([
    [{ preset: "root" }, 'no preset "root". There are: read-only, provision, operate, admin.'],
    [{ capabilities: ["clusters:write"] }, 'no capability "clusters:write". There are: clusters:read,'],
    [{}, 'The key "ci" needs either preset or capabilities.'],
    [{ preset: "admin", capabilities: [] }, 'The key "ci" needs either preset or capabilities.'],
  ])("%j is refused", (request, message) => {
    expect(() => keyOf({ name: "ci", key: "k", ...request })).toThrow(message);
  });
});

describe("access", () => {
  const OTHER_HEADER = { "x-typesense-cloud-management-api-key": "emulator-admin-key" };
  test.each([
    ["no key", { key: null }],
    ["an unknown key", { key: "nobody" }],
    ["the header of the other dialect", { key: null, headers: OTHER_HEADER }],
  ])("%s answers 403", async (_, request) => {
    const { status, body } = await call(await start(), "GET /account", request);
    expect([status, body]).toEqual([403, { success: false, message: "Invalid management API key" }]);
  });

  test("a bearer token does as well as the header", async () => {
    const headers = { authorization: "Bearer emulator-read-only-key" };
    expect((await call(await start(), "GET /clusters", { key: null, headers })).status).toBe(200);
  });

  const CHILDREN = "/clusters/abc";
  test.each([
    ["emulator-read-only-key", "POST /clusters", "clusters:create"],
    ["emulator-read-only-key", "PATCH /clusters/abc", "clusters:configure"],
    ["emulator-provision-key", `POST ${CHILDREN}/lifecycle`, "clusters:terminate"],
    ["emulator-operate-key", `POST ${CHILDREN}/api-keys`, "cluster_credentials:issue"],
    ["emulator-operate-key", `POST ${CHILDREN}/cloning-operations`, "clusters:clone"],
    [
      "emulator-provision-key",
      `POST ${CHILDREN}/server-configuration-parameters`,
      "cluster_parameters:manage",
    ],
    ["emulator-operate-key", "GET /invoices", "billing:read"],
    ["emulator-operate-key", "GET /invoices/one", "billing:read"],
    ["emulator-bills-key", "GET /cluster-options", "clusters:read"],
    ["emulator-bills-key", `GET ${CHILDREN}/metrics`, "metrics:read"],
  ] as const)("%s: %s needs %s", async (key, line, capability) => {
    const keys = [{ name: "bills", key: "emulator-bills-key", capabilities: ["billing:read"] }];
    const { status, body } = await call(await start({ keys }), line, { key });
    expect(status).toBe(403);
    expect(body).toEqual({
      success: false,
      message: `This management key does not have the capability ${capability}`,
      required_capability: capability,
    });
  });

  test("any key may read the account", async () => {
    const emulator = await start({ keys: [{ name: "none", key: "emulator-none-key", capabilities: [] }] });
    expect((await call(emulator, "GET /account", { key: "emulator-none-key" })).status).toBe(200);
  });

  test("the missing capability may be left unnamed", async () => {
    const emulator = await start({ assumptions: { required_capability: "absent" } });
    const { body } = await call(emulator, "GET /invoices", { key: "emulator-operate-key" });
    expect(body).toEqual({
      success: false,
      message: "This management key does not have the capability billing:read",
    });
  });

  test("a restricted account answers 403 to every key", async () => {
    const emulator = await start();
    emulator.setAccount({ restricted: true });
    const body = { success: false, message: "The account is restricted" };
    for (const key of Object.values(emulator.keys)) {
      expect(await call(emulator, "GET /clusters", { key })).toMatchObject({ status: 403, body });
    }
  });

  describe("a key that sees one of the clusters", () => {
    const key = "emulator-team-key";
    const keys = [{ name: "team", key, preset: "admin", clusters: ["seen"] }];
    const seed = { clusters: [{ id: "seen" }, { id: "hidden", parameters: { "max-per-page": "5" } }] };

    test.each([
      ["GET", "", undefined],
      ["PATCH", "", { name: "x" }],
      ["POST", "/lifecycle", { lifecycle_action: "terminate" }],
      ["POST", "/api-keys", undefined],
      ["GET", "/metrics?metrics=search_latency_ms&window=1h", undefined],
      ["GET", "/server-configuration-parameters", undefined],
      ["DELETE", "/server-configuration-parameters/{id}", undefined],
    ])("%s of another one's %s answers 404", async (method, below, json) => {
      const emulator = await start({ keys, seed });
      const before = emulator.state();
      const path = `/clusters/hidden${below.replace("{id}", before.parameters[0]?.id ?? "")}`;
      const body = { success: false, message: "Cluster hidden not found" };
      expect(await call(emulator, `${method} ${path}`, { key, json })).toMatchObject({ status: 404, body });
      expect(emulator.state()).toEqual(before);
    });

    test("lists it and those that it creates", async () => {
      const emulator = await start({ keys, seed });
      const json = { memory: "0.5_gb", vcpu: "2_vcpus_1_hr_burst_per_day", regions: "oregon" };
      const made = await call(emulator, "POST /clusters", { key, json });
      const { id } = (made.body as { cluster: { id: string } }).cluster;
      const { body } = await call(emulator, "GET /clusters", { key });
      expect(body).toMatchObject({ total: 2, clusters: [{ id }, { id: "seen" }] });
      expect((await call(emulator, "GET /clusters")).body).toMatchObject({ total: 3 });
    });

    test("sees the target of its clone in the first request after the clone has ended", async () => {
      const emulator = await start({ keys, seed });
      await call(emulator, "POST /clusters/seen/cloning-operations", { key });
      emulator.advance(86_400);
      expect((await call(emulator, "GET /clusters", { key })).body).toMatchObject({ total: 2 });
    });
  });
});
