import { type Plannable, UNKNOWN } from "../../../../src/framework";
import { warnOfEarlier } from "../../../../src/provider/resources/cloningOperation/plan";
import { cloningOperation } from "../../../../src/provider/resources/cloningOperation/resource";
import type { ClonePlanning, CloneValues } from "../../../../src/provider/resources/cloningOperation/schema";
import { markManaged } from "../../../../src/provider/shared/changes/managedIds";
import { clientOf } from "../../../../src/provider/shared/service";
import { look, planOf } from "../../kit";
import { cloneRecord, cloneValues, DONE, fakeCall, type Given } from "./kit";

const COSTS = "A clone of cluster c-1 is a second billed cluster";
const UNKNOWN_COSTS = COSTS.replace("cluster c-1", "a cluster that is not known yet");
const STAYS = "Cluster c-2, the clone of c-1, stays and is billed";
const GOES = "Cluster c-2, the clone of c-1, will be terminated";
const OPERATION = "Cloning operation cl-1 of cluster c-1";
const CLONED = { status: "succeeded", target_cluster_id: "c-2" };
const IN_OREGON = { ...CLONED, target_region: "oregon" };
const TERMINATING = { terminate_clone_on_destroy: true };

type Prior = Partial<CloneValues> | null;
type Config = Partial<Plannable<CloneValues>> | null;

async function warnings(prior: Prior, config: Config, granted: string[] | null = null) {
  const open = { ...cloneValues(), id: null, status: null };
  const { summaries } = await planOf<CloneValues>(cloningOperation, {
    ...(prior && { prior: cloneValues(prior) }),
    ...(config && { config: { ...open, ...config } }),
    // The options of the service cannot be read: its tables decide.
    client: { clusterOptions: async () => null, capabilities: async () => granted },
  });
  return summaries;
}

test.each<[what: string, prior: Prior, config: Config, ...summaries: string[]]>([
  ["a create says what it costs", null, {}, COSTS],
  ["a create of what is not known yet", null, { cluster_id: UNKNOWN, target_region: UNKNOWN }, UNKNOWN_COSTS],
  [
    "a create in a region that is not listed",
    null,
    { target_region: "atlantis" },
    COSTS,
    'The service may refuse the clone of cluster c-1: target_region "atlantis"',
  ],
  ["an edit in place says nothing", IN_OREGON, { target_region: "oregon", wait: false, ...TERMINATING }],
  [
    "an edit of the region says what the old clone leaves",
    IN_OREGON,
    { target_region: "paris" },
    STAYS,
    COSTS,
  ],
  [
    "an edit of the source too",
    IN_OREGON,
    { target_region: "oregon", cluster_id: "c-9" },
    STAYS,
    COSTS.replace("c-1", "c-9"),
  ],
  [
    "an edit is judged by what was applied last",
    { ...IN_OREGON, ...TERMINATING },
    { target_region: "paris" },
    GOES,
    COSTS,
  ],
])("%s", async (_, prior, config, ...summaries) => {
  expect(await warnings(prior, config)).toEqual(summaries);
});

test.each<[prior: Partial<CloneValues>, stays?: string, terminated?: string]>([
  [CLONED, STAYS, GOES],
  [{ status: "pending" }, `${OPERATION} will be cancelled`, `${OPERATION} will be cancelled`],
  [
    { status: "a status that is not known" },
    `${OPERATION} continues and leaves a billed cluster`,
    `${OPERATION} will run to its end, and its clone will be terminated`,
  ],
  [{ status: "failed" }],
  [{ status: "succeeded" }],
  [{ status: null }],
])("a destroy of %j warns of the consequence for the clone", async (prior, ...[stays, terminated]) => {
  expect(await warnings(prior, null)).toEqual(stays ? [stays] : []);
  expect(await warnings({ ...prior, ...TERMINATING }, null)).toEqual(terminated ? [terminated] : []);
});

const DESTROY = "destroy cloning operation cl-1 of cluster c-1";

test.each<[what: string, prior: Prior, config: Config, granted: string, lacks: boolean]>([
  ["clone cluster c-1", null, {}, "clusters:read", true],
  ["clone cluster c-1", null, {}, "clusters:clone", false],
  ["clone cluster c-1", null, TERMINATING, "clusters:clone", true],
  [DESTROY, CLONED, null, "clusters:read", false],
  [DESTROY, { ...CLONED, ...TERMINATING }, null, "clusters:clone", true],
  [DESTROY, { status: "pending" }, null, "clusters:read", true],
  [DESTROY, { status: "pending" }, null, "clusters:clone", false],
])("to %s (from %j to %j) with %s: %s is missing", async (what, prior, config, granted, lacks) => {
  const summaries = await warnings(prior, config, [granted]);
  expect(summaries.some((one) => one.includes(`allowed to ${what}`))).toBe(lacks);
});

/** Returns the warnings and the requests of a plan of a create. */
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

test("billed clones are named, with the import block of the newest", async () => {
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
])("no warning if %s", async (_, ...given) => {
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
