import { call, emulators } from "../support";

const start = emulators();
/** 2027-01-01T01:00:00Z, an hour after the emulator's start. */
const AT = { perform_change_at: 1_798_765_200 };
const PATH = "POST /clusters/abc/configuration-changes";
const SINGLE = { id: "abc", memory: "8_gb", vcpu: "2_vcpus" };
const HA = { ...SINGLE, vcpu: "4_vcpus", high_availability: "yes" };
const THREE_REGIONS = { oregon: 1, tokyo: 1, paris: 1 };
const THREE = { ...HA, search_delivery_network: "3_regions", region_node_counts: THREE_REGIONS };
const shape = (kind: string) => `high_availability yes with search_delivery_network ${kind}`;

/** The rules of a create hold for what the change comes to (test/emulator/clusters/create.test.ts has each of them). */
describe("what a cluster cannot become: 422, or 400 under the alternative", () => {
  const off = "new_high_availability cannot be turned off again";
  const rows: [cluster: object, fields: object, message: string][] = [
    [SINGLE, { new_memory: "1_gb" }, "new_vcpu must be one of 2_vcpus_2_hr_burst_per_day for memory 1_gb"],
    [
      { ...HA, gpu: "yes" },
      { new_vcpu: "2_vcpus" },
      "new_gpu is not available for memory 8_gb with vcpu 2_vcpus",
    ],
    [SINGLE, { new_search_server_version: "99.0" }, "new_search_server_version 99.0 is not available"],
    [HA, { new_high_availability: "no" }, off],
    [
      THREE,
      {
        new_high_availability: "no",
        new_search_delivery_network: "off",
        new_region_node_counts: { oregon: 1 },
      },
      off,
    ],
    [
      SINGLE,
      {
        new_search_delivery_network: "3_regions",
        new_high_availability: "no",
        new_region_node_counts: THREE_REGIONS,
      },
      "search_delivery_network 3_regions needs high_availability yes",
    ],
    [HA, { new_search_delivery_network: "3_regions" }, `${shape("3_regions")} needs 3 regions, not 1`],
    [THREE, { new_search_delivery_network: "off" }, `${shape("off")} needs 1 region, not 3`],
    [
      THREE,
      { new_search_delivery_network: "off", new_high_availability_node_count: 3 },
      `${shape("off")} needs 1 region, not 3`,
    ],
    [
      SINGLE,
      { new_high_availability_node_count: 3 },
      "high_availability_node_count is not for high_availability no with search_delivery_network off",
    ],
    [HA, { new_region_node_counts: { oregon: 2 } }, `${shape("off")} needs 3 to 7 nodes, not 2`],
  ];
  test.each(rows)("%j with %j", async (cluster, fields, message) => {
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
    const json = { ...AT, new_search_server_version: "29.0" };
    expect((await call(emulator, PATH, { json })).status).toBe(201);
  });
});

describe("what a cluster becomes", () => {
  const rows: [cluster: object, fields: object, expected: object][] = [
    [SINGLE, { new_memory: "16_gb", new_vcpu: "4_vcpus" }, { memory: "16_gb", vcpu: "4_vcpus" }],
    [HA, { new_vcpu: "2_vcpus" }, { vcpu: "2_vcpus" }],
    [HA, { new_gpu: "yes" }, { gpu: "yes" }],
    [
      SINGLE,
      { new_high_performance_disk: "yes", new_high_availability: "yes" },
      { high_performance_disk: "yes", high_availability: "yes" },
    ],
    [SINGLE, { new_search_server_version: "30" }, { search_server_version: "30.2" }],
    [SINGLE, { new_region_node_counts: { paris: 1 } }, { regions: ["paris"] }],
    [
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
      SINGLE,
      { new_high_availability: "yes", new_high_availability_node_count: 5 },
      { high_availability_node_count: 5, region_node_counts: { oregon: 5 } },
    ],
    [HA, { new_region_node_counts: { oregon: 7 } }, { high_availability_node_count: 7 }],
    [
      SINGLE,
      { new_search_delivery_network: "3_regions", new_region_node_counts: THREE_REGIONS },
      {
        high_availability: "yes",
        load_balancing: "yes",
        high_availability_node_count: null,
        search_delivery_network: "3_regions",
        region_node_counts: THREE_REGIONS,
        hostnames: { search_delivery_network: "abc-network.a1.searchcloud.example" },
      },
    ],
    [
      THREE,
      { new_search_delivery_network: "multi_nodes_per_region" },
      { search_delivery_network: "multi_nodes_per_region", region_node_counts: THREE_REGIONS },
    ],
    [
      THREE,
      { new_search_delivery_network: "off", new_region_node_counts: { tokyo: 3 } },
      { search_delivery_network: "off", high_availability_node_count: 3, region_node_counts: { tokyo: 3 } },
    ],
    [HA, {}, { memory: "8_gb", vcpu: "4_vcpus", region_node_counts: { oregon: 3 } }],
  ];
  test.each(rows)("%j with %j", async (cluster, fields, expected) => {
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
