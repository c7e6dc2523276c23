import { type Plannable, UNKNOWN } from "../../../../src/framework";
import { cloningOperation } from "../../../../src/provider/resources/cloningOperation/resource";
import type { CloneValues } from "../../../../src/provider/resources/cloningOperation/schema";
import { planOf } from "../../kit";
import { cloneValues } from "./kit";

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
])("a destroy of %j says what becomes of the clone", async (prior, ...[stays, terminated]) => {
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
])("to %s (from %j to %j) with %s: lacking is %s", async (what, prior, config, granted, lacks) => {
  const summaries = await warnings(prior, config, [granted]);
  expect(summaries.some((one) => one.includes(`allowed to ${what}`))).toBe(lacks);
});
