import { call, emulators } from "../support";

const start = emulators();
const PAIR = { memory: "8_gb", vcpu: "4_vcpus" };
const ONE = { ...PAIR, regions: "oregon" };
const HA = { ...ONE, high_availability: "yes" };

describe("the form of createCluster: 400", () => {
  const rows: [string, object, string | RegExp][] = [
    [
      "nothing",
      {},
      "memory is required; vcpu is required; exactly one of regions and region_node_counts must be present",
    ],
    ["an unknown property", { ...ONE, clusterName: "x" }, "clusterName is not allowed"],
    ["a change's name", { ...ONE, new_memory: "16_gb" }, "new_memory is not allowed"],
    ["a derived one", { ...ONE, load_balancing: "yes" }, "load_balancing is not allowed"],
    ["memory of another type", { ...ONE, memory: 8 }, /^memory must be one of 0\.5_gb, 1_gb, /],
    ["an unknown memory", { ...ONE, memory: "7_gb" }, /^memory must be one of /],
    ["an unknown vcpu", { ...ONE, vcpu: "3_vcpus" }, /^vcpu must be one of /],
    ["no place", PAIR, "exactly one of regions and region_node_counts must be present"],
    [
      "both places",
      { ...ONE, region_node_counts: { oregon: 1 } },
      "exactly one of regions and region_node_counts must be present",
    ],
    ["no regions", { ...PAIR, regions: [] }, "regions must have at least 1 item"],
    ["null regions", { ...PAIR, regions: null }, /^regions must be one of n_california, /],
    ["an unknown region", { ...PAIR, regions: "atlantis" }, /^regions must be one of n_california, /],
    ["an unknown region in a list", { ...PAIR, regions: ["oregon", "atlantis"] }, /^regions must be one of /],
    ["a region twice", { ...PAIR, regions: ["oregon", "oregon"] }, "regions must not name one twice"],
    ["no counts", { ...PAIR, region_node_counts: {} }, "region_node_counts must have at least 1 region"],
    ["a list of counts", { ...PAIR, region_node_counts: [3] }, /^region_node_counts must be an object of /],
    [
      "a broken text of counts",
      { ...PAIR, region_node_counts: "{oregon:3}" },
      /^region_node_counts must be an object/,
    ],
    [
      "a text that is no object",
      { ...PAIR, region_node_counts: "[3]" },
      /^region_node_counts must be an object/,
    ],
    [
      "counts of no region",
      { ...PAIR, region_node_counts: { atlantis: 1 } },
      /has an unknown region atlantis; /,
    ],
    [
      "a count of 0",
      { ...PAIR, region_node_counts: { oregon: 0 } },
      /a whole number of 1 or more for oregon$/,
    ],
    [
      "half a node",
      { ...PAIR, region_node_counts: { oregon: 1.5 } },
      /a whole number of 1 or more for oregon$/,
    ],
    [
      "a count as text",
      { ...PAIR, region_node_counts: { oregon: "3" } },
      /a whole number of 1 or more for oregon$/,
    ],
    [
      "both counts",
      {
        ...PAIR,
        high_availability: "yes",
        region_node_counts: { oregon: 3 },
        high_availability_node_count: 3,
      },
      "region_node_counts must not be sent together with high_availability_node_count",
    ],
    [
      "2 nodes",
      { ...HA, high_availability_node_count: 2 },
      /^high_availability_node_count must be .* from 3 to 7$/,
    ],
    [
      "8 nodes",
      { ...HA, high_availability_node_count: 8 },
      /^high_availability_node_count must be .* from 3 to 7$/,
    ],
    ["nodes as text", { ...HA, high_availability_node_count: "3" }, /^high_availability_node_count must be /],
    ["null nodes", { ...HA, high_availability_node_count: null }, /^high_availability_node_count must be /],
    ["a name that is a number", { ...ONE, name: 7 }, "name must be a text or null"],
    ["a boolean gpu", { ...ONE, gpu: true }, "gpu must be one of yes, no"],
    ["a null disk", { ...ONE, high_performance_disk: null }, "high_performance_disk must be one of yes, no"],
    [
      "a boolean availability",
      { ...ONE, high_availability: false },
      "high_availability must be one of yes, no",
    ],
    [
      "an unknown network",
      { ...HA, search_delivery_network: "on" },
      /^search_delivery_network must be one of off, /,
    ],
    [
      "a version that is a number",
      { ...ONE, search_server_version: 30.1 },
      "search_server_version must be a text",
    ],
    ["a null version", { ...ONE, search_server_version: null }, "search_server_version must be a text"],
    [
      "YesNo upgrades",
      { ...ONE, auto_upgrade_capacity: "yes" },
      "auto_upgrade_capacity must be true, false or null",
    ],
  ];
  test.each(rows)("%s", async (_, json, message) => {
    const emulator = await start();
    const answer = await call(emulator, "POST /clusters", { json });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        success: false,
        message: typeof message === "string" ? message : expect.stringMatching(message),
      },
    });
    expect(emulator.state().clusters).toEqual([]);
  });

  test("every failed rule is named", async () => {
    const answer = await call(await start(), "POST /clusters", {
      json: { ...ONE, name: 7, gpu: 1, colour: "red" },
    });
    expect(answer.body).toEqual({
      success: false,
      message: "colour is not allowed; name must be a text or null; gpu must be one of yes, no",
      messages: ["colour is not allowed", "name must be a text or null", "gpu must be one of yes, no"],
    });
  });
});

describe("what createCluster cannot build: 422", () => {
  const network = (kind: string) => ({ ...PAIR, high_availability: "yes", search_delivery_network: kind });
  const rows: [string, object, string][] = [
    [
      "a wrong pair",
      { ...ONE, memory: "0.5_gb" },
      "vcpu must be one of 2_vcpus_1_hr_burst_per_day for memory 0.5_gb",
    ],
    [
      "a GPU pair that is none",
      { ...ONE, vcpu: "2_vcpus", gpu: "yes" },
      "gpu is not available for memory 8_gb with vcpu 2_vcpus",
    ],
    [
      "a GPU on an old server",
      { ...ONE, gpu: "yes", search_server_version: "0.24.1" },
      "gpu needs server version 0.25.0 or later",
    ],
    [
      "a fast disk on one node",
      { ...ONE, high_performance_disk: "yes" },
      "high_performance_disk needs high_availability yes",
    ],
    [
      "a fast disk with bursts",
      { ...HA, vcpu: "2_vcpus_7_hr_burst_per_day", high_performance_disk: "yes" },
      "high_performance_disk needs a vcpu without burst hours",
    ],
    [
      "an unknown version",
      { ...ONE, search_server_version: "99.0" },
      "search_server_version 99.0 is not available",
    ],
    [
      "a network without availability",
      { ...PAIR, regions: ["oregon", "tokyo", "paris"], search_delivery_network: "3_regions" },
      "search_delivery_network 3_regions needs high_availability yes",
    ],
    [
      "two regions without a network",
      { ...HA, regions: ["oregon", "tokyo"] },
      "high_availability yes with search_delivery_network off needs 1 region, not 2",
    ],
    [
      "two regions without availability",
      { ...PAIR, regions: ["oregon", "tokyo"] },
      "high_availability no with search_delivery_network off needs 1 region, not 2",
    ],
    [
      "several nodes without availability",
      { ...PAIR, region_node_counts: { oregon: 3 } },
      "high_availability no with search_delivery_network off needs 1 node in each region",
    ],
    [
      "a node count without availability",
      { ...ONE, high_availability_node_count: 3 },
      "high_availability_node_count is not for high_availability no with search_delivery_network off",
    ],
    [
      "a node count with a network",
      { ...network("3_regions"), regions: ["oregon", "tokyo", "paris"], high_availability_node_count: 3 },
      "high_availability_node_count is not for high_availability yes with search_delivery_network 3_regions",
    ],
    [
      "two nodes with availability",
      { ...PAIR, high_availability: "yes", region_node_counts: { oregon: 2 } },
      "high_availability yes with search_delivery_network off needs 3 to 7 nodes, not 2",
    ],
    [
      "eight nodes with availability",
      { ...PAIR, high_availability: "yes", region_node_counts: { oregon: 8 } },
      "high_availability yes with search_delivery_network off needs 3 to 7 nodes, not 8",
    ],
    [
      "two of three regions",
      { ...network("3_regions"), regions: ["oregon", "tokyo"] },
      "high_availability yes with search_delivery_network 3_regions needs 3 regions, not 2",
    ],
    [
      "two nodes in one of three",
      { ...network("3_regions"), region_node_counts: { oregon: 2, tokyo: 1, paris: 1 } },
      "high_availability yes with search_delivery_network 3_regions needs 1 node in each region",
    ],
    [
      "four of five regions",
      { ...network("5_regions"), regions: ["oregon", "tokyo", "paris", "london"] },
      "high_availability yes with search_delivery_network 5_regions needs 5 regions, not 4",
    ],
    [
      "several nodes without counts",
      { ...network("multi_nodes_per_region"), regions: ["oregon", "tokyo"] },
      "high_availability yes with search_delivery_network multi_nodes_per_region needs region_node_counts",
    ],
    [
      "several nodes in one region",
      { ...network("multi_nodes_per_region"), region_node_counts: { oregon: 4 } },
      "high_availability yes with search_delivery_network multi_nodes_per_region needs 2 to 7 regions, not 1",
    ],
    [
      "eight nodes in all",
      { ...network("multi_nodes_per_region"), region_node_counts: { oregon: 4, tokyo: 4 } },
      "high_availability yes with search_delivery_network multi_nodes_per_region needs 3 to 7 nodes, not 8",
    ],
    [
      "two nodes in all",
      { ...network("multi_nodes_per_region"), region_node_counts: { oregon: 1, tokyo: 1 } },
      "high_availability yes with search_delivery_network multi_nodes_per_region needs 3 to 7 nodes, not 2",
    ],
  ];
  test.each(rows)("%s, or 400 under the alternative", async (_, json, message) => {
    const emulator = await start();
    const body = { success: false, message, messages: [message] };
    expect(await call(emulator, "POST /clusters", { json })).toMatchObject({ status: 422, body });
    emulator.setAssumptions({ configuration_failure: "400" });
    expect(await call(emulator, "POST /clusters", { json })).toMatchObject({ status: 400, body });
    expect(emulator.state().clusters).toEqual([]);
  });
});

describe("what createCluster builds", () => {
  const rows: [string, object, object][] = [
    ["one node", ONE, { region_node_counts: { oregon: 1 }, high_availability_node_count: null }],
    ["one region in a list", { ...PAIR, regions: ["oregon"] }, { region_node_counts: { oregon: 1 } }],
    [
      "a node by count",
      { ...PAIR, region_node_counts: { oregon: 1 } },
      { region_node_counts: { oregon: 1 } },
    ],
    [
      "availability",
      HA,
      { region_node_counts: { oregon: 3 }, high_availability_node_count: 3, load_balancing: "yes" },
    ],
    [
      "seven nodes",
      { ...HA, high_availability_node_count: 7 },
      { region_node_counts: { oregon: 7 }, high_availability_node_count: 7 },
    ],
    [
      "availability by count",
      { ...PAIR, high_availability: "yes", region_node_counts: { oregon: 5 } },
      { region_node_counts: { oregon: 5 }, high_availability_node_count: 5 },
    ],
    [
      "three regions",
      {
        ...PAIR,
        high_availability: "yes",
        search_delivery_network: "3_regions",
        regions: ["oregon", "tokyo", "paris"],
      },
      { region_node_counts: { oregon: 1, tokyo: 1, paris: 1 }, high_availability_node_count: null },
    ],
    [
      "counts as a text",
      {
        ...PAIR,
        high_availability: "yes",
        search_delivery_network: "multi_nodes_per_region",
        region_node_counts: '{"oregon":2,"tokyo":1}',
      },
      { region_node_counts: { oregon: 2, tokyo: 1 }, high_availability_node_count: null },
    ],
    ["a fast disk", { ...HA, high_performance_disk: "yes" }, { high_performance_disk: "yes" }],
    ["a GPU", { ...ONE, gpu: "yes", search_server_version: "0.25.0" }, { gpu: "yes" }],
    ["the newest of a series", { ...ONE, search_server_version: "29" }, { search_server_version: "29.1" }],
    [
      "no name",
      { ...ONE, name: null, auto_upgrade_capacity: null },
      { name: null, auto_upgrade_capacity: null },
    ],
    ["an empty name", { ...ONE, name: "" }, { name: "" }],
  ];
  test.each(rows)("%s", async (_, json, expected) => {
    const answer = await call(await start(), "POST /clusters", { json });
    expect(answer).toMatchObject({ status: 201, body: { success: true, cluster: expected } });
  });

  test.each([
    [{ latest_server_version: "31.0" }, {}, 201, "31.0"],
    [{ server_version_prefix: "422" }, { search_server_version: "29" }, 422, undefined],
  ])("under %j", async (assumptions, changes, status, version) => {
    const answer = await call(await start({ assumptions }), "POST /clusters", {
      json: { ...ONE, ...changes },
    });
    expect(answer.status).toBe(status);
    const { cluster } = answer.body as { cluster?: { search_server_version: string } };
    expect(cluster?.search_server_version).toBe(version);
  });
});
