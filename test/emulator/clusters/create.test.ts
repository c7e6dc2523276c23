import { call, emulators } from "../support";

const start = emulators();
const PAIR = { memory: "8_gb", vcpu: "4_vcpus" };
const ONE = { ...PAIR, regions: "oregon" };
const HA = { ...ONE, high_availability: "yes" };
const counts = (region_node_counts: unknown) => ({ ...PAIR, region_node_counts });
const network = (search_delivery_network: string, more: object) => ({
  ...PAIR,
  high_availability: "yes",
  search_delivery_network,
  ...more,
});
const THREE = ["oregon", "tokyo", "paris"];

describe("the form of createCluster: 400", () => {
  const place = "exactly one of regions and region_node_counts must be present";
  const rows: [object, string | RegExp][] = [
    [{}, `memory is required; vcpu is required; ${place}`],
    [PAIR, place],
    [{ ...ONE, region_node_counts: { oregon: 1 } }, place],
    [{ ...ONE, load_balancing: "yes" }, "load_balancing is not allowed"],
    [{ ...ONE, new_memory: "16_gb" }, "new_memory is not allowed"],
    [{ ...ONE, memory: 8 }, /^memory must be one of 0\.5_gb, 1_gb, /],
    [{ ...ONE, vcpu: "3_vcpus" }, /^vcpu must be one of /],
    [{ ...PAIR, regions: [] }, "regions must have at least 1 item"],
    [{ ...PAIR, regions: null }, /^regions must be one of n_california, /],
    [{ ...PAIR, regions: ["oregon", "atlantis"] }, /^regions must be one of /],
    [{ ...PAIR, regions: ["oregon", "oregon"] }, "regions must not name one twice"],
    [counts({}), "region_node_counts must have at least 1 region"],
    [counts([3]), /^region_node_counts must be an object of /],
    [counts("{oregon:3}"), /^region_node_counts must be an object of /],
    [counts("[3]"), /^region_node_counts must be an object of /],
    [counts({ atlantis: 1 }), /^region_node_counts has an unknown region atlantis; /],
    [counts({ oregon: 0 }), "region_node_counts must have a whole number of 1 or more for oregon"],
    [counts({ oregon: 1.5 }), "region_node_counts must have a whole number of 1 or more for oregon"],
    [counts({ oregon: "3" }), "region_node_counts must have a whole number of 1 or more for oregon"],
    [
      { ...counts({ oregon: 3 }), high_availability: "yes", high_availability_node_count: 3 },
      "region_node_counts must not be sent together with high_availability_node_count",
    ],
    [{ ...HA, high_availability_node_count: 2 }, /^high_availability_node_count must be .* from 3 to 7$/],
    [{ ...HA, high_availability_node_count: 8 }, /^high_availability_node_count must be .* from 3 to 7$/],
    [{ ...HA, high_availability_node_count: "3" }, /^high_availability_node_count must be .* from 3 to 7$/],
    [{ ...ONE, name: 7 }, "name must be a text or null"],
    [{ ...ONE, gpu: true }, "gpu must be one of yes, no"],
    [{ ...ONE, high_performance_disk: null }, "high_performance_disk must be one of yes, no"],
    [{ ...ONE, high_availability: false }, "high_availability must be one of yes, no"],
    [{ ...HA, search_delivery_network: "on" }, /^search_delivery_network must be one of off, /],
    [{ ...ONE, search_server_version: 30.1 }, "search_server_version must be a text"],
    [{ ...ONE, search_server_version: "" }, "search_server_version must be a text"],
    [{ ...ONE, auto_upgrade_capacity: "yes" }, "auto_upgrade_capacity must be true, false or null"],
  ];
  test.each(rows)("%j", async (json, message) => {
    const emulator = await start();
    const said = typeof message === "string" ? message : expect.stringMatching(message);
    const answer = await call(emulator, "POST /clusters", { json });
    expect(answer).toMatchObject({ status: 400, body: { success: false, message: said } });
    expect(emulator.state().clusters).toEqual([]);
  });

  test("every failed rule is named", async () => {
    const json = { ...ONE, name: 7, gpu: 1, colour: "red" };
    expect((await call(await start(), "POST /clusters", { json })).body).toEqual({
      success: false,
      message: "colour is not allowed; name must be a text or null; gpu must be one of yes, no",
      messages: ["colour is not allowed", "name must be a text or null", "gpu must be one of yes, no"],
    });
  });
});

describe("what createCluster cannot build: 422, or 400 under the alternative", () => {
  const shape = (kind: string) => `high_availability yes with search_delivery_network ${kind}`;
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
    [
      network("multi_nodes_per_region", { regions: ["oregon", "tokyo"] }),
      `${shape("multi_nodes_per_region")} needs region_node_counts`,
    ],
    [{ ...HA, regions: ["oregon", "tokyo"] }, `${shape("off")} needs 1 region, not 2`],
    [
      network("multi_nodes_per_region", { region_node_counts: { oregon: 4 } }),
      `${shape("multi_nodes_per_region")} needs 2 to 7 regions, not 1`,
    ],
    [
      network("3_regions", { region_node_counts: { oregon: 2, tokyo: 1, paris: 1 } }),
      `${shape("3_regions")} needs 1 node in each region`,
    ],
    [{ ...counts({ oregon: 8 }), high_availability: "yes" }, `${shape("off")} needs 3 to 7 nodes, not 8`],
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
    [ONE, { region_node_counts: { oregon: 1 }, high_availability_node_count: null }],
    [{ ...PAIR, regions: ["oregon"] }, { region_node_counts: { oregon: 1 } }],
    [HA, { region_node_counts: { oregon: 3 }, high_availability_node_count: 3, load_balancing: "yes" }],
    [{ ...HA, high_availability_node_count: 7 }, { region_node_counts: { oregon: 7 } }],
    [{ ...counts({ oregon: 5 }), high_availability: "yes" }, { high_availability_node_count: 5 }],
    [network("3_regions", { regions: THREE }), { region_node_counts: { oregon: 1, tokyo: 1, paris: 1 } }],
    [
      network("multi_nodes_per_region", { region_node_counts: '{"oregon":2,"tokyo":1}' }),
      { region_node_counts: { oregon: 2, tokyo: 1 }, high_availability_node_count: null },
    ],
    [{ ...HA, high_performance_disk: "yes" }, { high_performance_disk: "yes" }],
    [{ ...ONE, gpu: "yes", search_server_version: "0.25.0" }, { gpu: "yes" }],
    [{ ...ONE, search_server_version: "29" }, { search_server_version: "29.1" }],
    [
      { ...ONE, name: null, auto_upgrade_capacity: null },
      { name: null, auto_upgrade_capacity: null },
    ],
    [{ ...ONE, name: "" }, { name: "" }],
  ];
  test.each(rows)("%j", async (json, expected) => {
    const answer = await call(await start(), "POST /clusters", { json });
    expect(answer).toMatchObject({ status: 201, body: { success: true, cluster: expected } });
  });

  test("the latest version is an assumption, and so is whether a leading part of one will do", async () => {
    const latest = await start({ assumptions: { latest_server_version: "31.0" } });
    const answer = await call(latest, "POST /clusters", { json: ONE });
    expect(answer.body).toMatchObject({ cluster: { search_server_version: "31.0" } });
    const exact = await start({ assumptions: { server_version_prefix: "422" } });
    const json = { ...ONE, search_server_version: "29" };
    expect((await call(exact, "POST /clusters", { json })).status).toBe(422);
  });
});
