import { at, LATER, type Lines, SMALL, type Stage, staged, THREE } from "./kit";

/** Sizing attributes edited (docs/design/laws.md#l3): in place, and one change with only what differs. */
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

type Edit = readonly [lines: Lines, asked: Record<string, unknown>];

/** Each walk is one cluster, edited again and again; every change is over before the next edit. */
const WALKS: [title: string, start: Lines, edits: readonly Edit[]][] = [
  [
    "one size after the other, then high availability and what needs it",
    OLDER,
    [
      [{ ...SMALL, search_server_version: '"27"' }, { new_search_server_version: "27" }],
      [
        { ...SMALL, memory: '"16_gb"', vcpu: '"4_vcpus"', gpu: "true", search_server_version: '"29.0"' },
        { new_memory: "16_gb", new_vcpu: "4_vcpus", new_gpu: "yes", new_search_server_version: "29.0" },
      ],
      [
        { ...THREE, vcpu: '"4_vcpus"', gpu: "false" },
        {
          new_memory: "8_gb",
          new_gpu: "no",
          new_high_availability: "yes",
          new_high_availability_node_count: 3,
        },
      ],
      [{ ...THREE, vcpu: '"4_vcpus"', high_performance_disk: "true" }, { new_high_performance_disk: "yes" }],
    ],
  ],
  [
    "one topology after the other",
    SMALL,
    [
      [{ ...SMALL, regions: '["paris"]' }, { new_region_node_counts: { paris: 1 } }],
      [
        NETWORK,
        {
          new_high_availability: "yes",
          new_search_delivery_network: "3_regions",
          new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
        },
      ],
      [
        { ...NETWORK, regions: '["oregon", "paris", "sydney"]' },
        { new_region_node_counts: { oregon: 1, paris: 1, sydney: 1 } },
      ],
      [
        FIVE,
        {
          new_search_delivery_network: "5_regions",
          new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1, ohio: 1, zurich: 1 },
        },
      ],
      [
        SPREAD,
        {
          new_search_delivery_network: "multi_nodes_per_region",
          new_region_node_counts: { oregon: 2, zurich: 3 },
        },
      ],
      [
        { ...THREE, search_delivery_network: '"off"' },
        { new_search_delivery_network: "off", new_region_node_counts: { oregon: 3 } },
      ],
      [
        { ...THREE, regions: undefined, region_node_counts: "{ oregon = 7 }" },
        { new_high_availability_node_count: 7 },
      ],
    ],
  ],
];

let on: Stage;
afterEach(() => on.close());

test.each(WALKS)("%s", async (_, start, edits) => {
  const soon = () => at(new Date(Date.parse(on.emulator.state().now) + 86_400_000).toISOString());
  on = await staged({ ...start, ...at(LATER) });
  await on.empty();
  for (const [lines, asked] of edits) {
    const after = { ...lines, ...soon() };
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
    on.emulator.advance(2 * 24 * 3600);
    await on.apply();
    await on.empty();
    const { live, ...values } = await on.values();
    expect(values).toMatchObject({ pending_change: null, region_node_counts: planned.region_node_counts });
    expect(values).toMatchObject(live as object);
    expect(on.wrote()).toEqual(["createConfigurationChange"]);
  }
});

test("a new name, auto-upgrade and a size in one plan: PATCH, then one change", async () => {
  on = await staged();
  await on.write({ ...SMALL, memory: '"16_gb"' });
  await on.workspace.planJson();
  on.requests();
  await on.workspace.apply(["plan.out"]);
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
  await on.apply({
    ...SMALL,
    name: '"catalog"',
    memory: '"32_gb"',
    vcpu: '"4_vcpus"',
    auto_upgrade_capacity: "false",
  });
  expect(on.wrote()).toEqual(["updateCluster", "createConfigurationChange"]);
  await on.empty();
  expect(await on.values()).toMatchObject({ name: "catalog", live: { memory: "32_gb" } });
});

test.each<[string, Lines, Lines[]]>([
  [
    "of one node: the defaults of the service, the first part of the version, the version in full",
    SMALL,
    [
      { ...SMALL, gpu: "false", search_delivery_network: '"off"', high_availability: "false" },
      { ...SMALL, search_server_version: '"30"' },
      { ...SMALL, search_server_version: '"30.2"' },
    ],
  ],
  [
    "of three nodes: the counts, both, the node count that is the default",
    THREE,
    [
      { ...THREE, regions: undefined, region_node_counts: "{ oregon = 3 }" },
      { ...THREE, region_node_counts: "{ oregon = 3 }" },
      { ...THREE, high_availability_node_count: "3" },
    ],
  ],
  [
    "of a network: the regions instead of the counts",
    { ...NETWORK, regions: undefined, region_node_counts: "{ oregon = 1, paris = 1, tokyo = 1 }" },
    [NETWORK],
  ],
])("no change %s", async (_, before, words) => {
  on = await staged(before);
  for (const after of words) await on.empty(after);
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
