import type { Client, Observed } from "../../../src/client";
import { issueKeys } from "../../../src/provider/apiKeys/create";
import type { ApiKeysValues } from "../../../src/provider/apiKeys/schema";
import { callOf, failing, inTurn, look, NOW, serviceOf } from "../kit";

const PAIR = { admin_key: "adm1n-s3cret", search_only_key: "s3arch-s3cret" };
const PLANNED: ApiKeysValues = {
  id: null,
  cluster_id: "c-1",
  keepers: null,
  timeouts: null,
  admin_key: null,
  search_only_key: null,
  issued_at: null,
};

/** The looks that the cluster shows one after the other, and the answers to each request for keys. */
function issuing(looks: (string | null)[], issues: (typeof PAIR | Error)[], more: Partial<Client> = {}) {
  const [next, issue] = [inTurn(...looks.map(look)), inTurn(...issues)];
  const sent: string[] = [];
  const service = serviceOf({
    serverNow: () => NOW + 999,
    read: async () => {
      sent.push("look");
      return next();
    },
    waitForCluster: async (_, { judge }) => {
      for (;;) {
        sent.push("look");
        const seen: Observed = await next();
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
  return {
    call,
    sent,
    run: () => issueKeys(call as unknown as Parameters<typeof issueKeys>[0], PLANNED, () => "id-1"),
  };
}

const ISSUED = { id: "id-1", ...PAIR, issued_at: "2026-11-20T00:00:00Z" };

test("issues one pair for a cluster in service, and keeps it at once", async () => {
  const { call, sent, run } = issuing(["in_service"], [PAIR]);
  await expect(run()).resolves.toEqual(ISSUED);
  expect(call.known).toEqual(ISSUED);
  expect(sent).toEqual(["look", "issue c-1"]);
});

test("the id says nothing about the keys", async () => {
  const one = await issuing(["in_service"], [PAIR]).run();
  const other = await issuing(["in_service"], [{ admin_key: "a", search_only_key: "b" }]).run();
  expect(one.id).toBe(other.id);
});

test("waits until the cluster is in service", async () => {
  const { sent, run } = issuing(["provisioning", "initializing", "in_service"], [PAIR]);
  await expect(run()).resolves.toEqual(ISSUED);
  expect(sent).toEqual(["look", "look", "look", "issue c-1"]);
});

test("a cluster that leaves service just before the request is waited for again", async () => {
  const { sent, run } = issuing(
    ["in_service", "initializing", "initializing", "in_service"],
    [failing("refused", 422), PAIR],
  );
  await expect(run()).resolves.toEqual(ISSUED);
  expect(sent).toEqual(["look", "issue c-1", "look", "look", "look", "issue c-1"]);
});

test("a cluster that comes and goes is given up on after three requests", async () => {
  const refusal = failing("refused", 422);
  const { sent, run } = issuing(
    ["in_service", "initializing", "in_service", "initializing", "in_service", "initializing"],
    [refusal],
  );
  await expect(run()).rejects.toBe(refusal);
  expect(sent.filter((what) => what.startsWith("issue"))).toHaveLength(3);
});

test("a refusal of a cluster that is in service stands", async () => {
  const refusal = failing("refused", 422, "No keys for you");
  const { sent, run } = issuing(["in_service"], [refusal]);
  await expect(run()).rejects.toBe(refusal);
  expect(sent).toEqual(["look", "issue c-1", "look"]);
});

test("a lost answer: nothing is sent again, and nothing is kept", async () => {
  const lost = failing("lost_write", null, "Could not issue");
  const { call, sent, run } = issuing(["in_service"], [lost]);
  await expect(run()).rejects.toBe(lost);
  expect([sent, call.known]).toEqual([["look", "issue c-1"], {}]);
});

test.each<[string, (string | null)[], string, RegExp]>([
  ["that nobody knows", [null], "There is no cluster c-1 to issue keys for", /answers 404/],
  [
    "that goes away while it is waited for",
    ["provisioning", "deprovisioning"],
    "There is no cluster c-1 to issue keys for",
    /deprovisioning/,
  ],
  ["that is suspended", ["suspended"], "Cluster c-1 is suspended", /Settle the account/],
])("a cluster %s: nothing is issued", async (_, looks, summary, detail) => {
  const { sent, run } = issuing(looks, [PAIR]);
  await expect(run()).rejects.toMatchObject({
    summary,
    detail: expect.stringMatching(detail),
    path: ["cluster_id"],
  });
  expect(sent).not.toContain("issue c-1");
});

test.each([
  [
    "404 of a cluster that has just gone",
    failing("not_found", 404),
    "terminated",
    /Its status is terminated/,
  ],
  ["422 of a cluster that is going away", failing("refused", 422), "deprovisioning", /deprovisioning/],
])("%s", async (_, refusal, status, detail) => {
  const { run } = issuing(["in_service", status], [refusal]);
  await expect(run()).rejects.toMatchObject({ detail: expect.stringMatching(detail) });
});

test.each([failing("auth", 403), failing("unavailable", 503)])("%s is what it is", async (error) => {
  const { sent, run } = issuing(["in_service"], [error]);
  await expect(run()).rejects.toBe(error);
  expect(sent).toEqual(["look", "issue c-1"]);
});
