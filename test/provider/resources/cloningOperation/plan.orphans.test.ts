import { UNKNOWN } from "../../../../src/framework";
import { warnOfEarlier } from "../../../../src/provider/resources/cloningOperation/plan";
import type { ClonePlanning } from "../../../../src/provider/resources/cloningOperation/schema";
import { markManaged } from "../../../../src/provider/shared/changes/managedIds";
import { clientOf } from "../../../../src/provider/shared/service";
import { look } from "../../kit";
import { cloneRecord, cloneValues, DONE, fakeCall, type Given } from "./kit";

/** What a plan of a create warns of, and what it requests for that. */
async function planned(account: Given, config: object = {}, managed: string[] = [], fails?: Error) {
  const call = fakeCall(account);
  const client = clientOf(call.service);
  Object.assign(client.clock, { sleep: () => new Promise(() => {}) });
  if (fails) Object.assign(client, { cloningOperations: () => Promise.reject(fails) });
  for (const id of managed) markManaged(client, "c-1", id);
  const { service, signal } = call;
  const warn = (summary: string, detail: string) => call.warn(summary, detail);
  await warnOfEarlier({ config: cloneValues(config), service, signal, warn } as unknown as ClonePlanning);
  return { requests: call.requests, warned: call.warned };
}

const done = (id: string, target: string) =>
  cloneRecord({ ...DONE, id, target_cluster_reference_id: target });

test("clones that are billed are named, with the block that takes the newest over", async () => {
  const { warned, requests } = await planned({
    clones: [cloneRecord({ id: "cl-3", status: "in_progress" }), done("cl-2", "c-7"), done("cl-1", "c-8")],
    clusters: { "c-8": look(null) },
  });
  expect(requests).toEqual(["clones", "read c-7", "read c-8"]);
  expect(warned).toEqual([expect.stringMatching(/^Cluster c-1 already has a clone like this: /)]);
  expect(warned[0]).toContain("  cl-3: in_progress\n  cl-2: cluster c-7\n\n");
  expect(warned[0]).toContain(
    'import {\n    to = searchcloud_cloning_operation.NAME\n    id = "c-1/cl-3"\n  }',
  );
});

test.each<[what: string, ...Parameters<typeof planned>]>([
  ["there is none", {}],
  ["it is gone", { clones: [done("cl-1", "c-7")], clusters: { "c-7": look(null) } }],
  ["it has failed", { clones: [cloneRecord({ status: "failed" })] }],
  ["it was cancelled", { clones: [cloneRecord({ status: "canceled" })] }],
  ["a resource manages it", { clones: [done("cl-1", "c-7")] }, {}, ["cl-1"]],
  ["it is another one", { clones: [cloneRecord({ target_region: "tokyo" })] }, { target_region: "paris" }],
  ["it cannot be read", {}, {}, [], new Error("403")],
])("nothing is said when %s", async (_, ...given) => {
  expect((await planned(...given)).warned).toEqual([]);
});

test.each(["cluster_id", "target_region", "search_server_version", "notification_email_addresses"])(
  "nothing is requested while %s is unknown",
  async (name) => {
    const nothing = { requests: [], warned: [] };
    expect(await planned({ clones: [cloneRecord()] }, { [name]: UNKNOWN })).toEqual(nothing);
  },
);

test("only the newest are read", async () => {
  const clones = ["1", "2", "3", "4", "5"].map((one) => done(`cl-${one}`, `c-1${one}`));
  expect((await planned({ clones })).requests).toEqual(["clones", "read c-11", "read c-12", "read c-13"]);
});
