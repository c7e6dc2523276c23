import type { EmulatorServerOptions } from "../../../src/emulator";
import { type Emulated, emulated } from "../emulated";
import { query } from "./kit";

const DAY = 86_400;
const now = () => Math.floor(Date.now() / 1000);

let at: Emulated;
afterEach(() => at.close());

/** The management requests since the last look. */
function requests(): string[] {
  const all = at.emulator.journal().map(({ operation }) => operation ?? "");
  at.emulator.clearJournal();
  return all;
}

async function account(
  clusters: object[],
  assumptions: EmulatorServerOptions["assumptions"] = {},
): Promise<void> {
  at = await emulated({ seed: { clusters: [{ id: "shop1", name: "first" }, ...clusters] }, assumptions });
  requests();
}

const clusters = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `c-${place + 1}`, name: `cluster ${place + 1}` }));

test("1,000 clusters are 20 requests", async () => {
  await account(clusters(999));
  const { found } = await query(await at.configured(), "cluster", {});
  expect(found.length).toBe(1_000);
  expect(requests()).toEqual(Array(20).fill("listClusters"));
});

test("the limit ends the requests", async () => {
  await account(clusters(999));
  const service = await at.configured();
  expect((await query(service, "cluster", { limit: 60 })).found.length).toBe(60);
  expect(requests()).toEqual(["listClusters", "listClusters"]);
  expect((await query(service, "cluster", { limit: 51, name_prefix: "cluster" })).found.length).toBe(51);
  expect(requests()).toEqual(["listClusters", "listClusters"]);
});

test("filters, and names as people know them", async () => {
  await account([
    { id: "c-1", name: "shop eu", region_node_counts: { frankfurt: 1 } },
    { id: "c-2", name: null },
    { id: "c-3", name: "shop us", status: "suspended" },
  ]);
  const named = async (filter: object) => (await query(at.service, "cluster", { ...filter })).names.sort();
  expect(await named({})).toEqual(["c-2", "first", "shop eu", "shop us"]);
  expect(await named({ name_prefix: "shop" })).toEqual(["shop eu", "shop us"]);
  expect(await named({ region: "frankfurt" })).toEqual(["shop eu"]);
  expect(await named({ status: "suspended" })).toEqual(["shop us"]);
});

test("clusters that no code can describe are named in warnings", async () => {
  await account([
    { id: "c-1", name: "leaving", status: "deprovisioning" },
    { id: "c-2", name: "new", status: "provisioning" },
  ]);
  const { names, warned } = await query(at.service, "cluster", {});
  expect(names).toEqual(["first"]);
  expect([...warned].sort()).toEqual([
    expect.stringMatching(/^Cluster "leaving" \(c-1\) is not in the list: .*being terminated/),
    expect.stringMatching(/^Cluster "new" \(c-2\) is not in the list: .*still starting/),
  ]);
});

test("a whole resource costs one look at the changes, and shows the settings after a pending one", async () => {
  const changes = [{ id: "ch-1", perform_change_at: now() + DAY, new_memory: "16_gb", new_vcpu: "4_vcpus" }];
  await account([{ id: "c-1", name: "growing", changes }]);
  const { found } = await query(await at.configured(), "cluster", { includesResource: true });
  expect(requests()).toEqual(["listClusters", "listConfigurationChanges", "listConfigurationChanges"]);
  expect(found.find(({ displayName }) => displayName === "growing")?.whole).toMatchObject({
    id: "c-1",
    memory: "16_gb",
    live: { memory: "0.5_gb" },
    pending_change: { id: "ch-1", status: "pending" },
  });
});

test("a cluster that is terminated while the list is read is gone, and the others come all the same", async () => {
  await account([{ id: "c-1", name: "leaving" }], { termination_path: "404" });
  const beforeRead = (name: string) => name === "leaving" && at.emulator.terminateOutside("c-1");
  const { found } = await query(await at.configured(), "cluster", { includesResource: true, beforeRead });
  const wholes = Object.fromEntries(found.map(({ displayName, whole }) => [displayName, whole]));
  expect(wholes).toEqual({ leaving: "gone", first: expect.objectContaining({ id: "shop1" }) });
});

test("a cluster that is gone does not count towards the limit: the list goes on", async () => {
  await account(clusters(2), { termination_path: "404" });
  const service = await at.configured();
  let isFirst = true;
  const beforeRead = (name: string) => {
    if (isFirst) at.emulator.terminateOutside(name === "first" ? "shop1" : name.replace("cluster ", "c-"));
    isFirst = false;
  };
  const { found } = await query(service, "cluster", { includesResource: true, limit: 2, beforeRead });
  expect(found.map(({ whole }) => whole === "gone")).toEqual([true, false, false]);
});

test("a cluster whose nodes have no known place gets the advice that adopt follows", async () => {
  await account([]);
  at.emulator.patchCluster("shop1", { status: "suspended", region_node_counts: null, regions: ["oregon"] });
  const { found, warned } = await query(await at.configured(), "cluster", { includesResource: true });
  expect(found).toHaveLength(1);
  expect(warned).toEqual([
    expect.stringMatching(/regions = \["oregon"\].*ignore_changes = \[regions, region_node_counts\]/),
  ]);
});
