import { type Plannable, UNKNOWN, type Validator } from "../../../src/framework";
import { Diagnostics } from "../../../src/framework/diagnostics";
import { validate } from "../../../src/framework/validate";
import { observedValues } from "../../../src/provider/cluster/model";
import { schema } from "../../../src/provider/cluster/schema";
import type { ClusterValues } from "../../../src/provider/cluster/types";
import { validators } from "../../../src/provider/cluster/validators";
import type { ValueRecord } from "../../../src/wire/cty/value";
import { record, values } from "../support";

type Config = Partial<Plannable<ClusterValues>>;

/** What `terraform validate` would say of a configuration. */
function problems(config: Config) {
  const diagnostics = new Diagnostics();
  const whole = { ...values({ regions: ["oregon"] }), ...config } as unknown as ValueRecord;
  validate(schema, validators as unknown as readonly Validator<ValueRecord>[], whole, diagnostics);
  return diagnostics.items;
}

const THREE = ["oregon", "paris", "tokyo"];
const counts = (given: Record<string, number>) => Object.assign(Object.create(null), given);
const NETWORK = { search_delivery_network: "3_regions", regions: THREE };
const MULTI = { search_delivery_network: "multi_nodes_per_region", regions: null };
const WINDOW = { days: ["sunday"], start: "02:00", duration: null, timezone: null };

test.each<[string, Config]>([
  ["one region", {}],
  ["counts alone", { regions: null, region_node_counts: counts({ oregon: 1 }) }],
  ["both, that agree", { region_node_counts: counts({ oregon: 1 }) }],
  ["HA with a node count", { high_availability: true, high_availability_node_count: 5 }],
  ["a network by counts", { ...NETWORK, region_node_counts: counts({ oregon: 1, paris: 1, tokyo: 1 }) }],
  ["several nodes in each region", { ...MULTI, region_node_counts: counts({ oregon: 2, paris: 5 }) }],
  ["a network that nobody knows", { search_delivery_network: "9_regions", regions: THREE }],
  ["fast disks", { high_performance_disk: true, high_availability: true }],
  ["fast disks in a network", { ...NETWORK, high_performance_disk: true }],
  ["a moment", { change_schedule: { perform_change_at: "2026-11-22T02:00:00Z", wait: null, window: null } }],
])("nothing is wrong with %s", (_, config) => {
  expect(problems(config)).toEqual([]);
});

test.each<[string, Config, (string | number)[], string]>([
  ["no regions at all", { regions: null }, [], "Missing regions"],
  [
    "regions and counts that disagree",
    { region_node_counts: counts({ paris: 1 }) },
    ["regions"],
    "Regions and node counts disagree",
  ],
  ["two regions in no network", { regions: ["oregon", "paris"] }, ["regions"], "Wrong number of regions"],
  [
    "eight regions",
    { ...MULTI, region_node_counts: counts({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1 }) },
    ["region_node_counts"],
    "Wrong number of regions",
  ],
  [
    "two nodes in a region of a network of one each",
    { ...NETWORK, region_node_counts: counts({ oregon: 2, paris: 1, tokyo: 1 }) },
    ["region_node_counts"],
    "One node in each region",
  ],
  [
    "several nodes for each region, not numbered",
    { search_delivery_network: "multi_nodes_per_region", regions: ["oregon", "paris"] },
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
    { region_node_counts: counts({ oregon: 2 }) },
    ["region_node_counts"],
    "Several nodes without high availability",
  ],
  [
    "counts that disagree",
    { high_availability: true, high_availability_node_count: 3, region_node_counts: counts({ oregon: 4 }) },
    ["high_availability_node_count"],
    "Node counts disagree",
  ],
  [
    "fast disks without HA",
    { high_performance_disk: true },
    ["high_performance_disk"],
    "High performance disks need high availability",
  ],
  [
    "fast disks with burst hours",
    { high_performance_disk: true, high_availability: true, vcpu: "2_vcpus_4_hr_burst_per_day" },
    ["high_performance_disk"],
    "High performance disks need whole vCPUs",
  ],
  [
    "two schedules",
    { change_schedule: { perform_change_at: "2026-11-22T02:00:00Z", wait: null, window: WINDOW } },
    ["change_schedule", "perform_change_at"],
    "Two schedules",
  ],
])("%s", (_, config, path, summary) => {
  expect(problems(config)).toMatchObject([{ severity: "error", summary, path }]);
});

test.each<[string, Config]>([
  ["regions", { regions: UNKNOWN, region_node_counts: counts({ oregon: 1 }) }],
  ["counts", { regions: null, region_node_counts: UNKNOWN }],
  ["the network", { search_delivery_network: UNKNOWN, regions: THREE, high_availability: false }],
  ["HA", { high_availability: UNKNOWN, high_availability_node_count: 3, high_performance_disk: true }],
  ["the node count", { high_availability_node_count: UNKNOWN }],
  ["the vcpu", { high_performance_disk: true, high_availability: false, vcpu: UNKNOWN }],
])("what depends on %s, not known yet, is not judged", (_, config) => {
  expect(problems(config)).toEqual([]);
});

test.each([
  ["one node", {}],
  [
    "several nodes in each region",
    {
      high_availability: "yes",
      search_delivery_network: "multi_nodes_per_region",
      region_node_counts: { oregon: 4, paris: 3 },
    },
  ],
] as const)("a configuration that says all that is known of %s is fine", (_, changes) => {
  const observed = observedValues(record(changes));
  const computed = Object.entries(schema).flatMap(([name, field]) =>
    "mode" in field && field.mode === "computed" ? [name] : [],
  );
  const said = Object.fromEntries(Object.entries(observed).filter(([name]) => !computed.includes(name)));
  expect(problems(said)).toEqual([]);
});
