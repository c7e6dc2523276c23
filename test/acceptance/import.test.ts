import type { ClusterSeedBody } from "../../src/emulator";
import { testWith } from "../support/features";
import { cluster, eachScene, flat, importBlock, PRODUCTS } from "./support";

const on = eachScene();

const SMALL: ClusterSeedBody = { name: "products" };
const HA: ClusterSeedBody = { ...SMALL, high_availability: "yes" };
const seeded = (seed: ClusterSeedBody = SMALL) => on.emulator.seed({ clusters: [seed] })[0] ?? "";

/** Clusters at the service, and their configurations. */
const CLUSTERS: [seed: ClusterSeedBody, body: string][] = [
  [SMALL, 'name = "products"'],
  // High availability with two nodes, as older clusters have it.
  [
    { ...HA, region_node_counts: { oregon: 2 } },
    'name = "products"\nhigh_availability = true\nhigh_availability_node_count = 2',
  ],
  [
    { ...HA, search_delivery_network: "3_regions", region_node_counts: { oregon: 1, paris: 1, tokyo: 1 } },
    'name = "products"\nsearch_delivery_network = "3_regions"\nregions = ["tokyo", "oregon", "paris"]',
  ],
  [
    {
      ...HA,
      search_delivery_network: "multi_nodes_per_region",
      region_node_counts: { oregon: 2, paris: 3 },
    },
    'name = "products"\nsearch_delivery_network = "multi_nodes_per_region"\nregion_node_counts = { oregon = 2, paris = 3 }',
  ],
  [
    {
      ...HA,
      memory: "16_gb",
      vcpu: "4_vcpus",
      gpu: "yes",
      high_performance_disk: "yes",
      search_server_version: "27.1",
      auto_upgrade_capacity: true,
    },
    `name = "products"
     memory = "16_gb"
     vcpu = "4_vcpus"
     gpu = true
     high_performance_disk = true
     high_availability = true
     search_server_version = "27"
     auto_upgrade_capacity = true`,
  ],
];

const addresses = CLUSTERS.map((_, place) => `searchcloud_cluster.it${place}`);

test("clusters of every kind are imported with their configuration: the plan is empty", async () => {
  const ids = CLUSTERS.map(([seed]) => seeded(seed));
  const imports = ids.map((id, place) => importBlock(id, addresses[place])).join("\n");
  const blocks = CLUSTERS.map(([, body], place) => cluster(body, `it${place}`)).join("\n");
  await on.write(`${blocks}\n${imports}`);
  const { resource_changes = [] } = await on.workspace.planJson();
  expect(resource_changes.map(({ address, change }) => [address, change.actions, change.importing])).toEqual(
    ids.map((id, place) => [addresses[place], ["no-op"], { id }]),
  );
  await on.apply();
  await on.empty();
  expect(on.writes()).toEqual([]);
});

testWith("generated configuration")("with one that terraform writes, the plan is empty too", async () => {
  await on.write(CLUSTERS.map(([seed], place) => importBlock(seeded(seed), addresses[place])).join("\n"));
  expect(await on.generated()).toContain("region_node_counts");
  await on.apply();
  await on.empty();
  expect(on.writes()).toEqual([]);
});

test("a different name is changed in place, and the protection is in force from the first apply on", async () => {
  const id = seeded({ name: "theirs" });
  const text = `${cluster('name = "products"\ntermination_protection = true')}\n${importBlock(id)}`;
  expect((await on.change(text)).actions).toEqual(["update"]);
  await on.apply();
  expect(on.writes()).toEqual([`PATCH /clusters/${id}`]);
  expect(await on.destroy(1)).toContain(`Error: Cluster "products" (${id}) is protected against termination`);
});

test("a cluster that is still starting is imported, and the next apply waits for it", async () => {
  const id = seeded({ ...SMALL, status: "provisioning" });
  await on.write(cluster());
  await on.workspace.import(PRODUCTS, id);
  expect((await on.values()).hostnames).toBeNull();
  await on.apply();
  expect(await on.values()).toMatchObject({ status: "in_service", regions: ["oregon"] });
  expect(on.writes()).toEqual([]);
  await on.empty();
});

test("failing imports: a missing cluster, one that is being terminated, no id, no address of the service", async () => {
  seeded({ id: "leaving", status: "deprovisioning" });
  await on.write(cluster());
  const refused = async (id: string, words: string) => {
    const { output } = await on.workspace.import(PRODUCTS, id, { expect: 1 });
    expect(flat(output)).toContain(words);
  };
  await refused("nosuchid", "The service answers 404");
  await refused("leaving", "Cannot import cluster leaving Its status is ");
  await refused("../account", "../account");
  expect(on.requests().filter((operation) => operation !== "getCluster")).toEqual([]);
  on.environment.SEARCHCLOUD_BASE_URL = undefined;
  await refused("x", "Missing base URL of the management API");
});
