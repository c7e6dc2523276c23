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

const MOVES_BY_ITSELF: [name: string, body: string, patch: ClusterPatch][] = [
  ["a node of three is down", HA, { regions: ["oregon", "oregon"] }],
  ["no node is live", HA, { regions: [] }],
  [
    "one node is listed twice while it is replaced",
    HA,
    { regions: ["oregon", "oregon", "oregon", "oregon"] },
  ],
  ["live nodes come in another order", NETWORK, { regions: ["tokyo", "paris", "oregon"] }],
  ["a region has no live node", NETWORK, { regions: ["tokyo"] }],
  ["usage moves", HA, { usage: { runtime_hours: 999, used_bandwidth_kb: { last_7_days: {} } } }],
  ["hostnames are left out for a while", HA, { hostnames: null }],
  ["a field appears that no document has", HA, { additional: { colour: "green" } }],
  ["region_node_counts is null", HA, { region_node_counts: null }],
  ["region_node_counts of a network is null", NETWORK, { region_node_counts: null }],
];

test.each(MOVES_BY_ITSELF)("the plan is empty when %s", async (_, body, patch) => {
  await made(body);
  const before = (await on.resource()).values;
  on.emulator.patchCluster(id, patch);
  await on.workspace.emptyPlan();
  await on.workspace.apply();
  expect(on.writes()).toEqual([]);
  const { regions, region_node_counts, hostnames } = (await on.resource()).values;
  expect({ regions, region_node_counts, hostnames }).toEqual({
    regions: before.regions,
    region_node_counts: before.region_node_counts,
    hostnames: before.hostnames,
  });
});

const ALTERNATIVES: [row: string, alternative: string | number][] = [
  ["region_node_counts", "none"],
  ["region_node_counts", "several_regions"],
  ["regions_order", "sorted"],
  ["regions_before_service", "all"],
  ["regions_before_service", "none"],
  ["hostnames_before_service", "null"],
  ["server_version_before_service", "null"],
  ["latest_server_version", "31.0"],
  ["list_order", "by_id"],
  ["error_detail", "none"],
  ["account_shape", "without_capabilities"],
];

test.each(ALTERNATIVES)("a network lives its life where %s is %s", async (row, alternative) => {
  on.emulator.setAssumptions({ [row]: alternative });
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

test("a PATCH refused with status 200 and an Error body is an error, and state says what is", async () => {
  await made('name = "products"');
  on.emulator.addFault({
    match: { operation: "updateCluster" },
    effect: { kind: "error_in_200", message: "Too long" },
  });
  await on.write(cluster('name = "catalog"'));
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(output).toContain("Too long");
  expect((await on.resource()).values.name).toBe("products");
});

test.each([
  ["the name", { name: "renamed" }, { name: "products" }],
  ["the name, taken away", { name: null }, { name: "products" }],
  ["automatic upgrades", { auto_upgrade_capacity: true }, { auto_upgrade_capacity: false }],
])("a change of %s outside is put back in place", async (_, patch, sent) => {
  await made('name = "products"\nauto_upgrade_capacity = false');
  on.emulator.patchCluster(id, patch);
  expect((await on.change()).actions).toEqual(["update"]);
  on.emulator.clearJournal();
  await on.workspace.apply();
  const writes = on.emulator.journal().filter(({ method }) => method !== "GET");
  expect(writes.map(({ body }) => body)).toEqual([sent]);
  await on.workspace.emptyPlan();
});

test("a name that the configuration leaves out is taken away when somebody gives one", async () => {
  await made("");
  on.emulator.patchCluster(id, { name: "theirs" });
  const { actions, after } = await on.change();
  expect([actions, after?.name]).toEqual([["update"], null]);
});

describe("while the service may raise the capacity", () => {
  const SMALL = 'name = "products"\nmemory = "8_gb"\nvcpu = "2_vcpus"';
  const AUTO = `${SMALL}\nauto_upgrade_capacity = true`;

  test("a larger pair is kept, and the state says what runs", async () => {
    await made(AUTO);
    on.emulator.patchCluster(id, { memory: "16_gb", vcpu: "4_vcpus" });
    const { output } = await on.workspace.emptyPlan();
    expect(output).not.toContain("Warning");
    await on.workspace.apply();
    expect((await on.resource()).values).toMatchObject({
      memory: "16_gb",
      vcpu: "4_vcpus",
      live: { memory: "16_gb", vcpu: "4_vcpus" },
    });
    expect(on.writes()).toEqual([]);
    await on.applied(cluster(AUTO.replace("products", "catalog")));
    expect(on.writes()).toEqual([`PATCH /clusters/${id}`]);
    await on.workspace.emptyPlan();
  });

  test("an apply during which it is raised says nothing of it", async () => {
    await made(AUTO);
    await on.write(cluster(AUTO.replace("products", "catalog")));
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.patchCluster(id, { memory: "16_gb", vcpu: "4_vcpus" });
    expect((await on.workspace.apply(["plan.out"])).output).not.toContain("Warning");
    await on.workspace.emptyPlan();
  });

  test("a pair that is neither larger nor smaller is kept with a warning", async () => {
    await made(AUTO);
    on.emulator.patchCluster(id, { memory: "4_gb", vcpu: "4_vcpus" });
    const { output } = await on.workspace.emptyPlan();
    expect(output).toContain(`Warning: Cluster "products" (${id}) has another capacity than configured`);
  });

  test("a smaller pair is drift", async () => {
    await made(AUTO);
    on.emulator.patchCluster(id, { memory: "4_gb" });
    const { actions, before, after } = await on.change();
    expect([actions, before?.memory, after?.memory]).toEqual([["update"], "4_gb", "8_gb"]);
  });

  test("a larger pair is drift as soon as it is turned off", async () => {
    await made(AUTO);
    on.emulator.patchCluster(id, { memory: "16_gb" });
    await on.write(cluster(`${SMALL}\nauto_upgrade_capacity = false`));
    const { actions, before, after } = await on.change();
    expect([actions, before?.memory, after?.memory]).toEqual([["update"], "16_gb", "8_gb"]);
    expect(after?.auto_upgrade_capacity).toBe(false);
  });

  test("a larger pair is kept right after an import too", async () => {
    const [other = ""] = on.emulator.seed({
      clusters: [{ name: "products", memory: "16_gb", vcpu: "4_vcpus", auto_upgrade_capacity: true }],
    });
    await on.write(`${cluster(AUTO)}\nimport {\n  to = searchcloud_cluster.products\n  id = "${other}"\n}`);
    const { actions, importing } = await on.change();
    expect([actions, importing]).toEqual([["no-op"], { id: other }]);
    await on.workspace.apply();
    expect(on.writes()).toEqual([]);
    await on.workspace.emptyPlan();
  });
});
