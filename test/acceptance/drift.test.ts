import type { ClusterPatch } from "../../src/emulator";
import { cluster, type Scene, scene } from "./support";

/** docs/design/laws.md#l5, #l6: an apply with no edits plans empty, whatever moves by itself. */
let on: Scene;
let id: string;

const NETWORK =
  'name = "products"\nsearch_delivery_network = "3_regions"\nregions = ["oregon", "paris", "tokyo"]';
const HA = 'name = "products"\nhigh_availability = true\nmemory = "8_gb"\nvcpu = "2_vcpus"';

beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

async function made(body: string) {
  await on.applied(cluster(body));
  id = String((await on.resource()).values.id);
  on.requests();
}

const MOVES_BY_ITSELF: readonly (readonly [name: string, body: string, patch: ClusterPatch])[] = [
  [
    "no node is live, usage moves, hostnames are left out and a field appears that no document has",
    HA,
    {
      regions: [],
      usage: { runtime_hours: 999, used_bandwidth_kb: { last_7_days: {} } },
      hostnames: null,
      additional: { colour: "green" },
    },
  ],
  [
    "one node is listed twice while it is replaced",
    HA,
    { regions: ["oregon", "oregon", "oregon", "oregon"] },
  ],
  [
    "a region has no live node, and the others come in another order",
    NETWORK,
    { regions: ["tokyo", "oregon"] },
  ],
  ["region_node_counts is null", HA, { region_node_counts: null }],
  ["region_node_counts of a network is null", NETWORK, { region_node_counts: null }],
];

test("the plan is empty when something moves by itself: live nodes, usage, hostnames, fields that no document has", async () => {
  const addresses = MOVES_BY_ITSELF.map((_, place) => `searchcloud_cluster.it${place}`);
  const named = ([, body]: (typeof MOVES_BY_ITSELF)[number], place: number) =>
    cluster(body.replace("products", `products-${place}`), `it${place}`);
  await on.applied(MOVES_BY_ITSELF.map(named).join("\n"));
  on.requests();
  const shown = async (address: string) => {
    const { regions, region_node_counts, hostnames } = (await on.resource(address)).values;
    return { regions, region_node_counts, hostnames };
  };
  const before = await Promise.all(addresses.map(shown));
  for (const [place, [, , patch]] of MOVES_BY_ITSELF.entries()) {
    on.emulator.patchCluster(String((await on.resource(addresses[place])).values.id), patch);
  }
  await on.workspace.emptyPlan();
  await on.workspace.apply();
  expect(on.writes()).toEqual([]);
  expect(await Promise.all(addresses.map(shown))).toEqual(before);
});

/** Independent assumptions, together: each run takes another alternative of each. */
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

test.each(ALTERNATIVES)("a network lives its life where the service decided otherwise: %j", async (rows) => {
  on.emulator.setAssumptions(rows);
  await made(NETWORK);
  expect((await on.resource()).values).toMatchObject({
    regions: ["oregon", "paris", "tokyo"],
    region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
    status: "in_service",
  });
  await on.workspace.emptyPlan();
  await on.applied(cluster(NETWORK.replace("products", "catalog")));
  await on.workspace.emptyPlan();
  expect(on.writes()).toEqual([`PATCH /clusters/${id}`]);
  await on.workspace.destroy();
});

test("changes outside of a name and of auto-upgrade are put back in place", async () => {
  await made('name = "products"\nauto_upgrade_capacity = false');
  for (const [patch, sent] of [
    [{ name: "renamed" }, { name: "products" }],
    [{ name: null }, { name: "products" }],
    [{ auto_upgrade_capacity: true }, { auto_upgrade_capacity: false }],
  ] as const) {
    on.emulator.patchCluster(id, patch);
    expect((await on.change()).actions).toEqual(["update"]);
    on.emulator.clearJournal();
    await on.workspace.apply();
    const writes = on.emulator.journal().filter(({ method }) => method !== "GET");
    expect(writes.map(({ body }) => body)).toEqual([sent]);
  }
  await on.workspace.emptyPlan();
});

describe("while the service may raise the capacity", () => {
  const SMALL = 'name = "products"\nmemory = "8_gb"\nvcpu = "2_vcpus"';
  const AUTO = `${SMALL}\nauto_upgrade_capacity = true`;

  test("an apply during which it is raised says nothing of it", async () => {
    await made(AUTO);
    await on.write(cluster(AUTO.replace("products", "catalog")));
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.patchCluster(id, { memory: "16_gb", vcpu: "4_vcpus" });
    expect((await on.workspace.apply(["plan.out"])).output).not.toContain("Warning");
    await on.workspace.emptyPlan();
  });
});
