import { type Plannable, UNKNOWN, type Validator } from "../../../../src/framework";
import { Diagnostics } from "../../../../src/framework/diagnostics";
import { validate } from "../../../../src/framework/validate";
import { observedValues } from "../../../../src/provider/resources/cluster/model";
import { type ClusterValues, clusterSchema } from "../../../../src/provider/resources/cluster/schema";
import { clusterValidators } from "../../../../src/provider/resources/cluster/validators";
import type { ValueRecord } from "../../../../src/wire/cty/value";
import { record } from "../../support";
import { config } from "./kit";

type Config = Partial<Plannable<ClusterValues>>;

/** Returns the errors of `terraform validate` for a configuration. */
function problems(given: Config) {
  const diagnostics = new Diagnostics();
  const whole = config(given) as unknown as ValueRecord;
  validate(
    clusterSchema,
    clusterValidators as unknown as readonly Validator<ValueRecord>[],
    whole,
    diagnostics,
  );
  return diagnostics.items;
}

const REGIONS = ["oregon", "paris", "tokyo"];
const counts = (region_node_counts: Record<string, number>) => ({ region_node_counts });
const HA = { high_availability: true };
const DISKS = { high_performance_disk: true };
const NETWORK = { search_delivery_network: "3_regions", regions: REGIONS };
const MULTI = { search_delivery_network: "multi_nodes_per_region", regions: null };
const MOMENT = { perform_change_at: "2026-11-22T02:00:00Z", wait: null, window: null };
const WINDOW = { days: ["sunday"], start: "02:00", duration: null, timezone: null };

test.each<[string, Config]>([
  ["one region", {}],
  ["counts alone", { regions: null, ...counts({ oregon: 1 }) }],
  ["both, that agree", counts({ oregon: 1 })],
  ["HA with a node count", { ...HA, high_availability_node_count: 5 }],
  ["a network by counts", { ...NETWORK, ...counts({ oregon: 1, paris: 1, tokyo: 1 }) }],
  ["several nodes in each region", { ...MULTI, ...counts({ oregon: 2, paris: 5 }) }],
  ["a network that nobody knows", { search_delivery_network: "9_regions", regions: REGIONS }],
  ["fast disks", { ...DISKS, ...HA }],
  ["fast disks in a network", { ...NETWORK, ...DISKS }],
  ["a moment", { change_schedule: MOMENT }],
  ["regions that are not known yet", { regions: UNKNOWN, ...counts({ oregon: 1 }) }],
  ["counts that are not known yet", { regions: null, region_node_counts: UNKNOWN }],
  [
    "a network that is not known yet",
    { search_delivery_network: UNKNOWN, regions: REGIONS, high_availability: false },
  ],
  ["HA that is not known yet", { high_availability: UNKNOWN, high_availability_node_count: 3, ...DISKS }],
  ["a node count that is not known yet", { high_availability_node_count: UNKNOWN }],
  ["a vcpu that is not known yet", { ...DISKS, high_availability: false, vcpu: UNKNOWN }],
])("%s is valid", (_, given) => {
  expect(problems(given)).toEqual([]);
});

test.each<[string, Config, path: string[], summary: string]>([
  ["no regions at all", { regions: null }, [], "Missing regions"],
  ["regions and counts that disagree", counts({ paris: 1 }), ["regions"], "Regions and node counts disagree"],
  ["two regions in no network", { regions: ["oregon", "paris"] }, ["regions"], "Wrong number of regions"],
  [
    "eight regions",
    { ...MULTI, ...counts(Object.fromEntries([..."abcdefgh"].map((region) => [region, 1]))) },
    ["region_node_counts"],
    "Wrong number of regions",
  ],
  [
    "two nodes in a region of a network of one each",
    { ...NETWORK, ...counts({ oregon: 2, paris: 1, tokyo: 1 }) },
    ["region_node_counts"],
    "One node in each region",
  ],
  [
    "several nodes for each region, not numbered",
    { ...MULTI, regions: ["oregon", "paris"] },
    ["search_delivery_network"],
    "Missing node counts",
  ],
  [
    "a network without HA",
    { ...NETWORK, high_availability: false },
    ["high_availability"],
    "A network needs high availability",
  ],
  [
    "a node count in a network",
    { ...NETWORK, high_availability_node_count: 3 },
    ["high_availability_node_count"],
    "Node count with a network",
  ],
  [
    "a node count without HA",
    { high_availability_node_count: 3 },
    ["high_availability_node_count"],
    "Node count without high availability",
  ],
  [
    "several nodes without HA",
    counts({ oregon: 2 }),
    ["region_node_counts"],
    "Several nodes without high availability",
  ],
  [
    "counts that disagree",
    { ...HA, high_availability_node_count: 3, ...counts({ oregon: 4 }) },
    ["high_availability_node_count"],
    "Node counts disagree",
  ],
  [
    "fast disks without HA",
    DISKS,
    ["high_performance_disk"],
    "High performance disks need high availability",
  ],
  [
    "fast disks with burst hours",
    { ...DISKS, ...HA, vcpu: "2_vcpus_4_hr_burst_per_day" },
    ["high_performance_disk"],
    "High performance disks need whole vCPUs",
  ],
  [
    "two schedules",
    { change_schedule: { ...MOMENT, window: WINDOW } },
    ["change_schedule", "perform_change_at"],
    "Two schedules",
  ],
])("%s", (_, given, path, summary) => {
  expect(problems(given)).toMatchObject([{ severity: "error", summary, path }]);
});

test.each<[string, Parameters<typeof record>[0]]>([
  ["one node", {}],
  [
    "several nodes in each region",
    {
      high_availability: "yes",
      search_delivery_network: "multi_nodes_per_region",
      region_node_counts: { oregon: 4, paris: 3 },
    },
  ],
])("a configuration with all known values of %s is valid", (_, changes) => {
  const known = Object.entries(observedValues(record(changes))).filter(([name]) => {
    const field = clusterSchema[name as keyof typeof clusterSchema];
    return !("mode" in field && field.mode === "computed");
  });
  expect(problems(Object.fromEntries(known))).toEqual([]);
});
