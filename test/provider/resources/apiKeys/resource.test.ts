import type { Client } from "../../../../src/client";
import { type Plannable, UNKNOWN } from "../../../../src/framework";
import {
  type ApiKeysValues,
  apiKeys,
  apiKeysSchema,
} from "../../../../src/provider/resources/apiKeys/resource";
import { callOf as openedCall } from "../../../support/call";
import { record } from "../../../support/values";
import { callOf, failing, inTurn, look, NOW, planOf, serviceOf } from "../../kit";
import { nullsOf } from "../../support";

import { changeRecord } from "../configurationChange/kit";

const resource = apiKeys(() => "id-1");
/** A service that must not receive a request. */
const client = new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`requested ${String(name)}`);
    },
  },
);
const OPEN = { ...nullsOf<ApiKeysValues>(resource.schema), cluster_id: "c-1" };
const KEYS = { id: "id-1", admin_key: "adm1n-s3cret", search_only_key: "s3arch-s3cret" };
const STATE: ApiKeysValues = { ...OPEN, ...KEYS };
const VALUES = record({ ...STATE });
const STAYS = "The API keys of cluster c-1 leave the state, and Terraform does not revoke them";

test("a read sends nothing, and leaves the state as it is", async () => {
  const { call } = openedCall(resource, { operation: "read", values: VALUES, service: { client } });
  await expect(resource.read(call, VALUES)).resolves.toEqual({});
});

test("a destroy sends nothing, and explains how to revoke the keys, identically at plan and apply", async () => {
  const { call, diagnostics } = openedCall(resource, {
    operation: "delete",
    values: VALUES,
    service: { client },
  });
  await resource.delete(call, VALUES);
  const { warnings } = await planOf(resource, { prior: STATE });
  expect(warnings).toEqual(diagnostics.items.map(({ summary, detail }) => ({ summary, detail })));
  expect(warnings).toEqual([
    {
      summary: STAYS,
      detail: expect.stringMatching(/as long as the cluster exists.*GET \/keys.*DELETE \/keys\/:id/),
    },
  ]);
  expect(JSON.stringify(warnings)).not.toContain("s3cret");
});

test("an import is refused, with advice", async () => {
  const { call } = openedCall(resource, { service: { client } });
  await expect(resource.import?.(call, "c-1/id-1")).rejects.toMatchObject({
    summary: "API keys cannot be imported",
    detail: expect.stringMatching(/only once.*issues a new pair/),
  });
});

describe("a plan", () => {
  const ON = { on: "a" };

  test.each<[string, ApiKeysValues["keepers"], Partial<Plannable<ApiKeysValues>>, string[]]>([
    ["other keepers", ON, { keepers: { on: "b" } }, ["keepers"]],
    ["no keepers any more", ON, { keepers: null }, ["keepers"]],
    ["keepers that are not known yet", ON, { keepers: UNKNOWN }, ["keepers"]],
    ["another cluster", null, { cluster_id: "c-2" }, ["cluster_id"]],
    ["the first keepers", null, { keepers: ON }, []],
    ["the same keepers", ON, { keepers: { ...ON } }, []],
  ])(
    "with %s issues another pair only where it must, and says so once",
    async (_, keepers, edit, replace) => {
      const plan = await planOf(resource, {
        prior: { ...STATE, keepers },
        config: { ...OPEN, keepers, ...edit },
      });
      expect([plan.replace, plan.summaries]).toEqual([replace, replace.length > 0 ? [STAYS] : []]);
    },
  );

  const LACKS = "The key may not be allowed to issue API keys for";

  test.each<[string | typeof UNKNOWN, granted: string[] | null, ...summaries: string[]]>([
    ["c-1", ["clusters:read"], `${LACKS} cluster c-1`],
    [UNKNOWN, ["clusters:read"], `${LACKS} a cluster that is not known yet`],
    ["c-1", ["cluster_credentials:issue"]],
    ["c-1", null],
  ])("of a create for %p by a key with %j", async (cluster_id, granted, ...summaries) => {
    const config = { ...OPEN, cluster_id };
    const plan = await planOf(resource, { config, client: { capabilities: async () => granted } });
    expect(plan.summaries).toEqual(summaries);
  });
});

const PAIR = { admin_key: "adm1n-s3cret", search_only_key: "s3arch-s3cret" };
const ISSUED = { id: "id-1", ...PAIR, issued_at: "2026-11-20T00:00:00Z" };
const PLANNED = { ...nullsOf<ApiKeysValues>(apiKeysSchema), cluster_id: "c-1" };
const REFUSAL = failing("refused", 422, "No keys for you");
const ISSUE = "issue c-1";

/** The statuses of the cluster, and the answers to each request for keys. */
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

test("waits for a cluster that is starting, or leaves service just before the request", async () => {
  const starts = ["provisioning", "initializing", "in_service", "in_service"];
  const { requests, run } = issuing([...starts, ...starts], [REFUSAL, PAIR]);
  await expect(run()).resolves.toEqual(ISSUED);
  const started = ["read", "read", "read", "read", ISSUE];
  expect(requests).toEqual([...started, ...started]);
});

test("a lost response: nothing is sent again, and nothing is saved", async () => {
  const lost = failing("lost_write", null, "Could not issue");
  const { call, requests, run } = issuing(["in_service"], [lost]);
  await expect(run()).rejects.toBe(lost);
  expect([requests, call.known]).toEqual([["read", ISSUE], {}]);
});

test("a refusal names the scheduled change", async () => {
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
