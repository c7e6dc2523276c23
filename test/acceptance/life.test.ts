import { cluster, eachScene } from "./support";

const on = eachScene();

const SIZE = { memory: "0.5_gb", vcpu: "2_vcpus_1_hr_burst_per_day" };
const FULL = {
  memory: "16_gb",
  vcpu: "4_vcpus",
  search_server_version: "27",
  auto_upgrade_capacity: false,
};

/** Configurations, the exact bodies sent for them, and the resulting state. */
const TOPOLOGIES: [body: string, sent: object, state: object][] = [
  [
    'name = "products"',
    { name: "products", ...SIZE, regions: ["oregon"] },
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
    'search_delivery_network = "3_regions"\nregions = ["tokyo", "oregon", "paris"]',
    {
      ...SIZE,
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
      ...FULL,
      name: "full",
      regions: ["oregon"],
      gpu: "yes",
      high_performance_disk: "yes",
      high_availability: "yes",
    },
    {
      ...FULL,
      gpu: true,
      high_performance_disk: true,
      live: expect.objectContaining({ search_server_version: "27.1", memory: "16_gb", gpu: true }),
    },
  ],
];

test("every topology: created with the configured values only, then planned empty", async () => {
  const said = await on.apply(TOPOLOGIES.map(([body], place) => cluster(body, `it${place}`)).join("\n"));
  expect(said).not.toContain("Warning");
  const posts = on.emulator.journal().filter(({ operation }) => operation === "createCluster");
  expect(posts).toHaveLength(TOPOLOGIES.length);
  expect(posts.map(({ body }) => body)).toEqual(expect.arrayContaining(TOPOLOGIES.map(([, sent]) => sent)));
  for (const [place, [body, , state]] of TOPOLOGIES.entries()) {
    const values = await on.values(`searchcloud_cluster.it${place}`);
    expect([body, values]).toMatchObject([body, state]);
    expect(values.hostnames).toMatchObject({ nodes: expect.arrayContaining([expect.any(String)]) });
  }
  on.requests();
  await on.empty();
  expect(on.requests()).toEqual(["listClusters"]);
});

test("the plan of a create shows known and unknown values; the apply costs a read of names, key and options, one POST, and a read each poll", async () => {
  const hints = ["listClusters", "getAccount", "listClusterOptions"];
  const { actions, after, after_unknown } = await on.change(cluster());
  expect(actions).toEqual(["create"]);
  expect(after).toMatchObject({ name: "products", regions: ["oregon"], pending_change: null });
  expect(after_unknown).toMatchObject({ id: true, hostnames: true, gpu: true, live: true, status: true });
  expect(after_unknown).not.toHaveProperty("pending_change");
  expect(on.requests()).toEqual(hints);
  await on.workspace.apply(["plan.out"]);
  const polls = ["getCluster", "getCluster", "getCluster"];
  expect(on.requests()).toEqual([...hints, "createCluster", ...polls]);
});
