import type { ClusterPatch } from "../../src/emulator";
import { cluster, eachScene } from "./support";

/** Plans without edits are empty, whatever changes by itself (docs/design/laws.md#l5, #l6). */
const on = eachScene();

const NETWORK =
  'name = "products"\nsearch_delivery_network = "3_regions"\nregions = ["oregon", "paris", "tokyo"]';
const HA = 'name = "products"\nhigh_availability = true\nmemory = "8_gb"\nvcpu = "2_vcpus"';

async function created(body: string): Promise<string> {
  await on.apply(cluster(body));
  on.requests();
  return String((await on.values()).id);
}

const MOVES_BY_ITSELF: readonly (readonly [body: string, patch: ClusterPatch])[] = [
  [
    HA,
    {
      regions: [],
      usage: { runtime_hours: 999, used_bandwidth_kb: { last_7_days: {} } },
      hostnames: null,
      additional: { colour: "green" },
    },
  ],
  // One node is listed twice while it is replaced.
  [HA, { regions: ["oregon", "oregon", "oregon", "oregon"] }],
  // A region has no live node, and the others come in another order.
  [NETWORK, { regions: ["tokyo", "oregon"] }],
  [HA, { region_node_counts: null }],
  [NETWORK, { region_node_counts: null }],
];

test("the plan is empty when something changes by itself: live nodes, usage, hostnames, undocumented fields", async () => {
  const addresses = MOVES_BY_ITSELF.map((_, place) => `searchcloud_cluster.it${place}`);
  const blocks = MOVES_BY_ITSELF.map(([body], place) =>
    cluster(body.replace("products", `products-${place}`), `it${place}`),
  );
  await on.apply(blocks.join("\n"));
  on.requests();
  const shown = async (address: string) => {
    const { regions, region_node_counts, hostnames } = await on.values(address);
    return { regions, region_node_counts, hostnames };
  };
  const before = await Promise.all(addresses.map(shown));
  for (const [place, [, patch]] of MOVES_BY_ITSELF.entries())
    on.emulator.patchCluster(String((await on.values(addresses[place])).id), patch);
  await on.empty();
  await on.apply();
  expect(on.writes()).toEqual([]);
  expect(await Promise.all(addresses.map(shown))).toEqual(before);
});

/** Independent assumptions; each run takes another alternative of each. */
const ALTERNATIVES: readonly Readonly<Record<string, string>>[] = [
  {
    region_node_counts: "none",
    regions_order: "sorted",
    regions_before_service: "all",
    hostnames_before_service: "null",
    latest_server_version: "31.0",
    error_detail: "none",
  },
  {
    region_node_counts: "several_regions",
    regions_before_service: "none",
    server_version_before_service: "null",
    list_order: "by_id",
    account_shape: "without_capabilities",
  },
];

test.each(ALTERNATIVES)(
  "the whole life of a network under other answers of the service: %j",
  async (rows) => {
    on.emulator.setAssumptions(rows);
    const id = await created(NETWORK);
    expect(await on.values()).toMatchObject({
      regions: ["oregon", "paris", "tokyo"],
      region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
      status: "in_service",
    });
    await on.empty();
    await on.apply(cluster(NETWORK.replace("products", "catalog")));
    await on.empty();
    expect(on.writes()).toEqual([`PATCH /clusters/${id}`]);
    await on.destroy();
  },
);

test("outside changes of a name and of auto-upgrade are reverted in place", async () => {
  const id = await created('name = "products"\nauto_upgrade_capacity = false');
  on.emulator.patchCluster(id, { name: null, auto_upgrade_capacity: true });
  expect((await on.change()).actions).toEqual(["update"]);
  on.emulator.clearJournal();
  await on.apply();
  const writes = on.emulator.journal().filter(({ method }) => method !== "GET");
  expect(writes.map(({ body }) => body)).toEqual([{ name: "products", auto_upgrade_capacity: false }]);
  await on.empty();
});

test("an apply during which the service raises the capacity brings no warning", async () => {
  const auto = 'name = "products"\nmemory = "8_gb"\nvcpu = "2_vcpus"\nauto_upgrade_capacity = true';
  const id = await created(auto);
  const raise = () => on.emulator.patchCluster(id, { memory: "16_gb", vcpu: "4_vcpus" });
  const said = await on.applyAfter(raise, cluster(auto.replace("products", "catalog")));
  expect(said).not.toContain("Warning");
  await on.empty();
});
