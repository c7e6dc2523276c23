import { at, LATER, type Lines, SMALL, type Stage, staged, THREE } from "./kit";

/** Each sizing attribute edited (docs/design/laws.md#l3): in place, and one change with only what differs. */
const NETWORK: Lines = {
  ...SMALL,
  regions: '["oregon", "paris", "tokyo"]',
  search_delivery_network: '"3_regions"',
};
const FIVE: Lines = {
  ...NETWORK,
  regions: '["oregon", "paris", "tokyo", "ohio", "zurich"]',
  search_delivery_network: '"5_regions"',
};
const SPREAD: Lines = {
  ...SMALL,
  regions: undefined,
  region_node_counts: "{ oregon = 2, zurich = 3 }",
  search_delivery_network: '"multi_nodes_per_region"',
};
const OLDER = { ...SMALL, search_server_version: '"26.0"' };

const EDITS: [title: string, before: Lines, after: Lines, asked: Record<string, unknown>][] = [
  ["memory", SMALL, { ...SMALL, memory: '"16_gb"' }, { new_memory: "16_gb" }],
  ["vcpu", SMALL, { ...SMALL, vcpu: '"4_vcpus"' }, { new_vcpu: "4_vcpus" }],
  ["gpu", { ...SMALL, vcpu: '"4_vcpus"' }, { ...SMALL, vcpu: '"4_vcpus"', gpu: "true" }, { new_gpu: "yes" }],
  [
    "high_performance_disk",
    THREE,
    { ...THREE, high_performance_disk: "true" },
    { new_high_performance_disk: "yes" },
  ],
  [
    "search_server_version",
    OLDER,
    { ...SMALL, search_server_version: '"27.1"' },
    { new_search_server_version: "27.1" },
  ],
  [
    "search_server_version, its first part only",
    OLDER,
    { ...SMALL, search_server_version: '"27"' },
    { new_search_server_version: "27" },
  ],
  ["high_availability", SMALL, THREE, { new_high_availability: "yes", new_high_availability_node_count: 3 }],
  [
    "high_availability_node_count",
    THREE,
    { ...THREE, high_availability_node_count: "5" },
    { new_high_availability_node_count: 5 },
  ],
  [
    "regions of a single node",
    SMALL,
    { ...SMALL, regions: '["paris"]' },
    { new_region_node_counts: { paris: 1 } },
  ],
  [
    "regions of a highly available cluster",
    THREE,
    { ...THREE, regions: '["paris"]' },
    { new_region_node_counts: { paris: 3 } },
  ],
  [
    "region_node_counts",
    THREE,
    { ...THREE, regions: undefined, region_node_counts: "{ oregon = 7 }" },
    { new_high_availability_node_count: 7 },
  ],
  [
    "a network of three regions",
    SMALL,
    NETWORK,
    {
      new_high_availability: "yes",
      new_search_delivery_network: "3_regions",
      new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
    },
  ],
  [
    "a region of a network",
    NETWORK,
    { ...NETWORK, regions: '["oregon", "paris", "sydney"]' },
    { new_region_node_counts: { oregon: 1, paris: 1, sydney: 1 } },
  ],
  [
    "a network of five regions instead of three",
    NETWORK,
    FIVE,
    {
      new_search_delivery_network: "5_regions",
      new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1, ohio: 1, zurich: 1 },
    },
  ],
  [
    "several nodes in each region",
    NETWORK,
    SPREAD,
    {
      new_search_delivery_network: "multi_nodes_per_region",
      new_region_node_counts: { oregon: 2, zurich: 3 },
    },
  ],
  [
    "the counts of several regions",
    SPREAD,
    { ...SPREAD, region_node_counts: "{ oregon = 3, zurich = 3 }" },
    { new_region_node_counts: { oregon: 3, zurich: 3 } },
  ],
  [
    "the network off",
    NETWORK,
    { ...THREE, search_delivery_network: '"off"' },
    { new_search_delivery_network: "off", new_region_node_counts: { oregon: 3 } },
  ],
  [
    "several at once",
    OLDER,
    { ...THREE, memory: '"16_gb"', vcpu: '"4_vcpus"', gpu: "true", search_server_version: '"29.0"' },
    {
      new_memory: "16_gb",
      new_vcpu: "4_vcpus",
      new_gpu: "yes",
      new_search_server_version: "29.0",
      new_high_availability: "yes",
      new_high_availability_node_count: 3,
    },
  ],
];

let on: Stage;
afterEach(() => on.close());

test.each(EDITS)("%s", async (_, before, edited, asked) => {
  on = await staged({ ...before, ...at(LATER) });
  await on.empty();
  const after = { ...edited, ...at(LATER) };
  await on.write(after);
  const { actions, after_unknown } = await on.change();
  expect(actions).toEqual(["update"]);
  expect(after_unknown).toMatchObject({ pending_change: true });
  // What is wanted is known at plan, all of it.
  for (const name of ["memory", "vcpu", "regions", "region_node_counts", "high_availability"])
    expect(`${name} ${JSON.stringify(after_unknown?.[name])}`).not.toContain("true");
  expect(await on.resized(after)).toEqual([asked]);
  const planned = await on.values();
  expect(planned).toMatchObject({ pending_change: { status: "pending" } });
  on.emulator.advance(12 * 24 * 3600);
  await on.apply();
  await on.empty();
  const { live, ...values } = await on.values();
  expect(values).toMatchObject({ pending_change: null, region_node_counts: planned.region_node_counts });
  expect(values).toMatchObject(live as object);
  expect(on.wrote()).toEqual(["createConfigurationChange"]);
});

test("a new name, auto-upgrade and a size in one plan: PATCH, then one change", async () => {
  on = await staged();
  await on.apply({ ...SMALL, name: '"catalog"', memory: '"16_gb"', auto_upgrade_capacity: "false" });
  expect(on.wrote()).toEqual(["updateCluster", "createConfigurationChange"]);
  await on.empty();
  expect(await on.values()).toMatchObject({ name: "catalog", live: { memory: "16_gb" } });
});

test.each<[string, Lines, Lines]>([
  [
    "the counts instead of the regions",
    THREE,
    { ...THREE, regions: undefined, region_node_counts: "{ oregon = 3 }" },
  ],
  [
    "the regions instead of the counts",
    { ...NETWORK, regions: undefined, region_node_counts: "{ oregon = 1, paris = 1, tokyo = 1 }" },
    NETWORK,
  ],
  ["both, as they are", THREE, { ...THREE, region_node_counts: "{ oregon = 3 }" }],
  ["the node count that is the default", THREE, { ...THREE, high_availability_node_count: "3" }],
  [
    "the defaults of the service",
    SMALL,
    { ...SMALL, gpu: "false", search_delivery_network: '"off"', high_availability: "false" },
  ],
  ["the first part of the version", SMALL, { ...SMALL, search_server_version: '"30"' }],
  ["the version in full", SMALL, { ...SMALL, search_server_version: '"30.2"' }],
])("no change: %s", async (_, before, after) => {
  on = await staged(before);
  await on.empty(after);
  await on.apply();
  expect(on.wrote()).toEqual([]);
});

test("what is ignored is no edit, and the rest is done", async () => {
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

test("the requests of an edit are the fewest: the key's capabilities, the options, changes, cluster, POST, polls of the change, the cluster", async () => {
  on = await staged();
  await on.write({ ...SMALL, memory: '"16_gb"' });
  await on.workspace.planJson();
  on.requests();
  await on.workspace.apply(["plan.out"]);
  const requests = on.requests();
  const polls = requests.filter((name) => name === "getConfigurationChange");
  expect(requests.filter((name) => name !== "getConfigurationChange")).toEqual([
    "getAccount",
    "listClusterOptions",
    "listConfigurationChanges",
    "getCluster",
    "createConfigurationChange",
    "getCluster",
  ]);
  expect(polls.length).toBeGreaterThan(0);
});
