import type { Lines } from "../support";
import { at, CHANGE, DAY, LATER, SMALL, type Stage, staged, THREE } from "./kit";

/** Edits of sizing attributes (docs/design/laws.md#l3): in place, and one change with only the differences. */
const NETWORK: Lines = {
  ...SMALL,
  regions: '["oregon", "paris", "tokyo"]',
  search_delivery_network: '"3_regions"',
};
const SPREAD: Lines = {
  ...SMALL,
  regions: undefined,
  region_node_counts: "{ oregon = 2, zurich = 3 }",
  search_delivery_network: '"multi_nodes_per_region"',
};
const LARGEST: Lines = {
  ...SMALL,
  memory: '"16_gb"',
  vcpu: '"4_vcpus"',
  gpu: "true",
  search_server_version: '"29.0"',
};

type Edit = readonly [lines: Lines, requested: Record<string, unknown>];

/** Successive edits of one cluster; every change has ended before the next edit. */
const EDITS: readonly Edit[] = [
  [{ ...SMALL, search_server_version: '"27"' }, { new_search_server_version: "27" }],
  [LARGEST, { new_memory: "16_gb", new_vcpu: "4_vcpus", new_gpu: "yes", new_search_server_version: "29.0" }],
  [
    { ...SMALL, vcpu: '"4_vcpus"', gpu: "false" },
    { new_memory: "8_gb", new_gpu: "no" },
  ],
  [
    { ...NETWORK, vcpu: '"4_vcpus"' },
    {
      new_high_availability: "yes",
      new_search_delivery_network: "3_regions",
      new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
    },
  ],
  [
    { ...SPREAD, vcpu: '"4_vcpus"' },
    {
      new_search_delivery_network: "multi_nodes_per_region",
      new_region_node_counts: { oregon: 2, zurich: 3 },
    },
  ],
  [
    { ...THREE, vcpu: '"4_vcpus"', search_delivery_network: '"off"' },
    { new_search_delivery_network: "off", new_region_node_counts: { oregon: 3 } },
  ],
  [
    { ...THREE, vcpu: '"4_vcpus"', regions: undefined, region_node_counts: "{ oregon = 7 }" },
    { new_high_availability_node_count: 7 },
  ],
];

let on: Stage;
afterEach(() => on.close());

test("one size and one topology after the other", async () => {
  on = await staged({ ...SMALL, search_server_version: '"26.0"', ...at(LATER) });
  for (const [lines, requested] of EDITS) {
    const after = { ...lines, ...at(new Date(on.inSeconds(DAY) * 1000).toISOString()) };
    const { actions, after_unknown } = await on.change(after);
    expect(actions).toEqual(["update"]);
    expect(after_unknown).toMatchObject({ pending_change: true });
    // Every desired value is known at plan.
    for (const name of ["memory", "vcpu", "regions", "region_node_counts", "high_availability"])
      expect(`${name} ${JSON.stringify(after_unknown?.[name])}`).not.toContain("true");
    expect(await on.resized(after)).toEqual([requested]);
    const planned = await on.values();
    expect(planned).toMatchObject({ pending_change: { status: "pending" } });
    on.emulator.advance(2 * DAY);
    await on.apply();
    await on.empty();
    const { live, ...values } = await on.values();
    expect(values).toMatchObject({ pending_change: null, region_node_counts: planned.region_node_counts });
    expect(values).toMatchObject(live as object);
    expect(on.wrote()).toEqual([CHANGE]);
  }
});

test("a new name, auto-upgrade and a size in one plan: PATCH, then one change", async () => {
  on = await staged();
  await on.applyAfter(() => on.requests(), { ...SMALL, memory: '"16_gb"' });
  const requests = on.requests();
  expect(requests.filter((name) => name !== "getConfigurationChange")).toEqual([
    "getAccount",
    "listClusterOptions",
    "listConfigurationChanges",
    "getCluster",
    "createConfigurationChange",
    "getCluster",
  ]);
  expect(requests).toContain("getConfigurationChange");
  const sized = { ...SMALL, memory: '"32_gb"', vcpu: '"4_vcpus"' };
  await on.apply({ ...sized, name: '"catalog"', auto_upgrade_capacity: "false" });
  expect(on.wrote()).toEqual(["updateCluster", CHANGE]);
  await on.empty();
  expect(await on.values()).toMatchObject({ name: "catalog", live: { memory: "32_gb" } });
});

/** The plan of every spelling: test/provider/resources/cluster/planTopology.test.ts. */
test.each<[string, Lines, Lines]>([
  [
    "of one node: the defaults of the service, the first part of the version",
    SMALL,
    {
      ...SMALL,
      gpu: "false",
      search_delivery_network: '"off"',
      high_availability: "false",
      search_server_version: '"30"',
    },
  ],
  [
    "of a network: the regions instead of the counts",
    { ...NETWORK, regions: undefined, region_node_counts: "{ oregon = 1, paris = 1, tokyo = 1 }" },
    NETWORK,
  ],
])("no change %s", async (_, before, words) => {
  on = await staged(before);
  await on.empty(words);
  await on.apply();
  expect(on.wrote()).toEqual([]);
});

test("ignored attributes are not edits, and the others are applied", async () => {
  on = await staged(THREE);
  await on.apply({
    ...THREE,
    name: '"catalog"',
    memory: '"16_gb"',
    regions: undefined,
    region_node_counts: "{ oregon = 5 }",
    lifecycle:
      "lifecycle { ignore_changes = [memory, region_node_counts, regions, high_availability_node_count] }",
  });
  expect(on.wrote()).toEqual(["updateCluster"]);
  await on.empty();
});
