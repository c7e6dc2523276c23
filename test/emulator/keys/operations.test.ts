import { call, control, emulators } from "../support";

const start = emulators();
const ISSUE = "POST /clusters/abc/api-keys";
const seed = { clusters: [{ id: "abc" }, { id: "other" }] };
type Keys = { api_keys: { admin_key: string; search_only_key: string } };

describe("issueClusterApiKeys", () => {
  test("answers 200 with two keys, and nothing else", async () => {
    const { status, body } = await call(await start({ seed }), ISSUE);
    const key = expect.stringMatching(/^[A-Za-z0-9]{32}$/);
    const api_keys = { admin_key: key, search_only_key: key };
    expect([status, body]).toEqual([200, { success: true, api_keys }]);
  });

  test("issues a new pair on every call, of every cluster, the same ones in every run", async () => {
    const runs = [];
    for (const emulator of [await start({ seed }), await start({ seed })]) {
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
    const emulator = await start({ seed });
    const { api_keys } = (await call(emulator, ISSUE)).body as Keys;
    const shown = JSON.stringify([emulator.journal(), emulator.state()]);
    expect(shown).toContain("issueClusterApiKeys");
    for (const key of Object.values(api_keys)) expect(shown).not.toContain(key);
    const pairs = await control(emulator, "GET /clusters/abc/issued-keys");
    expect(pairs).toEqual({ status: 200, body: { pairs: 1 } });
  });

  test.each(["provisioning", "suspended", "deprovisioning"])(
    "of a cluster that is %s answers 422 and issues none",
    async (status) => {
      const emulator = await start({ seed: { clusters: [{ id: "abc", status }] } });
      const message = `Cluster abc is ${status}; keys are issued only for one that is in_service`;
      expect(await call(emulator, ISSUE)).toMatchObject({ status: 422, body: { success: false, message } });
      expect(emulator.issuedKeys("abc")).toBe(0);
    },
  );

  test("an answer that is lost leaves a pair behind", async () => {
    const emulator = await start({ seed });
    const match = { operation: "issueClusterApiKeys" } as const;
    emulator.addFault({ match, effect: { kind: "reset", when: "after" } });
    await expect(call(emulator, ISSUE)).rejects.toThrow("fetch failed");
    expect(emulator.issuedKeys("abc")).toBe(1);
  });
});
