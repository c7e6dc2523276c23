import type { ClusterRecord } from "../../../src/client/index";
import { matches, recordValues } from "../../../src/provider/dataSources/clusters";
import { record } from "../support";

const ALL = { name: null, region: null, status: null };
const EACH = { name: "products", region: "oregon", status: "in_service" };

test.each<[Partial<typeof ALL> | object, Partial<ClusterRecord>, boolean]>([
  [{}, { status: "terminated", name: null }, true],
  [EACH, {}, true],
  [{ ...EACH, name: "Products" }, {}, false],
  [{ ...EACH, region: "paris" }, {}, false],
  [{ ...EACH, status: "suspended" }, {}, false],
  [{ name: "" }, { name: null }, false],
  [{ region: "paris" }, { region_node_counts: { oregon: 1, paris: 2 } }, true],
  [{ region: "paris" }, { regions: ["paris"], region_node_counts: null }, true],
  [{ region: "constructor" }, {}, false],
])("the filter %j matches %j: %p", (filter, cluster, expected) => {
  expect(matches(record(cluster), { ...ALL, ...filter })).toBe(expected);
});

test("shows every field of a record", () => {
  const counts = {
    high_availability: "yes",
    high_availability_node_count: 3,
    region_node_counts: { oregon: 3 },
  };
  expect(recordValues(record({ ...counts, regions: ["oregon", "oregon"] }))).toStrictEqual({
    id: "c-1",
    name: "products",
    memory: "8_gb",
    vcpu: "2_vcpus",
    gpu: false,
    high_performance_disk: false,
    auto_upgrade_capacity: null,
    search_delivery_network: "off",
    high_availability: true,
    high_availability_node_count: 3,
    regions: ["oregon"],
    region_node_counts: { oregon: 3 },
    node_regions: ["oregon", "oregon"],
    search_server_version: "30.2",
    status: "in_service",
    hostnames: { nodes: ["c-1-1.example"], load_balanced: null, search_delivery_network: null },
    load_balancing: false,
    usage: { runtime_hours: 5, used_bandwidth_kb: { "2026-11-19": 7 } },
    provisioned_at: "2023-11-14T22:13:20Z",
    provisioned_by: { user_name: "pipeline", user_type: "API Key" },
  });
});

test.each([
  [null, null],
  [
    { runtime_hours: true, used_bandwidth_kb: [1] },
    { runtime_hours: null, used_bandwidth_kb: {} },
  ],
  [
    { runtime_hours: "5", used_bandwidth_kb: { last_7_days: { a: 1, b: {}, c: null } } },
    { runtime_hours: 5, used_bandwidth_kb: { a: 1 } },
  ],
  [
    { runtime_hours: 5, used_bandwidth_kb: { last_7_days: null } },
    { runtime_hours: 5, used_bandwidth_kb: {} },
  ],
])("the usage %j is read leniently", (usage, expected) => {
  expect(recordValues(record({ usage })).usage).toEqual(expected);
});

test("an unknown topology is null", () => {
  const { regions, region_node_counts, node_regions } = recordValues(
    record({ status: "initializing", regions: [], region_node_counts: null }),
  );
  expect([regions, region_node_counts, node_regions]).toEqual([null, null, []]);
});
