import { cluster, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

const TOPOLOGIES: [name: string, body: string, sent: object, state: object][] = [
  [
    "one node",
    'name = "products"',
    {
      name: "products",
      memory: "0.5_gb",
      vcpu: "2_vcpus_1_hr_burst_per_day",
      regions: ["oregon"],
    },
    {
      name: "products",
      high_availability: false,
      high_availability_node_count: null,
      search_delivery_network: "off",
      region_node_counts: { oregon: 1 },
      gpu: false,
      high_performance_disk: false,
      auto_upgrade_capacity: null,
      search_server_version: "30.2",
      pending_change: null,
      status: "in_service",
      load_balancing: false,
    },
  ],
  [
    "high availability",
    "high_availability = true",
    {
      memory: "0.5_gb",
      vcpu: "2_vcpus_1_hr_burst_per_day",
      regions: ["oregon"],
      high_availability: "yes",
    },
    { name: null, high_availability_node_count: 3, region_node_counts: { oregon: 3 }, regions: ["oregon"] },
  ],
  [
    "a network of three regions",
    'search_delivery_network = "3_regions"\nregions = ["tokyo", "oregon", "paris"]',
    {
      memory: "0.5_gb",
      vcpu: "2_vcpus_1_hr_burst_per_day",
      regions: expect.arrayContaining(["oregon", "paris", "tokyo"]),
      search_delivery_network: "3_regions",
      high_availability: "yes",
    },
    {
      high_availability: true,
      high_availability_node_count: null,
      region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
      regions: ["oregon", "paris", "tokyo"],
    },
  ],
  [
    "several nodes for each region",
    'search_delivery_network = "multi_nodes_per_region"\nregion_node_counts = { oregon = 2, paris = 3 }',
    {
      memory: "0.5_gb",
      vcpu: "2_vcpus_1_hr_burst_per_day",
      region_node_counts: { oregon: 2, paris: 3 },
      search_delivery_network: "multi_nodes_per_region",
      high_availability: "yes",
    },
    {
      high_availability: true,
      region_node_counts: { oregon: 2, paris: 3 },
      regions: ["oregon", "paris"],
    },
  ],
  [
    "everything configured",
    `name = "full"
     memory = "16_gb"
     vcpu = "4_vcpus"
     gpu = true
     high_performance_disk = true
     high_availability = true
     search_server_version = "27"
     auto_upgrade_capacity = false
     notification_email_addresses = ["search@example.com"]
     termination_protection = false
     timeouts { create = "1h" }
     change_schedule {
       window {
         days = ["sunday"]
         start = "02:00"
       }
     }`,
    {
      name: "full",
      memory: "16_gb",
      vcpu: "4_vcpus",
      regions: ["oregon"],
      gpu: "yes",
      high_performance_disk: "yes",
      high_availability: "yes",
      search_server_version: "27",
      auto_upgrade_capacity: false,
    },
    {
      memory: "16_gb",
      vcpu: "4_vcpus",
      gpu: true,
      high_performance_disk: true,
      search_server_version: "27",
      auto_upgrade_capacity: false,
      live: expect.objectContaining({ search_server_version: "27.1", memory: "16_gb", gpu: true }),
    },
  ],
];

test("every topology: created with what is configured and nothing else, then planned empty", async () => {
  const { output } = await on.applied(
    TOPOLOGIES.map(([, body], place) => cluster(body, `it${place}`)).join("\n"),
  );
  expect(output).not.toContain("Warning");
  const posts = on.emulator.journal().filter(({ operation }) => operation === "createCluster");
  expect(posts).toHaveLength(TOPOLOGIES.length);
  expect(posts.map(({ body }) => body)).toEqual(expect.arrayContaining(TOPOLOGIES.map(([, , sent]) => sent)));
  for (const [place, [name, , , state]] of TOPOLOGIES.entries()) {
    const { values } = await on.resource(`searchcloud_cluster.it${place}`);
    expect([name, values]).toMatchObject([name, state]);
    expect(values.hostnames).toMatchObject({ nodes: expect.arrayContaining([expect.any(String)]) });
  }
  on.requests();
  await on.workspace.emptyPlan();
  expect(on.requests()).toEqual(["listClusters"]);
});

test("a create costs a read of names, key and options in the plan and in the apply, one POST, and a read each poll", async () => {
  await on.applied(cluster());
  expect(on.requests()).toEqual([
    "listClusters",
    "getAccount",
    "listClusterOptions",
    "listClusters",
    "getAccount",
    "listClusterOptions",
    "createCluster",
    "getCluster",
    "getCluster",
    "getCluster",
  ]);
});

test("the plan of a create shows what is known, and what is not", async () => {
  await on.write(cluster('name = "products"\nregion_node_counts = { oregon = 1 }'));
  const { actions, after, after_unknown } = await on.change();
  expect(actions).toEqual(["create"]);
  expect(after).toMatchObject({ name: "products", regions: ["oregon"], pending_change: null });
  expect(after_unknown).toMatchObject({ id: true, hostnames: true, gpu: true, live: true, status: true });
  expect(after_unknown).not.toHaveProperty("pending_change");
});

test("a PATCH carries what is edited: one request, in place", async () => {
  await on.applied(cluster());
  on.requests();
  for (const [body, sent] of [
    ["", { name: null }],
    ['name = "catalog"\nauto_upgrade_capacity = false', { name: "catalog", auto_upgrade_capacity: false }],
  ] as const) {
    await on.write(cluster(body));
    const { actions, after_unknown } = await on.change();
    expect(actions).toEqual(["update"]);
    expect(Object.values(after_unknown).some((unknown) => unknown === true)).toBe(false);
    expect((await on.workspace.apply()).output).not.toContain("Warning");
    const patches = on.emulator.journal().filter(({ method }) => method !== "GET");
    expect(patches.map(({ operation, body: json }) => [operation, json])).toEqual([["updateCluster", sent]]);
    expect((await on.resource()).values).toMatchObject(sent);
    on.requests();
  }
  await on.workspace.emptyPlan();
});
