import { call, control, emulators } from "../support";

const start = emulators();
const ISSUE = "POST /clusters/abc/api-keys";
const one = { clusters: [{ id: "abc" }, { id: "other" }] };
type Keys = { api_keys: { admin_key: string; search_only_key: string } };

describe("issueClusterApiKeys", () => {
  test("answers 200 with two keys, and nothing else", async () => {
    const { status, body } = await call(await start({ seed: one }), ISSUE);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      api_keys: {
        admin_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        search_only_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      },
    });
  });

  test("mints a new pair on every call, of every cluster, the same ones in every run", async () => {
    const runs = [];
    for (const emulator of [await start({ seed: one }), await start({ seed: one })]) {
      const keys = [];
      for (const line of [ISSUE, ISSUE, "POST /clusters/other/api-keys"]) {
        const { api_keys } = (await call(emulator, line)).body as Keys;
        keys.push(api_keys.admin_key, api_keys.search_only_key);
      }
      expect(new Set(keys).size).toBe(6);
      expect([emulator.issuedKeys("abc"), emulator.issuedKeys("other")]).toEqual([2, 1]);
      runs.push(keys);
    }
    expect(runs[1]).toEqual(runs[0]);
  });

  test("the keys are in no journal and no state", async () => {
    const emulator = await start({ seed: one });
    const { api_keys } = (await call(emulator, ISSUE)).body as Keys;
    const told = JSON.stringify([emulator.journal(), emulator.state()]);
    expect(told).toContain("issueClusterApiKeys");
    for (const key of Object.values(api_keys)) expect(told).not.toContain(key);
    expect(await control(emulator, "GET /clusters/abc/issued-keys")).toEqual({
      status: 200,
      body: { pairs: 1 },
    });
  });

  test.each(["provisioning", "suspended", "deprovisioning", "terminated"])(
    "of a cluster that is %s answers 422 and issues none",
    async (status) => {
      const emulator = await start({ seed: { clusters: [{ id: "abc", status }] } });
      expect(await call(emulator, ISSUE)).toMatchObject({
        status: 422,
        body: {
          success: false,
          message: `Cluster abc is ${status}; keys are issued only for one that is in_service`,
        },
      });
      expect(emulator.issuedKeys("abc")).toBe(0);
    },
  );

  test("is refused without the capability, and for a cluster that the key does not see", async () => {
    const keys = [{ name: "one", key: "emulator-one-key", preset: "admin", clusters: ["other"] }];
    const emulator = await start({ seed: { ...one, keys } });
    expect(await call(emulator, ISSUE, { key: "emulator-operate-key" })).toMatchObject({
      status: 403,
      body: { required_capability: "cluster_credentials:issue" },
    });
    expect((await call(emulator, ISSUE, { key: "emulator-one-key" })).status).toBe(404);
    expect((await call(emulator, "POST /clusters/nobody/api-keys")).status).toBe(404);
    expect(emulator.issuedKeys("abc")).toBe(0);
  });

  test("an answer that is lost leaves a pair behind", async () => {
    const emulator = await start({ seed: one });
    const match = { operation: "issueClusterApiKeys" } as const;
    emulator.addFault({ match, effect: { kind: "reset", when: "after" } });
    await expect(call(emulator, ISSUE)).rejects.toThrow("fetch failed");
    expect(emulator.issuedKeys("abc")).toBe(1);
  });
});
