import { type Plannable, UNKNOWN } from "../../../src/framework";
import { cloningOperation } from "../../../src/provider/cloningOperation/resource";
import type { CloneValues } from "../../../src/provider/cloningOperation/schema";
import { planOf } from "../kit";
import { cloneValues } from "./kit";

const COSTS = "A clone of cluster c-1 is a second billed cluster";
const STAYS = "Cluster c-2, the clone of c-1, stays and is billed";
const GOES = "Cluster c-2, the clone of c-1, will be terminated";
const OPERATION = "Cloning operation cl-1 of cluster c-1";
const CLONED = { status: "succeeded", target_cluster_id: "c-2" };
/** The options of the service cannot be read: its tables decide. */
const CLIENT = { clusterOptions: async () => null };

type Edit = Partial<Plannable<CloneValues>>;

async function warnings(
  prior: Partial<CloneValues> | null,
  config: Edit | null,
  granted: string[] | null = null,
) {
  const { summaries } = await planOf<CloneValues>(cloningOperation, {
    ...(prior && { prior: cloneValues(prior) }),
    ...(config && {
      config: { ...cloneValues(), id: null, status: null, target_cluster_id: null, ...config },
    }),
    client: { ...CLIENT, capabilities: async () => granted },
  });
  return summaries;
}

test.each<[what: string, config: Edit, summaries: string[]]>([
  ["says what it costs", {}, [COSTS]],
  [
    "of a cluster that is not known yet",
    { cluster_id: UNKNOWN, target_region: UNKNOWN },
    [COSTS.replace("cluster c-1", "a cluster that is not known yet")],
  ],
  [
    "to a region that is not listed",
    { target_region: "atlantis" },
    [COSTS, 'The service may refuse the clone of cluster c-1: target_region "atlantis"'],
  ],
])("a create %s", async (_, config, summaries) => {
  expect(await warnings(null, config)).toEqual(summaries);
});

test.each<[what: string, edit: Edit, summaries: string[]]>([
  ["in place says nothing", { wait: false, terminate_clone_on_destroy: true }, []],
  ["of the region says what the old clone leaves", { target_region: "paris" }, [STAYS, COSTS]],
  ["to another cluster too", { cluster_id: "c-9" }, [STAYS, COSTS.replace("c-1", "c-9")]],
])("an edit %s", async (_, edit, summaries) => {
  const prior = { ...CLONED, target_region: "oregon" };
  expect(await warnings(prior, { target_region: "oregon", ...edit })).toEqual(summaries);
});

test("another clone in place of one is judged by what was applied last", async () => {
  const prior = { ...CLONED, target_region: "oregon", terminate_clone_on_destroy: true };
  expect(await warnings(prior, { target_region: "paris" })).toEqual([GOES, COSTS]);
});

test.each<[prior: Partial<CloneValues>, stays: string | undefined, terminated: string | undefined]>([
  [CLONED, STAYS, GOES],
  [{ status: "pending" }, `${OPERATION} will be cancelled`, `${OPERATION} will be cancelled`],
  [
    { status: "in_progress" },
    `${OPERATION} continues and leaves a billed cluster`,
    `${OPERATION} will run to its end, and its clone will be terminated`,
  ],
  [
    { status: "a status that is not known" },
    `${OPERATION} continues and leaves a billed cluster`,
    `${OPERATION} will run to its end, and its clone will be terminated`,
  ],
  [{ status: "failed" }, undefined, undefined],
  [{ status: "succeeded" }, undefined, undefined],
  [{ status: null }, undefined, undefined],
])("a destroy of %j says what becomes of the clone", async (prior, stays, terminated) => {
  expect(await warnings(prior, null)).toEqual(stays ? [stays] : []);
  const terminating = { ...prior, terminate_clone_on_destroy: true };
  expect(await warnings(terminating, null)).toEqual(terminated ? [terminated] : []);
});

const DESTROY = "destroy cloning operation cl-1 of cluster c-1";

test.each<
  [what: string, prior: Partial<CloneValues> | null, config: Edit | null, granted: string, lacks: boolean]
>([
  ["clone cluster c-1", null, {}, "clusters:read", true],
  ["clone cluster c-1", null, {}, "clusters:clone", false],
  ["clone cluster c-1", null, { terminate_clone_on_destroy: true }, "clusters:clone", true],
  [DESTROY, CLONED, null, "clusters:read", false],
  [DESTROY, { ...CLONED, terminate_clone_on_destroy: true }, null, "clusters:clone", true],
  [DESTROY, { status: "pending" }, null, "clusters:read", true],
  [DESTROY, { status: "pending" }, null, "clusters:clone", false],
])("to %s (from %j to %j) with %s: lacking is %s", async (what, prior, config, granted, lacks) => {
  const summaries = await warnings(prior, config, [granted]);
  expect(summaries.some((one) => one.includes(`allowed to ${what}`))).toBe(lacks);
});
