import { importBlock } from "./importing";
import { at, LATER, SMALL, type Stage, staged } from "./kit";

/** While the service may raise memory and vcpu by itself, what is configured is a minimum (docs/design/laws.md#l6). */
const GROWING = { ...SMALL, auto_upgrade_capacity: "true", ...at(LATER) };
let on: Stage;
beforeEach(async () => {
  on = await staged(GROWING);
});
afterEach(() => on.close());

const raise = () => on.emulator.autoUpgrade(on.id, { memory: "16_gb", vcpu: "4_vcpus" });

test("raised by the service: no drift, and nothing is sent", async () => {
  raise();
  await on.empty();
  await on.apply();
  expect(await on.values()).toMatchObject({ memory: "16_gb", vcpu: "4_vcpus", live: { memory: "16_gb" } });
  await on.empty();
  expect(on.wrote()).toEqual([]);
});

test("raised by the service: no drift right after an import either", async () => {
  raise();
  await on.workspace.terraform(["state", "rm", "searchcloud_cluster.products"]);
  await on.write({ ...SMALL, auto_upgrade_capacity: "true" });
  await on.workspace.import("searchcloud_cluster.products", on.id);
  await on.empty();
});

test("a smaller minimum shrinks nothing", async () => {
  raise();
  await on.apply({ ...GROWING, memory: '"4_gb"' });
  await on.empty();
  expect(on.changes()).toEqual([]);
});

test("a larger minimum is asked for", async () => {
  raise();
  expect(await on.resized({ ...GROWING, memory: '"32_gb"', vcpu: '"4_vcpus"' })).toEqual([
    { new_memory: "32_gb" },
  ]);
});

test("another edit keeps the capacity that has been raised", async () => {
  raise();
  expect(await on.resized({ ...GROWING, high_availability: "true" })).toEqual([
    { new_high_availability: "yes", new_high_availability_node_count: 3 },
  ]);
});

test("shrunk on purpose: turned off first, then one change, in one apply", async () => {
  raise();
  await on.apply();
  on.emulator.clearJournal();
  await on.apply({ ...GROWING, auto_upgrade_capacity: "false" });
  expect(on.lastChange()).toMatchObject({ status: "pending", new_memory: "8_gb", new_vcpu: "2_vcpus" });
  expect(on.wrote()).toEqual(["updateCluster", "createConfigurationChange"]);
  await on.empty();
});

test("raised while a change waits: the change goes on, and the plan stays empty", async () => {
  expect(
    await on.resized({
      ...GROWING,
      search_server_version: '"30.2"',
      gpu: "false",
      memory: '"32_gb"',
      vcpu: '"4_vcpus"',
    }),
  ).toHaveLength(1);
  raise();
  await on.empty();
  on.emulator.advance(12 * 24 * 3600);
  await on.empty();
  expect(on.emulator.state().clusters).toMatchObject([{ memory: "32_gb", vcpu: "4_vcpus" }]);
});

test("importing is a block too", async () => {
  await on.workspace.terraform(["state", "rm", "searchcloud_cluster.products"]);
  on.emulator.changeOutside(on.id, { perform_change_at: Date.parse(LATER) / 1000, new_memory: "16_gb" });
  await on.write(importBlock(on.id, { ...SMALL, memory: '"16_gb"', auto_upgrade_capacity: "true" }));
  const { actions } = await on.change();
  expect(actions).toEqual(["no-op"]);
});
