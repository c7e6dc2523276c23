import fc from "fast-check";
import {
  createRateLimiter,
  keyInHeaders,
  managementKeyOf,
  parseRate,
} from "../../../src/emulator/domain/access";
import { call, emulators, recordIn, refusal } from "../support";

const start = emulators();

test.each([
  [{ "x-own": "k", authorization: "Bearer other" }, "k"],
  [{ authorization: "bearer  k" }, "k"],
  [{ authorization: "Basic k" }, null],
  [{ "x-other": "k" }, null],
])("the key in headers %j: %p", (headers, key) => {
  expect(keyInHeaders(new Headers(headers as Record<string, string>), "x-own")).toBe(key);
});

test.each([
  [{ preset: "root" }, 'Unknown preset "root". Known presets: read-only, provision, operate, admin.'],
  [
    { capabilities: ["clusters:write"] },
    'Unknown capability "clusters:write". Known capabilities: clusters:read,',
  ],
  [{}, 'The key "ci" needs either a preset or capabilities.'],
  [{ preset: "admin", capabilities: [] }, 'The key "ci" needs either a preset or capabilities.'],
])("the key request %j is rejected", (request, message) => {
  expect(() => managementKeyOf({ name: "ci", key: "k", ...request })).toThrow(message);
});

test.each([
  ["no key", { key: null }],
  ["an unknown key", { key: "nobody" }],
  [
    "the header of the other dialect",
    { key: null, headers: { "x-typesense-cloud-management-api-key": "emulator-admin-key" } },
  ],
])("%s answers 403", async (_, request) => {
  const { status, body } = await call(await start(), "GET /account", request);
  expect([status, body]).toEqual([403, { success: false, message: "Invalid management API key" }]);
});

test("a bearer token is accepted instead of the header", async () => {
  const headers = { authorization: "Bearer emulator-read-only-key" };
  expect((await call(await start(), "GET /clusters", { key: null, headers })).status).toBe(200);
});

const lacks = (name: string) => `This management key does not have the capability ${name}`;
test.each([
  ["read-only", "POST /clusters", "clusters:create"],
  ["read-only", "PATCH /clusters/abc", "clusters:configure"],
  ["provision", "POST /clusters/abc/lifecycle", "clusters:terminate"],
  ["operate", "POST /clusters/abc/api-keys", "cluster_credentials:issue"],
  ["operate", "POST /clusters/abc/cloning-operations", "clusters:clone"],
  ["provision", "POST /clusters/abc/server-configuration-parameters", "cluster_parameters:manage"],
  ["operate", "GET /invoices", "billing:read"],
  ["bills", "GET /cluster-options", "clusters:read"],
  ["bills", "GET /clusters/abc/metrics", "metrics:read"],
] as const)("%s: %s needs %s, which the refusal may leave unnamed", async (name, line, capability) => {
  const keys = [{ name: "bills", key: "emulator-bills-key", capabilities: ["billing:read"] }];
  const emulator = await start({ keys });
  const key = `emulator-${name}-key`;
  const expected = { success: false, message: lacks(capability) };
  const named = await call(emulator, line, { key });
  expect([named.status, named.body]).toEqual([403, { ...expected, required_capability: capability }]);
  emulator.setAssumptions({ required_capability: "absent" });
  const unnamed = await call(emulator, line, { key });
  expect([unnamed.status, unnamed.body]).toEqual([403, expected]);
});

test("any key may read the account", async () => {
  const emulator = await start({ keys: [{ name: "none", key: "emulator-none-key", capabilities: [] }] });
  expect((await call(emulator, "GET /account", { key: "emulator-none-key" })).status).toBe(200);
});

test("a restricted account answers 403 to every key", async () => {
  const emulator = await start();
  emulator.setAccount({ restricted: true });
  const refused = refusal(403, "The account is restricted");
  for (const key of Object.values(emulator.keys)) {
    expect(await call(emulator, "GET /clusters", { key })).toMatchObject(refused);
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
  ])("%s of another cluster's %s answers 404", async (method, below, json) => {
    const emulator = await start({ keys, seed });
    const before = emulator.state();
    const path = `/clusters/hidden${below.replace("{id}", before.parameters[0]?.id ?? "")}`;
    const answer = await call(emulator, `${method} ${path}`, { key, json });
    expect(answer).toMatchObject(refusal(404, "Cluster hidden not found"));
    expect(emulator.state()).toEqual(before);
  });

  test("lists it and the clusters that it creates", async () => {
    const emulator = await start({ keys, seed });
    const json = { memory: "0.5_gb", vcpu: "2_vcpus_1_hr_burst_per_day", regions: "oregon" };
    const { id } = recordIn(await call(emulator, "POST /clusters", { key, json }), "cluster");
    const { body } = await call(emulator, "GET /clusters", { key });
    expect(body).toMatchObject({ total: 2, clusters: [{ id }, { id: "seen" }] });
    expect((await call(emulator, "GET /clusters")).body).toMatchObject({ total: 3 });
  });
});

test("off means no limit", () => {
  const limiter = createRateLimiter(parseRate("off"));
  expect(Array.from({ length: 100 }, () => limiter.admit("a", 0, false))).toEqual(Array(100).fill(0));
});

test.each(["", "30", "0/60", "30/0", "30/60s", "1.5/60"])("%p is refused", (text) => {
  expect(() => parseRate(text)).toThrow(`"${text}" is neither "off" nor requests/seconds, such as "30/60"`);
});

test("no window of a key contains more than the limit, and the returned wait is enough and not too long", () => {
  const gaps = fc.array(fc.nat(3_000), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), gaps, (requests, waits) => {
      const limiter = createRateLimiter({ requests, seconds: 10 });
      const admitted: number[] = [];
      const within = (now: number) => admitted.filter((at) => at > now - 10_000).length;
      let now = 0;
      for (const gap of waits) {
        now += gap;
        const wait = limiter.admit("a", now, false);
        if (wait === 0) admitted.push(now);
        else expect([within(now + wait) < requests, within(now + wait - 1)]).toEqual([true, requests]);
        expect(within(now)).toBeLessThanOrEqual(requests);
      }
      expect(limiter.admit("b", now, false)).toBe(0);
    }),
  );
});
