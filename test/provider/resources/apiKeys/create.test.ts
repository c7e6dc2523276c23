import type { Client } from "../../../../src/client";
import {
  type ApiKeysValues,
  apiKeys,
  apiKeysSchema,
} from "../../../../src/provider/resources/apiKeys/resource";
import { callOf, failing, inTurn, look, NOW, serviceOf } from "../../kit";
import { nullsOf } from "../../support";
import { changeRecord } from "../configurationChange/kit";

const PAIR = { admin_key: "adm1n-s3cret", search_only_key: "s3arch-s3cret" };
const ISSUED = { id: "id-1", ...PAIR, issued_at: "2026-11-20T00:00:00Z" };
const PLANNED = { ...nullsOf<ApiKeysValues>(apiKeysSchema), cluster_id: "c-1" };
const REFUSAL = failing("refused", 422, "No keys for you");
const ISSUE = "issue c-1";

/** The statuses that the cluster is read with, and the answers to each request for keys. */
function issuing(statuses: (string | null)[], issues: (typeof PAIR | Error)[], more: Partial<Client> = {}) {
  const [next, issue] = [inTurn(...statuses.map(look)), inTurn(...issues)];
  const requests: string[] = [];
  const read = () => {
    requests.push("read");
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
      requests.push(`issue ${cluster}`);
      return issue();
    },
    ...more,
  });
  const call = callOf<ApiKeysValues>(service);
  return { call, requests, run: () => apiKeys(() => "id-1").create(call as never, PLANNED as never) };
}

test("issues one pair for a cluster in service, and saves it at once", async () => {
  const { call, requests, run } = issuing(["in_service"], [PAIR]);
  await expect(run()).resolves.toEqual(ISSUED);
  expect([call.known, requests]).toEqual([ISSUED, ["read", ISSUE]]);
});

test("a cluster that starts, or leaves service just before the request, is waited for", async () => {
  const starts = ["provisioning", "initializing", "in_service", "in_service"];
  const { requests, run } = issuing([...starts, ...starts], [REFUSAL, PAIR]);
  await expect(run()).resolves.toEqual(ISSUED);
  const started = ["read", "read", "read", "read", ISSUE];
  expect(requests).toEqual([...started, ...started]);
});

test("a lost answer: nothing is sent again, and nothing is saved", async () => {
  const lost = failing("lost_write", null, "Could not issue");
  const { call, requests, run } = issuing(["in_service"], [lost]);
  await expect(run()).rejects.toBe(lost);
  expect([requests, call.known]).toEqual([["read", ISSUE], {}]);
});

test("a refusal names the change that waits for its moment", async () => {
  const later = changeRecord({ perform_change_at: NOW / 1000 + 86_400 });
  const { run } = issuing(["in_service"], [REFUSAL], { changes: async () => [later] });
  await expect(run()).rejects.toMatchObject({
    summary: "No keys for you",
    detail: expect.stringContaining("In flight at the cluster: Configuration change ch-1"),
  });
});

const NONE = "Cannot issue keys: cluster c-1 not found";
const LEAVING = "Cannot issue keys: cluster c-1 is deprovisioning";

test.each<[string, (string | null)[], string, RegExp]>([
  ["that does not exist", [null], NONE, /answers 404/],
  ["that is terminated while it starts", ["provisioning", "deprovisioning"], LEAVING, /deprovisioning/],
  ["that is suspended", ["suspended"], "Cluster c-1 is suspended", /Settle the account/],
])("a cluster %s: nothing is issued", async (_, statuses, summary, detail) => {
  const { requests, run } = issuing(statuses, [PAIR]);
  const error = { summary, detail: expect.stringMatching(detail), path: ["cluster_id"] };
  await expect(run()).rejects.toMatchObject(error);
  expect(requests).not.toContain(ISSUE);
});
