import type { ClusterSeed } from "../../src/emulator";
import { cluster, flat, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

async function outputs(text: string): Promise<Record<string, unknown>> {
  await on.applied(text);
  const { values } = await on.workspace.state();
  return Object.fromEntries(Object.entries(values?.outputs ?? {}).map(([name, { value }]) => [name, value]));
}

const one = (id: string) =>
  `data "searchcloud_cluster" "it" {\n  id = "${id}"\n}\noutput "it" {\n  value = data.searchcloud_cluster.it\n}`;

describe("data.searchcloud_cluster", () => {
  test("shows a cluster as it is now, whoever manages it", async () => {
    const [id = ""] = on.emulator.seed({
      clusters: [
        {
          name: "products",
          memory: "16_gb",
          vcpu: "4_vcpus",
          high_availability: "yes",
          auto_upgrade_capacity: true,
          search_server_version: "29.0",
          provisioned_at: 1_700_000_000,
        },
      ],
    });
    on.emulator.patchCluster(id, {
      regions: ["oregon", "oregon"],
      usage: { runtime_hours: 12, used_bandwidth_kb: { last_7_days: { "2026-11-19": 34 } } },
    });
    expect((await outputs(one(id))).it).toEqual({
      id,
      name: "products",
      memory: "16_gb",
      vcpu: "4_vcpus",
      gpu: false,
      high_performance_disk: false,
      auto_upgrade_capacity: true,
      search_delivery_network: "off",
      high_availability: true,
      high_availability_node_count: 3,
      regions: ["oregon"],
      region_node_counts: { oregon: 3 },
      node_regions: ["oregon", "oregon"],
      search_server_version: "29.0",
      status: "in_service",
      hostnames: {
        nodes: [1, 2, 3].map((node) => `${id}-${node}.a1.searchcloud.example`),
        load_balanced: `${id}.a1.searchcloud.example`,
        search_delivery_network: null,
      },
      load_balancing: true,
      usage: { runtime_hours: 12, used_bandwidth_kb: { "2026-11-19": 34 } },
      provisioned_at: "2023-11-14T22:13:20Z",
      provisioned_by: { user_name: "Console", user_type: "User" },
    });
    expect(new Set(on.requests())).toEqual(new Set(["getCluster"]));
  });

  test("shows one that is going away, too", async () => {
    const [id = ""] = on.emulator.seed({ clusters: [{ status: "deprovisioning" }] });
    expect((await outputs(one(id))).it).toMatchObject({ id, status: "deprovisioning", hostnames: null });
  });

  test("waits for the id of a cluster that is only being made", async () => {
    const { it } = await outputs(`${cluster()}
data "searchcloud_cluster" "it" {
  id = searchcloud_cluster.products.id
}
output "it" {
  value = data.searchcloud_cluster.it.hostnames.nodes
}`);
    expect(it).toEqual([expect.stringMatching(/\.a1\.searchcloud\.example$/)]);
    await on.workspace.emptyPlan();
  });
});

describe("data.searchcloud_clusters", () => {
  const SEED: ClusterSeed[] = [
    { id: "c-oregon", name: "products", region_node_counts: { oregon: 1 } },
    { id: "a-paris", name: "catalog", region_node_counts: { paris: 1 } },
    { id: "b-both", name: "products", high_availability: "yes", region_node_counts: { oregon: 2, paris: 1 } },
    { id: "d-leaving", name: "products", status: "deprovisioning" },
    { id: "e-unnamed", status: "suspended" },
  ];

  test.each([
    ["", ["a-paris", "b-both", "c-oregon", "d-leaving", "e-unnamed"]],
    ['name = "products"', ["b-both", "c-oregon", "d-leaving"]],
    ['region = "paris"', ["a-paris", "b-both"]],
    ['status = "in_service"', ["a-paris", "b-both", "c-oregon"]],
    ['name = "products"\nregion = "oregon"\nstatus = "in_service"', ["b-both", "c-oregon"]],
    ['name = "nobody"', []],
  ])("with %p", async (filter, ids) => {
    on.emulator.seed({ clusters: SEED });
    const { ids: found } = await outputs(`data "searchcloud_clusters" "some" {\n${filter}\n}
output "ids" {
  value = data.searchcloud_clusters.some.clusters[*].id
}`);
    expect(found).toEqual(ids);
  });

  test("reads every page, as few as there can be", async () => {
    on.emulator.seed({ clusters: Array.from({ length: 101 }, () => ({})) });
    await on.write(
      `data "searchcloud_clusters" "all" {}\noutput "count" {\n  value = length(data.searchcloud_clusters.all.clusters)\n}`,
    );
    expect((await on.workspace.plan()).output).toContain("count = 101");
    expect(on.requests()).toEqual(["listClusters", "listClusters", "listClusters"]);
  });

  test("many of one plan share one listing", async () => {
    on.emulator.seed({ clusters: SEED });
    await on.write(
      ["products", "catalog", "nobody"]
        .map((name) => `data "searchcloud_clusters" "${name}" {\n  name = "${name}"\n}`)
        .join("\n"),
    );
    await on.workspace.plan();
    expect(on.requests()).toEqual(["listClusters"]);
  });
});

test("the dialect of the public service: a whole life", async () => {
  await on.close();
  on = await scene({ dialect: "typesense-cloud" });
  on.environment.SEARCHCLOUD_DIALECT = "typesense-cloud";
  await on.applied(cluster('name = "products"\nsearch_server_version = "29"'));
  const post = on.emulator.journal().find(({ operation }) => operation === "createCluster");
  expect(post?.body).toMatchObject({ typesense_server_version: "29" });
  expect((await on.resource()).values.search_server_version).toBe("29");
  await on.workspace.emptyPlan();
  await on.applied(cluster('name = "catalog"\nsearch_server_version = "29.1"'));
  const { id, search_server_version } = (await on.resource()).values;
  expect(search_server_version).toBe("29.1");
  expect((await outputs(`${cluster('name = "catalog"')}\n${one(String(id))}`)).it).toMatchObject({
    search_server_version: "29.1",
  });
  await on.workspace.destroy();
  expect(on.writes()).toEqual(["POST /clusters", `PATCH /clusters/${id}`, `POST /clusters/${id}/lifecycle`]);
});

test("the wrong dialect is refused with the capability's words, not taken for an empty account", async () => {
  on.environment.SEARCHCLOUD_DIALECT = "typesense-cloud";
  await on.write('data "searchcloud_clusters" "all" {}');
  const { output } = await on.workspace.plan([], { expect: 1 });
  expect(flat(output)).toContain("403");
});
