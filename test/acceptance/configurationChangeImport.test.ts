import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChangeSeed, ClusterSeed } from "../../src/emulator";
import { asked, CHANGE, SHOP } from "./explicit";
import { flat, OPTIONS, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
});
afterEach(() => on.close());

const BLOCK = `import {\n  to = ${CHANGE}\n  id = "${SHOP}/c1"\n}`;
const AT = Date.UTC(2026, 11, 1) / 1000;
const PENDING = 'perform_change_at = "2026-12-01T00:00:00Z"';
const SIZE: ClusterSeed = { memory: "8_gb", vcpu: "2_vcpus", search_server_version: "29.0" };

function seed(change: ChangeSeed, cluster: ClusterSeed = SIZE): void {
  const changes = [{ id: "c1", perform_change_at: AT, ...change }];
  on.emulator.seed({ clusters: [{ id: SHOP, ...cluster, changes }] });
}

const RECORDS: [name: string, change: ChangeSeed, cluster: ClusterSeed, body: string][] = [
  [
    "a size",
    { new_memory: "16_gb", new_vcpu: "4_vcpus" },
    SIZE,
    'new_memory = "16_gb"\nnew_vcpu = "4_vcpus"',
  ],
  [
    "a size of which one half stays",
    { new_memory: "8_gb", new_vcpu: "4_vcpus" },
    SIZE,
    'new_memory = "8_gb"\nnew_vcpu = "4_vcpus"',
  ],
  [
    "a version, of which the configuration gives the beginning",
    { new_search_server_version: "30.2" },
    SIZE,
    'new_search_server_version = "30"',
  ],
  [
    "a network, which brings high availability along",
    {
      new_search_delivery_network: "3_regions",
      new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
    },
    SIZE,
    'new_search_delivery_network = "3_regions"\nnew_region_node_counts = { tokyo = 1, oregon = 1, paris = 1 }',
  ],
  ["a restart", {}, SIZE, ""],
];

describe.each(["null", "filled"])("with unrequested new_ fields %s", (unrequested_new) => {
  test.each(RECORDS)("%s is imported without another change", async (_, change, cluster, body) => {
    on.emulator.setAssumptions({ unrequested_new });
    seed(change, cluster);
    await on.write(`${asked(`${body}\n${PENDING}`)}\n${BLOCK}`);
    const { actions } = await on.change();
    expect(actions.join()).toMatch(/^(no-op|update)$/);
    if (unrequested_new === "null" && !/"30"|8_gb/.test(body)) expect(actions).toEqual(["no-op"]);
    on.requests();
    await on.workspace.apply();
    expect(on.writes()).toEqual([]);
    expect((await on.resource(CHANGE)).values).toMatchObject({
      id: "c1",
      cluster_id: SHOP,
      status: "pending",
    });
    await on.workspace.emptyPlan();
  });
});

test("triggers and a window are taken over in place, once", async () => {
  seed({ new_memory: "16_gb" });
  await on.write(asked('new_memory = "16_gb"'));
  await on.workspace.import(CHANGE, `${SHOP}/c1`);
  await on.workspace.emptyPlan();
  const window = 'window {\n days = ["sunday"]\n start = "02:00"\n}';
  await on.write(asked(`new_memory = "16_gb"\ntriggers = { on = "monday" }\n${window}`));
  expect((await on.change()).actions).toEqual(["update"]);
  await on.workspace.apply();
  await on.workspace.emptyPlan();
  for (const edit of [window.replace("02:00", "03:00"), `${window}\nnew_gpu = true`]) {
    await on.write(asked(`new_memory = "16_gb"\ntriggers = { on = "monday" }\n${edit}`));
    expect((await on.change()).actions).toEqual(["delete", "create"]);
  }
  await on.write(asked(`new_memory = "16_gb"\ntriggers = { on = "tuesday" }\n${window}`));
  expect((await on.change()).actions).toEqual(["delete", "create"]);
  expect(on.writes()).toEqual([]);
});
