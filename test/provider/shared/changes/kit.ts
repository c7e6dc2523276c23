import fc from "fast-check";
import type { NewSettings } from "../../../../src/api/requests";
import type { ConfigurationChangeRecord } from "../../../../src/client";
import type { Assumptions } from "../../../../src/emulator/domain/assumptions";
import { planChange } from "../../../../src/emulator/domain/changes/plan";
import { type Settings, shownSettings } from "../../../../src/emulator/domain/store/settings";
import type { Sizing } from "../../../../src/provider/model/sizing";
import { nullsOf, record } from "../../support";

/** 2026-01-01T00:00:00Z, in milliseconds. */
export const NOW = 1_767_225_600_000;
export const SECONDS = NOW / 1000;

/** One node in oregon. */
export const SINGLE: Sizing = {
  memory: "8_gb",
  vcpu: "2_vcpus",
  gpu: false,
  high_performance_disk: false,
  search_server_version: "30.2",
  high_availability: false,
  high_availability_node_count: null,
  search_delivery_network: "off",
  region_node_counts: { oregon: 1 },
};

/** Three nodes in oregon. */
export const THREE: Sizing = {
  ...SINGLE,
  high_availability: true,
  high_availability_node_count: 3,
  region_node_counts: { oregon: 3 },
};

const named = (prefix: string, values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));

const yesNo = (value: boolean | null) => (value === null ? null : value ? "yes" : "no");

/** Returns a sizing in the values of the API. */
export function shown(sizing: Sizing) {
  const { gpu, high_performance_disk: disk, high_availability: ha } = sizing;
  return { ...sizing, gpu: yesNo(gpu), high_performance_disk: yesNo(disk), high_availability: yesNo(ha) };
}

export function clusterOf(sizing: Sizing, given: Parameters<typeof record>[0] = {}) {
  const counts = sizing.region_node_counts ?? {};
  return record({
    ...shown(sizing),
    memory: sizing.memory ?? "",
    vcpu: sizing.vcpu ?? "",
    regions: Object.entries(counts).flatMap(([region, nodes]) => Array<string>(nodes).fill(region)),
    ...given,
  });
}

/** Returns a pending change, due in an hour, of a cluster with the sizing `old`. */
export function changeOf(
  given: Partial<ConfigurationChangeRecord> = {},
  old: Sizing = SINGLE,
): ConfigurationChangeRecord {
  return {
    id: "ch1",
    status: "pending",
    created_at: SECONDS,
    updated_at: SECONDS,
    perform_change_at: SECONDS + 3600,
    completed_at: null,
    notification_email_addresses: [],
    ...named("old_", shown(old)),
    ...named("new_", nullsOf(old)),
    ...given,
  } as ConfigurationChangeRecord;
}

/** Returns the sizing of a cluster after a change, by the rules of the emulator. */
export function afterwards(live: Sizing, settings: NewSettings): Sizing {
  const before = shown(live) as unknown as Settings;
  const requested = Object.entries(settings).map(([name, value]) => [name.slice("new_".length), value]);
  const version = settings.new_search_server_version ?? live.search_server_version;
  const { sets } = planChange(before, Object.fromEntries(requested), version);
  const assumptions = { region_node_counts: "all" } as Assumptions;
  const { load_balancing, ...after } = shownSettings({ ...before, ...sets }, assumptions);
  return {
    ...after,
    gpu: after.gpu === "yes",
    high_performance_disk: after.high_performance_disk === "yes",
    high_availability: after.high_availability === "yes",
  };
}

const region = fc.constantFrom("oregon", "ohio", "zurich", "tokyo", "spain", "milan", "paris", "osaka");
const counts = (least: number, most: number, nodes: fc.Arbitrary<number>) =>
  fc.dictionary(region, nodes, { minKeys: least, maxKeys: most, noNullPrototype: true });

/** Returns a row of the topology table (docs/design/api-assumptions.md#topology): high availability, number of nodes and network. */
const topology = (
  region_node_counts: fc.Arbitrary<Record<string, number>>,
  high_availability: boolean,
  search_delivery_network: string,
) =>
  region_node_counts.map((counts) => {
    const isOneRegion = high_availability && search_delivery_network === "off";
    const high_availability_node_count = isOneRegion ? (Object.values(counts)[0] ?? null) : null;
    return {
      high_availability,
      high_availability_node_count,
      search_delivery_network,
      region_node_counts: counts,
    };
  });

/** One row of the topology table, filled in at random. */
export const anyTopology = fc.oneof(
  topology(counts(1, 1, fc.constant(1)), false, "off"),
  topology(counts(1, 1, fc.integer({ min: 3, max: 7 })), true, "off"),
  topology(counts(3, 3, fc.constant(1)), true, "3_regions"),
  topology(counts(5, 5, fc.constant(1)), true, "5_regions"),
  // Never fewer than three in total.
  topology(counts(2, 3, fc.constantFrom(1, 2)), true, "multi_nodes_per_region").filter(
    ({ region_node_counts: nodes }) => Object.values(nodes).reduce((sum, one) => sum + one) >= 3,
  ),
);

export const anySizing: fc.Arbitrary<Sizing> = fc
  .record({
    memory: fc.constantFrom("8_gb", "16_gb", "32_gb"),
    vcpu: fc.constantFrom("2_vcpus", "4_vcpus", "8_vcpus"),
    gpu: fc.boolean(),
    high_performance_disk: fc.boolean(),
    search_server_version: fc.constantFrom("29.0", "30.1", "30.2"),
    topology: anyTopology,
  })
  .map(({ topology, ...rest }) => ({ ...rest, ...topology }));
