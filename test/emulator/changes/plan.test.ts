import { call, emulators } from "../support";

const start = emulators();
/** 2027-01-01T01:00:00Z, an hour after the emulator's start. */
const AT = { perform_change_at: 1_798_765_200 };
const PATH = "POST /clusters/abc/configuration-changes";
const SINGLE = { id: "abc", memory: "8_gb", vcpu: "2_vcpus" };
const HA = { ...SINGLE, vcpu: "4_vcpus", high_availability: "yes" };
const network = (kind: string, region_node_counts: Record<string, number>) => ({
  ...HA,
  search_delivery_network: kind,
  region_node_counts,
});
const THREE = network("3_regions", { oregon: 1, tokyo: 1, paris: 1 });

describe("what a cluster cannot become: 422, or 400 under the alternative", () => {
  const shape = (kind: string) => `high_availability yes with search_delivery_network ${kind}`;
  const rows: [string, object, object, string][] = [
    [
      "a wrong pair",
      SINGLE,
      { new_memory: "1_gb" },
      "new_vcpu must be one of 2_vcpus_2_hr_burst_per_day for memory 1_gb",
    ],
    [
      "a GPU for no GPU pair",
      SINGLE,
      { new_gpu: "yes" },
      "new_gpu is not available for memory 8_gb with vcpu 2_vcpus",
    ],
    [
      "a pair that its GPU does not have",
      { ...HA, gpu: "yes" },
      { new_vcpu: "2_vcpus" },
      "new_gpu is not available for memory 8_gb with vcpu 2_vcpus",
    ],
    [
      "a GPU on an old server",
      { ...HA, search_server_version: "0.24.1" },
      { new_gpu: "yes" },
      "new_gpu needs server version 0.25.0 or later",
    ],
    [
      "a version that is none",
      SINGLE,
      { new_search_server_version: "99.0" },
      "new_search_server_version 99.0 is not available",
    ],
    [
      "a fast disk on one node",
      SINGLE,
      { new_high_performance_disk: "yes" },
      "new_high_performance_disk needs high_availability yes",
    ],
    [
      "a fast disk with bursts",
      { ...HA, vcpu: "2_vcpus_7_hr_burst_per_day" },
      { new_high_performance_disk: "yes" },
      "new_high_performance_disk needs a vcpu without burst hours",
    ],
    [
      "no availability any more",
      HA,
      { new_high_availability: "no" },
      "new_high_availability cannot be turned off again",
    ],
    [
      "no availability, whatever else is asked",
      THREE,
      {
        new_high_availability: "no",
        new_search_delivery_network: "off",
        new_region_node_counts: { oregon: 1 },
      },
      "new_high_availability cannot be turned off again",
    ],
    [
      "a network, expressly without availability",
      SINGLE,
      {
        new_search_delivery_network: "3_regions",
        new_high_availability: "no",
        new_region_node_counts: { oregon: 1, tokyo: 1, paris: 1 },
      },
      "search_delivery_network 3_regions needs high_availability yes",
    ],
    [
      "a network without regions",
      HA,
      { new_search_delivery_network: "3_regions" },
      `${shape("3_regions")} needs 3 regions, not 1`,
    ],
    [
      "a network of 5 out of one of 3",
      THREE,
      { new_search_delivery_network: "5_regions" },
      `${shape("5_regions")} needs 5 regions, not 3`,
    ],
    [
      "two nodes in one of three regions",
      THREE,
      { new_region_node_counts: { oregon: 2, tokyo: 1, paris: 1 } },
      `${shape("3_regions")} needs 1 node in each region`,
    ],
    [
      "no network, but its regions",
      THREE,
      { new_search_delivery_network: "off" },
      `${shape("off")} needs 1 region, not 3`,
    ],
    [
      "a node count for three regions",
      THREE,
      { new_search_delivery_network: "off", new_high_availability_node_count: 3 },
      `${shape("off")} needs 1 region, not 3`,
    ],
    [
      "a node count with the network",
      THREE,
      { new_high_availability_node_count: 5 },
      `high_availability_node_count is not for ${shape("3_regions")}`,
    ],
    [
      "a node count without availability",
      SINGLE,
      { new_high_availability_node_count: 3 },
      "high_availability_node_count is not for high_availability no with search_delivery_network off",
    ],
    [
      "two nodes with availability",
      HA,
      { new_region_node_counts: { oregon: 2 } },
      `${shape("off")} needs 3 to 7 nodes, not 2`,
    ],
    [
      "two regions without a network",
      HA,
      { new_region_node_counts: { oregon: 2, tokyo: 1 } },
      `${shape("off")} needs 1 region, not 2`,
    ],
    [
      "three nodes without availability",
      SINGLE,
      { new_region_node_counts: { oregon: 3 } },
      "high_availability no with search_delivery_network off needs 1 node in each region",
    ],
    [
      "eight nodes in all",
      HA,
      {
        new_search_delivery_network: "multi_nodes_per_region",
        new_region_node_counts: { oregon: 4, tokyo: 4 },
      },
      `${shape("multi_nodes_per_region")} needs 3 to 7 nodes, not 8`,
    ],
  ];
  test.each(rows)("%s", async (_, cluster, fields, message) => {
    const emulator = await start({ seed: { clusters: [cluster] } });
    const json = { ...AT, ...fields };
    const body = { success: false, message, messages: [message] };
    expect(await call(emulator, PATH, { json })).toMatchObject({ status: 422, body });
    emulator.setAssumptions({ configuration_failure: "400" });
    expect(await call(emulator, PATH, { json })).toMatchObject({ status: 400, body });
    expect(emulator.state().changes).toEqual([]);
  });

  test("a version that only begins as others do, where prefixes are not taken", async () => {
    const assumptions = { server_version_prefix: "422" };
    const emulator = await start({ seed: { clusters: [SINGLE] }, assumptions });
    const json = { ...AT, new_search_server_version: "30" };
    expect((await call(emulator, PATH, { json })).status).toBe(422);
  });

  test("an older cluster is not refused for what it was already", async () => {
    const odd = { ...HA, vcpu: "9_vcpus", region_node_counts: { oregon: 2 } };
    const emulator = await start({ seed: { clusters: [odd] } });
    expect((await call(emulator, PATH, { json: { ...AT, new_search_server_version: "29.0" } })).status).toBe(
      201,
    );
  });
});

describe("what a cluster becomes", () => {
  const rows: [string, object, object, object][] = [
    [
      "a larger one",
      SINGLE,
      { new_memory: "16_gb", new_vcpu: "4_vcpus" },
      { memory: "16_gb", vcpu: "4_vcpus", region_node_counts: { oregon: 1 } },
    ],
    ["a smaller one", HA, { new_vcpu: "2_vcpus" }, { vcpu: "2_vcpus" }],
    ["one with a GPU", HA, { new_gpu: "yes" }, { gpu: "yes" }],
    ["one with a fast disk", HA, { new_high_performance_disk: "yes" }, { high_performance_disk: "yes" }],
    [
      "one with a fast disk and availability at once",
      SINGLE,
      { new_high_performance_disk: "yes", new_high_availability: "yes" },
      { high_performance_disk: "yes", high_availability: "yes" },
    ],
    [
      "one of the newest version",
      SINGLE,
      { new_search_server_version: "30" },
      { search_server_version: "30.2" },
    ],
    ["one in another region", SINGLE, { new_region_node_counts: { paris: 1 } }, { regions: ["paris"] }],
    [
      "one with availability",
      SINGLE,
      { new_high_availability: "yes" },
      {
        high_availability: "yes",
        load_balancing: "yes",
        high_availability_node_count: 3,
        region_node_counts: { oregon: 3 },
        hostnames: { load_balanced: "abc.a1.searchcloud.example" },
      },
    ],
    [
      "one of five nodes",
      SINGLE,
      { new_high_availability: "yes", new_high_availability_node_count: 5 },
      { high_availability_node_count: 5, region_node_counts: { oregon: 5 } },
    ],
    [
      "one of seven nodes, by count",
      HA,
      { new_region_node_counts: { oregon: 7 } },
      { high_availability_node_count: 7 },
    ],
    [
      "a network, which turns availability on",
      SINGLE,
      { new_search_delivery_network: "3_regions", new_region_node_counts: { oregon: 1, tokyo: 1, paris: 1 } },
      {
        high_availability: "yes",
        load_balancing: "yes",
        high_availability_node_count: null,
        search_delivery_network: "3_regions",
        region_node_counts: { oregon: 1, tokyo: 1, paris: 1 },
        hostnames: {
          nodes: [
            "abc-1.a1.searchcloud.example",
            "abc-2.a1.searchcloud.example",
            "abc-3.a1.searchcloud.example",
          ],
          load_balanced: "abc.a1.searchcloud.example",
          search_delivery_network: "abc-network.a1.searchcloud.example",
        },
      },
    ],
    [
      "a network of another kind in the same regions",
      THREE,
      { new_search_delivery_network: "multi_nodes_per_region" },
      {
        search_delivery_network: "multi_nodes_per_region",
        region_node_counts: { oregon: 1, tokyo: 1, paris: 1 },
      },
    ],
    [
      "one without the network",
      THREE,
      { new_search_delivery_network: "off", new_region_node_counts: { tokyo: 3 } },
      { search_delivery_network: "off", high_availability_node_count: 3, region_node_counts: { tokyo: 3 } },
    ],
    [
      "the same one, restarted",
      HA,
      {},
      { memory: "8_gb", vcpu: "4_vcpus", region_node_counts: { oregon: 3 } },
    ],
  ];
  test.each(rows)("%s", async (_, cluster, fields, expected) => {
    const emulator = await start({ seed: { clusters: [cluster] }, assumptions: { change_seconds: 60 } });
    const before = (await call(emulator, "GET /clusters/abc")).body as Record<string, unknown>;
    expect((await call(emulator, PATH, { json: { ...AT, ...fields } })).status).toBe(201);
    emulator.advance(3_659);
    const { usage: _used, regions: _live, ...unchanged } = before;
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject(unchanged);
    emulator.advance(1);
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject(expected);
  });
});
