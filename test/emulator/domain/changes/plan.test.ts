import { call, emulatorsOf, over, read } from "../../support";

const start = emulatorsOf({ memory: "8_gb", vcpu: "2_vcpus" });
const PATH = "POST /clusters/abc/configuration-changes";
const HA = { vcpu: "4_vcpus", high_availability: "yes" };
const REGIONS = { oregon: 1, tokyo: 1, paris: 1 };
const THREE = { ...HA, search_delivery_network: "3_regions", region_node_counts: REGIONS };

type Fields = Readonly<Record<string, unknown>>;
/** Sends a change with settings without their prefix, due an hour after the emulator's start. */
const change = (settings: Fields) => {
  const named = Object.entries(settings).map(([name, value]) => [`new_${name}`, value]);
  return { json: { perform_change_at: 1_798_765_200, ...Object.fromEntries(named) } };
};
const counts = (region_node_counts: object) => ({ region_node_counts });
const network = (search_delivery_network: string, more: object = {}) => ({
  search_delivery_network,
  ...more,
});

/** The rules of a create apply to the result of a change (test/emulator/domain/clusters/operations.test.ts has each of them). */
describe("invalid results of a change: 422, or 400 under the alternative", () => {
  const off = "new_high_availability cannot be turned off again";
  const shape = (kind: string) => `high_availability yes with search_delivery_network ${kind}`;
  const rows: [cluster: object, settings: Fields, message: string][] = [
    [{}, { memory: "1_gb" }, "new_vcpu must be one of 2_vcpus_2_hr_burst_per_day for memory 1_gb"],
    [
      { ...HA, gpu: "yes" },
      { vcpu: "2_vcpus" },
      "new_gpu is not available for memory 8_gb with vcpu 2_vcpus",
    ],
    [{}, { search_server_version: "99.0" }, "new_search_server_version 99.0 is not available"],
    [HA, { high_availability: "no" }, off],
    [THREE, network("off", { high_availability: "no", ...counts({ oregon: 1 }) }), off],
    [
      {},
      network("3_regions", { high_availability: "no", ...counts(REGIONS) }),
      "search_delivery_network 3_regions needs high_availability yes",
    ],
    [HA, network("3_regions"), `${shape("3_regions")} needs 3 regions, not 1`],
    [THREE, network("off"), `${shape("off")} needs 1 region, not 3`],
    [THREE, network("off", { high_availability_node_count: 3 }), `${shape("off")} needs 1 region, not 3`],
    [
      {},
      { high_availability_node_count: 3 },
      "high_availability_node_count is not for high_availability no with search_delivery_network off",
    ],
  ];
  test.each(rows)("%j with %j", async (cluster, settings, message) => {
    const emulator = await start({}, cluster);
    const body = { success: false, message, messages: [message] };
    expect(await call(emulator, PATH, change(settings))).toMatchObject({ status: 422, body });
    emulator.setAssumptions({ configuration_failure: "400" });
    expect(await call(emulator, PATH, change(settings))).toMatchObject({ status: 400, body });
    expect(emulator.state().changes).toEqual([]);
  });

  test("existing problems of a cluster do not count", async () => {
    const emulator = await start({}, { ...HA, vcpu: "9_vcpus", ...counts({ oregon: 2 }) });
    expect((await call(emulator, PATH, change({ search_server_version: "29.0" }))).status).toBe(201);
  });
});

describe("the result of a change", () => {
  const AVAILABLE = { high_availability: "yes", load_balancing: "yes" };
  const rows: [cluster: object, settings: Fields, expected: object][] = [
    [{}, { memory: "16_gb", vcpu: "4_vcpus" }, { memory: "16_gb", vcpu: "4_vcpus" }],
    [HA, { gpu: "yes", high_performance_disk: "yes" }, { gpu: "yes", high_performance_disk: "yes" }],
    [{}, { search_server_version: "30" }, { search_server_version: "30.2" }],
    [{}, counts({ paris: 1 }), { regions: ["paris"] }],
    [
      {},
      { high_availability: "yes" },
      { ...AVAILABLE, high_availability_node_count: 3, ...counts({ oregon: 3 }) },
    ],
    [{}, { high_availability: "yes", high_availability_node_count: 5 }, counts({ oregon: 5 })],
    [HA, counts({ oregon: 7 }), { high_availability_node_count: 7 }],
    [
      {},
      network("3_regions", counts(REGIONS)),
      { ...AVAILABLE, high_availability_node_count: null, ...counts(REGIONS) },
    ],
    [THREE, network("multi_nodes_per_region"), counts(REGIONS)],
    [
      THREE,
      network("off", counts({ tokyo: 3 })),
      network("off", { high_availability_node_count: 3, ...counts({ tokyo: 3 }) }),
    ],
    [HA, {}, { memory: "8_gb", vcpu: "4_vcpus", ...counts({ oregon: 3 }) }],
  ];
  test.each(rows)("%j with %j", async (cluster, settings, expected) => {
    const emulator = await start({ change_seconds: 60 }, cluster);
    const { usage: _used, regions: _live, ...unchanged } = await read(emulator, "/clusters/abc");
    expect((await call(emulator, PATH, change(settings))).status).toBe(201);
    const seen = await over(emulator, [3_659, 1], () => read(emulator, "/clusters/abc"));
    expect(seen).toMatchObject([unchanged, expected]);
  });
});
