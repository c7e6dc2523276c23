import { keyInHeaders, keyOf, PRESET_KEYS } from "../../../src/emulator/http/access";
import { call, emulators } from "../support";

const start = emulators();

describe("keys", () => {
  test.each([
    [{ "x-own": "k" }, "k"],
    [{ authorization: "Bearer k" }, "k"],
    [{ authorization: "bearer  k" }, "k"],
    [{ authorization: "Basic k" }, null],
    [{ authorization: "k" }, null],
    [{ "x-own": "k", authorization: "Bearer other" }, "k"],
    [{ "x-other": "k" }, null],
    [{}, null],
  ])("in headers %j: %p", (headers, key) => {
    expect(keyInHeaders(new Headers(headers as Record<string, string>), "x-own")).toBe(key);
  });

  test("there is one for each preset, with its capabilities", () => {
    const keys = PRESET_KEYS.map(({ key, capabilities }) => [key, [...capabilities]]);
    expect(keys).toEqual([
      ["emulator-read-only-key", ["clusters:read", "metrics:read"]],
      ["emulator-provision-key", ["clusters:read", "metrics:read", "clusters:create", "clusters:configure"]],
      [
        "emulator-operate-key",
        ["clusters:read", "metrics:read", "clusters:configure", "cluster_parameters:manage"],
      ],
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
  test.each([
    ["no key", { key: null }],
    ["an unknown key", { key: "nobody" }],
    [
      "the header of the other dialect",
      { key: null, headers: { "x-typesense-cloud-management-api-key": "emulator-admin-key" } },
    ],
  ])("%s answers 403", async (_, request) => {
    const answer = await call(await start(), "GET /account", request);
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({ success: false, message: "Invalid management API key" });
  });

  test("a bearer token does as well as the header", async () => {
    const emulator = await start();
    const headers = { authorization: "Bearer emulator-read-only-key" };
    expect((await call(emulator, "GET /clusters", { key: null, headers })).status).toBe(200);
  });

  const forbidden = [
    ["emulator-read-only-key", "POST /clusters", "clusters:create"],
    ["emulator-read-only-key", "PATCH /clusters/abc", "clusters:configure"],
    ["emulator-provision-key", "POST /clusters/abc/lifecycle", "clusters:terminate"],
    ["emulator-operate-key", "POST /clusters/abc/api-keys", "cluster_credentials:issue"],
    ["emulator-operate-key", "POST /clusters/abc/cloning-operations", "clusters:clone"],
    [
      "emulator-provision-key",
      "DELETE /clusters/abc/server-configuration-parameters/1",
      "cluster_parameters:manage",
    ],
    ["emulator-operate-key", "GET /invoices", "billing:read"],
  ] as const;
  test.each(forbidden)("%s: %s needs %s", async (key, line, capability) => {
    const emulator = await start();
    expect(await call(emulator, line, { key })).toMatchObject({
      status: 403,
      body: {
        success: false,
        message: `This management key does not have the capability ${capability}`,
        required_capability: capability,
      },
    });
  });

  test("the missing capability may be left unnamed", async () => {
    const emulator = await start({ assumptions: { required_capability: "absent" } });
    const answer = await call(emulator, "GET /invoices", { key: "emulator-operate-key" });
    expect(answer.body).toEqual({
      success: false,
      message: "This management key does not have the capability billing:read",
    });
  });

  test("a restricted account answers 403 to every key", async () => {
    const emulator = await start();
    emulator.setAccount({ restricted: true });
    for (const key of Object.values(emulator.keys)) {
      const answer = await call(emulator, "GET /clusters", { key });
      expect(answer).toMatchObject({
        status: 403,
        body: { success: false, message: "The account is restricted" },
      });
    }
  });

  test("a key sees its clusters and those that it makes; others are 404 and not in its list", async () => {
    const key = "emulator-team-key";
    const emulator = await start({
      keys: [{ name: "team", key, preset: "admin", clusters: ["seen"] }],
      seed: { clusters: [{ id: "seen" }, { id: "hidden" }] },
    });
    expect((await call(emulator, "GET /clusters/seen", { key })).status).toBe(200);
    const missing = { status: 404, body: { success: false, message: "Cluster hidden not found" } };
    expect(await call(emulator, "GET /clusters/hidden", { key })).toMatchObject(missing);
    expect(await call(emulator, "PATCH /clusters/hidden", { key, json: { name: "x" } })).toMatchObject(
      missing,
    );
    const lifecycle = { key, json: { lifecycle_action: "terminate" } };
    expect(await call(emulator, "POST /clusters/hidden/lifecycle", lifecycle)).toMatchObject(missing);
    const json = { memory: "0.5_gb", vcpu: "2_vcpus_1_hr_burst_per_day", regions: "oregon" };
    const made = await call(emulator, "POST /clusters", { key, json });
    const id = (made.body as { cluster: { id: string } }).cluster.id;
    const list = await call(emulator, "GET /clusters", { key });
    expect(list.body).toMatchObject({ total: 2, clusters: [{ id }, { id: "seen" }] });
    expect((await call(emulator, "GET /clusters")).body).toMatchObject({ total: 3 });
  });
});
