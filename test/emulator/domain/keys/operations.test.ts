import { call, control, emulators, emulatorsOf, refusal } from "../../support";

const start = emulators();
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
