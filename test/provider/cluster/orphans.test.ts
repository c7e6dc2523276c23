import type { ClusterRecord } from "../../../src/client";
import { UNKNOWN } from "../../../src/framework";
import { isAlike, warnOfUnnamed } from "../../../src/provider/cluster/existing";
import { markManaged } from "../../../src/provider/clusterChange/managedIds";
import { config, planning, record, service } from "../support";

const WANTED = { memory: "8_gb", vcpu: "2_vcpus", regions: ["oregon"] };
const unnamed = (changes: Partial<ClusterRecord> = {}) =>
  record({ name: null, provisioned_by: { user_name: "ci", user_type: "API Key" }, ...changes });

test.each<[string, Partial<ClusterRecord>, boolean]>([
  ["the same", {}, true],
  ["one that shows no node yet", { regions: [], region_node_counts: null }, true],
  ["one whose maker is not told", { provisioned_by: null }, true],
  ["one with a name", { name: "products" }, false],
  ["one that a person has made", { provisioned_by: { user_name: "me", user_type: "User" } }, false],
  ["another memory", { memory: "16_gb" }, false],
  ["another vcpu", { vcpu: "4_vcpus" }, false],
  ["another region", { regions: ["paris"], region_node_counts: { paris: 1 } }, false],
])("%s: %s", (_, changes, alike) => {
  expect(isAlike(unnamed(changes), WANTED)).toBe(alike);
});

describe("the plan of a create without a name", () => {
  const summaries = ({ said }: ReturnType<typeof planning>) =>
    said.map(({ summary, detail }) => `${summary}: ${detail}`);

  test("names those that an apply may have left behind, newest first, and how to take one over", async () => {
    const account = service([
      unnamed({ id: "older", provisioned_at: 1 }),
      unnamed({ id: "newer", provisioned_at: 2, status: "initializing" }),
      record({ id: "named" }),
    ]);
    const create = planning({ config: config(), service: account });
    await warnOfUnnamed(create);
    expect(summaries(create)).toEqual([
      expect.stringMatching(
        /^The account has unnamed clusters of this kind already: newer, older[\s\S]*newer \(initializing\)[\s\S]*id = "newer"/,
      ),
    ]);
  });

  test("says nothing of its markManaged predecessor, of what this run has read or made, and of none", async () => {
    const account = service([unnamed({ id: "mine" }), unnamed({ id: "read" })]);
    if (account.client) markManaged(account.client, "read");
    const kept = { id: "mine", host: "api.example", protected: false };
    const create = planning({ config: config(), service: account, kept });
    await warnOfUnnamed(create);
    expect(create.said).toEqual([]);
  });

  test.each<[string, Parameters<typeof config>[0]]>([
    ["a name", { name: "products" }],
    ["a name that is not known", { name: UNKNOWN }],
    ["a size that is not known", { memory: UNKNOWN }],
  ])("asks for nothing with %s", async (_, changes) => {
    const account = service([unnamed()]);
    const create = planning({ config: config(changes), service: account });
    await warnOfUnnamed(create);
    expect([create.said, account.asked()]).toEqual([[], 0]);
  });

  test("goes on without the hint when the list cannot be read", async () => {
    const account = service([], { client: { clusterListing: () => Promise.reject(new Error("503")) } });
    const create = planning({ config: config(), service: account });
    await warnOfUnnamed(create);
    expect(create.said).toEqual([]);
  });
});
