import { ANSWERS, clusterSchema, configurationChangeSchema } from "../../src/api/records";

/** Literal, from the document's tables. */
const CLUSTER = {
  id: "c1",
  name: "products",
  memory: "8_gb",
  vcpu: "4_vcpus",
  gpu: "no",
  high_performance_disk: "no",
  search_server_version: "30.1",
  high_availability: "yes",
  high_availability_node_count: 3,
  search_delivery_network: "off",
  load_balancing: "yes",
  regions: ["oregon", "oregon", "oregon"],
  region_node_counts: { oregon: 3 },
  auto_upgrade_capacity: null,
  hostnames: { nodes: ["c1-1.example", "c1-2.example", "c1-3.example"], load_balanced: "c1.example" },
  usage: { runtime_hours: 4, used_bandwidth_kb: { last_7_days: { "2026-01-01": 4 } } },
  provisioned_by: { user_name: "ci", user_type: "API Key" },
  provisioned_at: 1767225600,
  status: "in_service",
};

describe("clusterSchema", () => {
  test("reads a record as the document describes it", () => {
    expect(clusterSchema.parse(CLUSTER)).toEqual({
      ...CLUSTER,
      hostnames: { ...CLUSTER.hostnames, search_delivery_network: null },
    });
  });

  test.each([
    ["an unknown field", { ...CLUSTER, colour: "red" }],
    [
      "unknown enumerated values",
      { ...CLUSTER, status: "hibernating", gpu: "maybe", search_delivery_network: "9_regions" },
    ],
    ["an unknown kind of user", { ...CLUSTER, provisioned_by: { user_name: "x", user_type: "Robot" } }],
    ["null hostnames", { ...CLUSTER, hostnames: null }],
    ["a region that is not listed", { ...CLUSTER, regions: ["mars"], region_node_counts: { mars: 1 } }],
  ])("lets %s pass", (_, record) => {
    expect(clusterSchema.safeParse(record)).toMatchObject({ success: true });
  });

  test.each(Object.keys(CLUSTER))("reads a missing %s as null or empty, or refuses the record", (key) => {
    const { [key as keyof typeof CLUSTER]: _, ...record } = CLUSTER;
    const read = clusterSchema.safeParse(record);
    if (["id", "memory", "vcpu", "status"].includes(key)) {
      expect(read.error?.issues).toMatchObject([{ path: [key] }]);
    } else expect(read.data).toMatchObject({ [key]: key === "regions" ? [] : null });
  });

  test("keeps a user's key that looks like a prototype", () => {
    const region_node_counts = JSON.parse('{"constructor": 1}');
    expect(clusterSchema.parse({ ...CLUSTER, region_node_counts })).toMatchObject({ region_node_counts });
  });
});

describe("answers", () => {
  test.each([
    ["without page, per_page and total is a list", { clusters: [CLUSTER] }, true],
    ["whose total is nonsense is a list", { clusters: [], total: "many" }, true],
    ["without its records is refused", { page: 1, per_page: 10, total: 0 }, false],
  ])("a list %s", (_, answer, success) => {
    expect(ANSWERS.listClusters.safeParse(answer).success).toBe(success);
  });

  test.each([
    ["ISO 8601 text", "2026-01-01T00:00:00Z", 1767225600],
    ["epoch seconds", 1767225600, 1767225600],
    ["null", null, null],
  ])("a server parameter's time is read from %s", (_, created_at, expected) => {
    const parameter = { id: "p", parameter_name: "max-per-page", parameter_value: 500, created_at };
    expect(ANSWERS.createServerConfigurationParameter.parse(parameter)).toMatchObject({
      created_at: expected,
      updated_at: null,
      parameter_value: "500",
    });
  });

  test("missing settings of a change are null, and an invalid time is rejected", () => {
    const change = { id: "x", status: "pending", new_memory: "16_gb" };
    expect(configurationChangeSchema.parse(change)).toMatchObject({
      new_memory: "16_gb",
      new_vcpu: null,
      old_region_node_counts: null,
      notification_email_addresses: [],
    });
    const wrong = { ...change, created_at: "yesterday" };
    expect(configurationChangeSchema.safeParse(wrong).success).toBe(false);
  });
});
