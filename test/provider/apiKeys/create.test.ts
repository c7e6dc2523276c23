import type { Client } from "../../../src/client";
import { issueKeys } from "../../../src/provider/apiKeys/create";
import type { ApiKeysValues } from "../../../src/provider/apiKeys/schema";
import { changeRecord } from "../configurationChange/kit";
import { callOf, failing, inTurn, look, NOW, serviceOf } from "../kit";

const PAIR = { admin_key: "adm1n-s3cret", search_only_key: "s3arch-s3cret" };
const ISSUED = { id: "id-1", ...PAIR, issued_at: "2026-11-20T00:00:00Z" };
const PLANNED: ApiKeysValues = {
  id: null,
  cluster_id: "c-1",
  keepers: null,
  timeouts: null,
  admin_key: null,
  search_only_key: null,
  issued_at: null,
};
const REFUSAL = failing("refused", 422, "No keys for you");

/** The statuses that the cluster is read with, and the answers to each request for keys. */
function issuing(statuses: (string | null)[], issues: (typeof PAIR | Error)[], more: Partial<Client> = {}) {
  const [next, issue] = [inTurn(...statuses.map(look)), inTurn(...issues)];
  const sent: string[] = [];
  const read = () => {
    sent.push("read");
    return next();
  };
  const service = serviceOf({
    serverNow: () => NOW + 999,
    read,
    waitForCluster: async (_, { judge }) => {
      for (;;) {
        const seen = await read();
        if (judge(seen) === "done") return seen;
      }
    },
    issueApiKeys: async (cluster) => {
      if (!service.locked()) throw new Error("without the lock");
      sent.push(`issue ${cluster}`);
      return issue();
    },
    ...more,
  });
  const call = callOf<ApiKeysValues>(service);
  const run = () => issueKeys(call as unknown as Parameters<typeof issueKeys>[0], PLANNED, () => "id-1");
  return { call, sent, run };
}

test("issues one pair for a cluster in service, and saves it at once", async () => {
  const { call, sent, run } = issuing(["in_service"], [PAIR]);
  await expect(run()).resolves.toEqual(ISSUED);
  expect(call.known).toEqual(ISSUED);
  expect(sent).toEqual(["read", "issue c-1"]);
});

test("a cluster that starts, or leaves service just before the request, is waited for", async () => {
  const { sent, run } = issuing(
    [
      "provisioning",
      "initializing",
      "in_service",
      "in_service",
      "initializing",
      "initializing",
      "in_service",
    ],
    [REFUSAL, PAIR],
  );
  await expect(run()).resolves.toEqual(ISSUED);
  const started = ["read", "read", "read", "read", "issue c-1"];
  expect(sent).toEqual([...started, "read", "read", "read", "read", "issue c-1"]);
});

test("a lost answer: nothing is sent again, and nothing is saved", async () => {
  const lost = failing("lost_write", null, "Could not issue");
  const { call, sent, run } = issuing(["in_service"], [lost]);
  await expect(run()).rejects.toBe(lost);
  expect([sent, call.known]).toEqual([["read", "issue c-1"], {}]);
});

test("a refusal names the change that waits for its moment", async () => {
  const later = changeRecord({ perform_change_at: NOW / 1000 + 86_400 });
  const { run } = issuing(["in_service"], [REFUSAL], { changes: async () => [later] });
  await expect(run()).rejects.toMatchObject({
    summary: "No keys for you",
    detail: expect.stringContaining("In flight at the cluster: Configuration change ch-1"),
  });
});

test.each<[string, (string | null)[], string, RegExp]>([
  ["that does not exist", [null], "There is no cluster c-1 to issue keys for", /answers 404/],
  [
    "that is terminated while it starts",
    ["provisioning", "deprovisioning"],
    "There is no cluster c-1 to issue keys for",
    /deprovisioning/,
  ],
  ["that is suspended", ["suspended"], "Cluster c-1 is suspended", /Settle the account/],
])("a cluster %s: nothing is issued", async (_, statuses, summary, detail) => {
  const { sent, run } = issuing(statuses, [PAIR]);
  await expect(run()).rejects.toMatchObject({
    summary,
    detail: expect.stringMatching(detail),
    path: ["cluster_id"],
  });
  expect(sent).not.toContain("issue c-1");
});
