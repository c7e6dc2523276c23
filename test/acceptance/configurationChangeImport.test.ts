import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ChangeSeed, ClusterSeed } from "../../src/emulator";
import { CHANGE, explicit, SHOP } from "./explicit";
import { OPTIONS, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
});
afterEach(() => on.close());

const BLOCK = `import {\n  to = ${CHANGE}\n  id = "${SHOP}/c1"\n}`;
const AT = Date.UTC(2026, 11, 1) / 1000;
const PENDING = 'perform_change_at = "2026-12-01T00:00:00Z"';
const SIZE: ClusterSeed = { memory: "8_gb", vcpu: "2_vcpus", search_server_version: "29.0" };

function seed(change: ChangeSeed, cluster: ClusterSeed = SIZE, id = SHOP): void {
  const changes = [{ id: "c1", perform_change_at: AT, ...change }];
  on.emulator.seed({ clusters: [{ id, ...cluster, changes }] });
}

const RECORDS: [name: string, change: ChangeSeed, body: string][] = [
  ["a size", { new_memory: "16_gb", new_vcpu: "4_vcpus" }, 'new_memory = "16_gb"\nnew_vcpu = "4_vcpus"'],
  [
    "a size of which one half stays",
    { new_memory: "8_gb", new_vcpu: "4_vcpus" },
    'new_memory = "8_gb"\nnew_vcpu = "4_vcpus"',
  ],
  [
    "a version, of which the configuration gives the beginning",
    { new_search_server_version: "30.2" },
    'new_search_server_version = "30"',
  ],
  [
    "a network, which brings high availability along",
    {
      new_search_delivery_network: "3_regions",
      new_region_node_counts: { oregon: 1, paris: 1, tokyo: 1 },
    },
    'new_search_delivery_network = "3_regions"\nnew_region_node_counts = { tokyo = 1, oregon = 1, paris = 1 }',
  ],
  ["a restart", {}, ""],
];

test.each(["null", "filled"])(
  "every kind of change is imported without another one (unrequested new_ fields %s)",
  async (unrequested_new) => {
    on.emulator.setAssumptions({ unrequested_new });
    const resources = RECORDS.map(([, change, body], place) => {
      const [id, label] = [`shop${place}`, `it${place}`];
      seed(change, SIZE, id);
      const block = `import {\n  to = searchcloud_configuration_change.${label}\n  id = "${id}/c1"\n}`;
      return `${explicit(`${body}\n${PENDING}`, id, label)}\n${block}`;
    });
    await on.write(resources.join("\n"));
    const { resource_changes = [] } = await on.workspace.planJson();
    expect(resource_changes).toHaveLength(RECORDS.length);
    for (const [place, [what, , body]] of RECORDS.entries()) {
      const planned = resource_changes.find(({ address }) => address.endsWith(`.it${place}`))?.change;
      const exact = unrequested_new === "null" && !/"30"|8_gb/.test(body);
      expect([what, planned?.actions.join()]).toEqual([
        what,
        exact ? "no-op" : expect.stringMatching(/^(no-op|update)$/),
      ]);
    }
    on.requests();
    await on.workspace.apply(["plan.out"]);
    expect(on.writes()).toEqual([]);
    await on.workspace.emptyPlan();
    expect((await on.resource("searchcloud_configuration_change.it0")).values).toMatchObject({
      id: "c1",
      cluster_id: "shop0",
      status: "pending",
    });
  },
);

test("a generated configuration plans empty, where the service fills every field; another request is another change", async () => {
  on.emulator.setAssumptions({ unrequested_new: "filled" });
  seed({ new_high_availability_node_count: 5 }, { ...SIZE, high_availability: "yes" });
  await on.write(BLOCK);
  await on.workspace.plan(["-generate-config-out=generated.tf"]);
  const generated = await readFile(join(on.workspace.directory, "generated.tf"), "utf8");
  expect(generated).toMatch(/new_high_availability_node_count += 5/);
  await on.workspace.apply();
  await on.workspace.emptyPlan();
  expect(on.writes()).toEqual([]);
  await on.workspace.write({ "generated.tf": "" });
  const five = "new_high_availability_node_count = 5";
  for (const more of ["new_gpu = true", 'perform_change_at = "2026-12-02T00:00:00Z"']) {
    await on.write(explicit(`${five}\n${more}`));
    expect((await on.change()).actions).toEqual(["delete", "create"]);
  }
});

test("triggers and a window are adopted in place, once", async () => {
  seed({ new_memory: "16_gb" });
  await on.write(explicit('new_memory = "16_gb"'));
  await on.workspace.import(CHANGE, `${SHOP}/c1`);
  await on.workspace.emptyPlan();
  const window = 'window {\n days = ["sunday"]\n start = "02:00"\n}';
  await on.write(explicit(`new_memory = "16_gb"\ntriggers = { on = "monday" }\n${window}`));
  expect((await on.change()).actions).toEqual(["update"]);
  await on.workspace.apply();
  await on.workspace.emptyPlan();
  for (const edit of [window.replace("02:00", "03:00"), `${window}\nnew_gpu = true`]) {
    await on.write(explicit(`new_memory = "16_gb"\ntriggers = { on = "monday" }\n${edit}`));
    expect((await on.change()).actions).toEqual(["delete", "create"]);
  }
  await on.write(explicit(`new_memory = "16_gb"\ntriggers = { on = "tuesday" }\n${window}`));
  expect((await on.change()).actions).toEqual(["delete", "create"]);
  expect(on.writes()).toEqual([]);
});
