import { type Plannable, UNKNOWN } from "../../../../src/framework";
import { planChange } from "../../../../src/provider/resources/configurationChange/plan";
import type {
  ChangePlanning,
  ChangeValues,
} from "../../../../src/provider/resources/configurationChange/schema";
import { preflightOf } from "../../shared/preflight/kit";
import { record, seen } from "../../support";
import { changeValues } from "./kit";

type Config = Partial<Plannable<ChangeValues>>;

/** A Friday. */
const NOW = Date.UTC(2026, 10, 20, 12);
const AFTER =
  "A cluster with a single node is unavailable for 5 to 60 minutes; several nodes are changed one after the other.";
const OPTIONS = { "8_gb": ["4_vcpus"], "64_gb": ["8_vcpus"], regions: ["oregon"], off: true };
const UNLISTED = "The service may refuse the change of cluster c-1: ";

interface Given {
  /** The version that the cluster runs. */
  readonly runs?: string | null;
  readonly action?: ChangePlanning["action"];
  readonly granted?: readonly string[];
  readonly knowsTime?: boolean;
}

async function planned(
  config: Config,
  { action = "create", granted, knowsTime = true, runs = null }: Given = {},
) {
  const clusterOptions = jest.fn(async () => OPTIONS);
  const plan = preflightOf({
    serverNow: () => NOW,
    knowsServerTime: () => knowsTime,
    pollInterval: 60_000,
    capabilities: async () => granted ?? ["admin"],
    clusterOptions,
    read: async () => seen(record({ search_server_version: runs })),
  });
  const planning = { ...plan, action, config: { ...changeValues(), ...config } };
  await planChange(planning as unknown as ChangePlanning);
  const isUnlisted = ({ summary }: { summary: string }) => summary.startsWith(UNLISTED);
  return {
    announced: plan.warnings.filter((one) => !isUnlisted(one)),
    unlisted: plan.warnings
      .filter(isUnlisted)
      .map(({ summary, path }) => [summary.slice(UNLISTED.length), path]),
    optionsRead: clusterOptions.mock.calls.length,
  };
}

const WINDOW = { days: ["sunday"], start: "02:00", duration: null, timezone: "Europe/Zurich" };
const LATER = "When it begins is known after apply.";

test.each<[what: string, config: Config, summary: string, when: string, knowsTime?: boolean]>([
  [
    "a restart at once",
    {},
    "Cluster c-1 is restarted",
    "If applied now, it begins Friday 2026-11-20 12:00 UTC (2026-11-20T12:00:30Z).",
  ],
  [
    "a size in a window",
    { new_memory: "8_gb", new_vcpu: UNKNOWN, window: WINDOW },
    "Cluster c-1 gets a configuration change: memory, vcpu",
    "If applied now, it begins Sunday 2026-11-22 02:00 Europe/Zurich (2026-11-22T01:00:00Z).",
  ],
  [
    "a moment that is over",
    { perform_change_at: "2026-11-19T00:00:00Z" },
    "Cluster c-1 is restarted",
    "Its perform_change_at is in the past, so apply will refuse it. Set a later time or a window, or neither.",
  ],
  [
    "a cluster and a moment that are not known yet",
    { cluster_id: UNKNOWN, perform_change_at: UNKNOWN },
    "A cluster that is not known yet is restarted",
    LATER,
  ],
  ["a clock that no answer has confirmed", {}, "Cluster c-1 is restarted", LATER, false],
])("%s", async (_, config, summary, when, ...[knowsTime]) => {
  expect((await planned(config, { knowsTime })).announced).toEqual([
    expect.objectContaining({ summary, detail: `${when} ${AFTER}` }),
  ]);
});

test.each<[string, Partial<ChangeValues>, number]>([
  ["high availability", { new_high_availability: true }, 1],
  ["a network", { new_search_delivery_network: "3_regions" }, 1],
  ["no network any more", { new_search_delivery_network: "off" }, 0],
])("an irreversible change brings a warning: %s", async (_, config, times) => {
  const summaries = (await planned(config)).announced.map(({ summary }) => summary);
  const forGood = "Cluster c-1: high availability cannot be turned off again";
  expect(summaries.slice(1)).toEqual(Array(times).fill(forGood));
});

const NETWORK = { new_region_node_counts: { oregon: 1, mars: 3 }, new_search_delivery_network: "4_regions" };
const PAIR = { new_memory: "64_gb", new_vcpu: "8_vcpus" };

test.each<[string, Config, ...unlisted: [what: string, path: string][]]>([
  ["a pair that goes together", { new_memory: "8_gb", new_vcpu: "4_vcpus" }],
  [
    "one that does not",
    { new_memory: "8_gb", new_vcpu: "8_vcpus" },
    ['new_memory "8_gb" with new_vcpu "8_vcpus"', "new_vcpu"],
  ],
  ["a memory alone", { new_memory: "7_gb" }, ['new_memory "7_gb"', "new_memory"]],
  ["a vcpu alone", { new_vcpu: "7_vcpus", new_memory: UNKNOWN }, ['new_vcpu "7_vcpus"', "new_vcpu"]],
  [
    "a GPU that the pair has not",
    { ...PAIR, new_gpu: true },
    ['a GPU with new_memory "64_gb" and new_vcpu "8_vcpus"', "new_gpu"],
  ],
  ["a GPU of a pair that stays", { new_gpu: true }],
  [
    "regions and a network",
    NETWORK,
    ['new_search_delivery_network "4_regions"', "new_search_delivery_network"],
    ['region "mars"', "new_region_node_counts"],
  ],
  ["nothing that is known", { new_memory: UNKNOWN, new_vcpu: UNKNOWN, new_region_node_counts: UNKNOWN }],
])("unlisted values: %s", async (_, config, ...unlisted) => {
  expect((await planned(config)).unlisted).toEqual(unlisted.map(([what, path]) => [what, [path]]));
});

test("a restart reads no options, and needs the key's capability as any change", async () => {
  const { announced, optionsRead } = await planned({}, { granted: ["clusters:read"] });
  expect([announced[0]?.summary, optionsRead]).toEqual([expect.stringMatching(/change cluster c-1$/), 0]);
});

test.each(["update", "delete"] as const)("the plan of %s has no warning", async (action) => {
  expect(await planned({ new_memory: "16_gb" }, { action })).toMatchObject({ announced: [], optionsRead: 0 });
});

test.each<[string, string | null, string[]]>([
  ["31.0", "30.2", []],
  ["31.0", null, []],
  ["31", "31.0", ["Cluster c-1 already runs server version 31.0"]],
  ["30.2", "31.0", ["Server version 30.2 is older than 31.0, which cluster c-1 runs"]],
])("a change to %s of a cluster that runs %s", async (wanted, runs, warnings) => {
  const { announced } = await planned({ new_search_server_version: wanted }, { runs });
  expect(announced.map(({ summary }) => summary).slice(1)).toEqual(warnings);
});
