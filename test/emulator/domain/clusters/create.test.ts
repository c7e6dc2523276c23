import { call, emulators } from "../../support";

const start = emulators();
const PAIR = { memory: "8_gb", vcpu: "4_vcpus" };
const ONE = { ...PAIR, regions: "oregon" };
const HA = { ...ONE, high_availability: "yes" };
const network = (search_delivery_network: string, more: object) => ({
  ...PAIR,
  high_availability: "yes",
  search_delivery_network,
  ...more,
});
const counts = (region_node_counts: unknown) => network("off", { region_node_counts });
const THREE = ["oregon", "tokyo", "paris"];

describe("what createCluster cannot build: 422, or 400 under the alternative", () => {
  const shape = (kind: string) => `high_availability yes with search_delivery_network ${kind}`;
  const MULTI = "multi_nodes_per_region";
  const rows: [object, string][] = [
    [{ ...ONE, memory: "0.5_gb" }, "vcpu must be one of 2_vcpus_1_hr_burst_per_day for memory 0.5_gb"],
    [{ ...ONE, vcpu: "2_vcpus", gpu: "yes" }, "gpu is not available for memory 8_gb with vcpu 2_vcpus"],
    [{ ...ONE, gpu: "yes", search_server_version: "0.24.1" }, "gpu needs server version 0.25.0 or later"],
    [{ ...ONE, high_performance_disk: "yes" }, "high_performance_disk needs high_availability yes"],
    [
      { ...HA, vcpu: "2_vcpus_7_hr_burst_per_day", high_performance_disk: "yes" },
      "high_performance_disk needs a vcpu without burst hours",
    ],
    [{ ...ONE, search_server_version: "99.0" }, "search_server_version 99.0 is not available"],
    [
      { ...PAIR, regions: THREE, search_delivery_network: "3_regions" },
      "search_delivery_network 3_regions needs high_availability yes",
    ],
    [
      network("3_regions", { regions: THREE, high_availability_node_count: 3 }),
      `high_availability_node_count is not for ${shape("3_regions")}`,
    ],
    [network(MULTI, { regions: ["oregon", "tokyo"] }), `${shape(MULTI)} needs region_node_counts`],
    [{ ...HA, regions: ["oregon", "tokyo"] }, `${shape("off")} needs 1 region, not 2`],
    [network(MULTI, { region_node_counts: { oregon: 4 } }), `${shape(MULTI)} needs 2 to 7 regions, not 1`],
    [
      network("3_regions", { region_node_counts: { oregon: 2, tokyo: 1, paris: 1 } }),
      `${shape("3_regions")} needs 1 node in each region`,
    ],
    [counts({ oregon: 8 }), `${shape("off")} needs 3 to 7 nodes, not 8`],
  ];
  test.each(rows)("%j", async (json, message) => {
    const emulator = await start();
    const body = { success: false, message, messages: [message] };
    expect(await call(emulator, "POST /clusters", { json })).toMatchObject({ status: 422, body });
    emulator.setAssumptions({ configuration_failure: "400" });
    expect(await call(emulator, "POST /clusters", { json })).toMatchObject({ status: 400, body });
    expect(emulator.state().clusters).toEqual([]);
  });
});

describe("what createCluster builds", () => {
  const rows: [object, object][] = [
    [{ ...PAIR, regions: ["oregon"] }, { region_node_counts: { oregon: 1 } }],
    [HA, { region_node_counts: { oregon: 3 }, high_availability_node_count: 3, load_balancing: "yes" }],
    [{ ...HA, high_availability_node_count: 7 }, { region_node_counts: { oregon: 7 } }],
    [counts({ oregon: 5 }), { high_availability_node_count: 5 }],
    [network("3_regions", { regions: THREE }), { region_node_counts: { oregon: 1, tokyo: 1, paris: 1 } }],
    [
      network("multi_nodes_per_region", { region_node_counts: '{"oregon":2,"tokyo":1}' }),
      { region_node_counts: { oregon: 2, tokyo: 1 }, high_availability_node_count: null },
    ],
    [{ ...HA, high_performance_disk: "yes" }, { high_performance_disk: "yes" }],
    [{ ...ONE, gpu: "yes", search_server_version: "0.25.0" }, { gpu: "yes" }],
    [
      { ...ONE, search_server_version: "29", name: "", auto_upgrade_capacity: null },
      { search_server_version: "29.1", name: "", auto_upgrade_capacity: null },
    ],
  ];
  test.each(rows)("%j", async (json, expected) => {
    const answer = await call(await start(), "POST /clusters", { json });
    expect(answer).toMatchObject({ status: 201, body: { success: true, cluster: expected } });
  });
});
