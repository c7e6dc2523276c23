import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClusterSeed } from "../../src/emulator";
import { cluster, flat, PRODUCTS, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

const SMALL: ClusterSeed = { name: "products" };
const seeded = (seed: ClusterSeed = SMALL) => on.emulator.seed({ clusters: [seed] })[0] ?? "";
const importBlock = (id: string) => `import {\n  to = ${PRODUCTS}\n  id = "${id}"\n}`;

const CLUSTERS: [name: string, seed: ClusterSeed, body: string][] = [
  ["one node", SMALL, 'name = "products"'],
  ["no name", {}, ""],
  [
    "high availability",
    { ...SMALL, high_availability: "yes" },
    'name = "products"\nhigh_availability = true',
  ],
  [
    "an older high availability of two nodes",
    { ...SMALL, high_availability: "yes", region_node_counts: { oregon: 2 } },
    'name = "products"\nhigh_availability = true\nhigh_availability_node_count = 2',
  ],
  [
    "a network of three regions",
    {
      ...SMALL,
      high_availability: "yes",
      search_delivery_network: "3_regions",
      region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
    },
    'name = "products"\nsearch_delivery_network = "3_regions"\nregions = ["tokyo", "oregon", "paris"]',
  ],
  [
    "several nodes for each region",
    {
      ...SMALL,
      high_availability: "yes",
      search_delivery_network: "multi_nodes_per_region",
      region_node_counts: { oregon: 2, paris: 3 },
    },
    'name = "products"\nsearch_delivery_network = "multi_nodes_per_region"\nregion_node_counts = { oregon = 2, paris = 3 }',
  ],
  [
    "everything set",
    {
      ...SMALL,
      memory: "16_gb",
      vcpu: "4_vcpus",
      gpu: "yes",
      high_performance_disk: "yes",
      high_availability: "yes",
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

/** A block of one cluster with its import, of which there are many in one configuration. */
const importOf = (label: string, id: string) =>
  importBlock(id).replace(PRODUCTS, `searchcloud_cluster.${label}`);

test("clusters of every kind are imported, with their configuration or with one that terraform writes: the plan is empty", async () => {
  const ids = CLUSTERS.map(([, seed]) => seeded(seed));
  const written = CLUSTERS.map(
    ([, , body], place) => `${cluster(body, `it${place}`)}\n${importOf(`it${place}`, ids[place] ?? "")}`,
  );
  await on.write(written.join("\n"));
  const { resource_changes = [] } = await on.workspace.planJson();
  expect(resource_changes.map(({ address, change }) => [address, change.actions, change.importing])).toEqual(
    ids.map((id, place) => [`searchcloud_cluster.it${place}`, ["no-op"], { id }]),
  );
  await on.workspace.apply();
  await on.workspace.emptyPlan();
  await on.workspace.terraform(["state", "rm", ...ids.map((_, place) => `searchcloud_cluster.it${place}`)]);

  await on.write(ids.map((id, place) => importOf(`it${place}`, id)).join("\n"));
  await on.workspace.plan(["-generate-config-out=generated.tf"]);
  const generated = await readFile(join(on.workspace.directory, "generated.tf"), "utf8");
  expect(generated).toContain("region_node_counts");
  await on.workspace.validate();
  await on.workspace.apply();
  await on.workspace.emptyPlan();
  expect(on.writes()).toEqual([]);
});

test("settings that only Terraform knows are one update in place, which sends nothing", async () => {
  const id = seeded();
  await on.write(
    cluster(`name = "products"
      termination_protection = true
      notification_email_addresses = ["search@example.com"]
      timeouts { create = "1h" }
      change_schedule { perform_change_at = "2026-11-22T02:00:00Z" }`),
  );
  await on.workspace.import(PRODUCTS, id);
  const { actions, after, after_unknown } = await on.change();
  expect(actions).toEqual(["update"]);
  expect(after).toMatchObject({ termination_protection: true, timeouts: { create: "1h" } });
  expect(JSON.stringify(after_unknown)).not.toContain("true");
  await on.workspace.apply();
  expect(on.writes()).toEqual([]);
  await on.workspace.emptyPlan();
});

test("another name is changed in place, and the protection holds from the first apply on", async () => {
  const id = seeded({ name: "theirs" });
  await on.write(`${cluster('name = "products"\ntermination_protection = true')}\n${importBlock(id)}`);
  expect((await on.change()).actions).toEqual(["update"]);
  await on.workspace.apply();
  expect(on.writes()).toEqual([`PATCH /clusters/${id}`]);
  const { output } = await on.workspace.plan(["-destroy"], { expect: 1 });
  expect(output).toContain(`Error: Cluster "products" (${id}) is protected against termination`);
});

test("a cluster that is still starting is imported, and the next apply waits for it", async () => {
  const id = seeded({ ...SMALL, status: "provisioning" });
  await on.write(cluster());
  await on.workspace.import(PRODUCTS, id);
  expect((await on.resource()).values.hostnames).toBeNull();
  await on.workspace.apply();
  expect((await on.resource()).values).toMatchObject({ status: "in_service", regions: ["oregon"] });
  expect(on.writes()).toEqual([]);
  await on.workspace.emptyPlan();
});

test("what cannot be imported: a missing cluster, one that is being terminated, no id, no address of the service", async () => {
  seeded({ id: "leaving", status: "deprovisioning" });
  await on.write(cluster());
  const refused = async (id: string, words: string) => {
    const { output } = await on.workspace.import(PRODUCTS, id, { expect: 1 });
    expect(flat(output)).toContain(words);
  };
  await refused("nosuchid", "answers 404 for it");
  await refused("leaving", "it is being terminated");
  await refused("../account", "../account");
  expect(on.requests().filter((operation) => operation !== "getCluster")).toEqual([]);
  on.environment.SEARCHCLOUD_BASE_URL = undefined;
  await refused("x", "Missing base URL of the management API");
});
