import { cluster, importBlock } from "../support";
import { at, DAY, eachStage, forgetState, LATER, LATER_SECONDS, SMALL } from "./kit";

/** The configured memory and vcpu are a minimum while the service may raise them (docs/design/laws.md#l6). */
const GROWING = { ...SMALL, auto_upgrade_capacity: "true", ...at(LATER) };
const on = eachStage(GROWING);

const raise = () => on.emulator.autoUpgrade(on.id, { memory: "16_gb", vcpu: "4_vcpus" });

test("a raise by the service: one warning, no drift, and the cluster does not shrink until auto-upgrade is turned off", async () => {
  raise();
  const said = await on.empty();
  expect(said).toContain("has been upgraded from 8_gb and 2_vcpus to 16_gb and 4_vcpus");
  expect(said).toContain("The configuration says 8_gb and 2_vcpus");
  await on.apply();
  expect(await on.values()).toMatchObject({ memory: "16_gb", vcpu: "4_vcpus", live: { memory: "16_gb" } });
  expect(await on.empty()).not.toContain("has been upgraded");
  await on.apply({ ...GROWING, memory: '"4_gb"' });
  await on.empty();
  expect(on.wrote()).toEqual([]);
  expect(await on.resized({ ...GROWING, high_availability: "true" })).toEqual([
    { new_high_availability: "yes", new_high_availability_node_count: 3 },
  ]);
  on.emulator.clearJournal();
  await on.apply({ ...GROWING, high_availability: "true", auto_upgrade_capacity: "false" });
  expect(on.lastChange()).toMatchObject({ status: "pending", new_memory: "8_gb", new_vcpu: "2_vcpus" });
  expect(on.wrote()).toEqual(["updateCluster", "cancelConfigurationChange", "createConfigurationChange"]);
  await on.empty();
});

test("a raise while a change is pending: the change stays, and the plan is empty", async () => {
  raise();
  expect(await on.resized({ ...GROWING, memory: '"32_gb"', vcpu: '"4_vcpus"' })).toEqual([
    { new_memory: "32_gb" },
  ]);
  on.emulator.autoUpgrade(on.id, { memory: "16_gb", vcpu: "8_vcpus" });
  on.emulator.advance(12 * DAY);
  await on.empty();
  expect(on.emulator.state().clusters).toMatchObject([{ memory: "32_gb" }]);
});

test("an edit to a pair with one smaller and one larger value is sent, with everything that depends on it", async () => {
  await on.apply({ ...GROWING, memory: '"32_gb"', vcpu: '"4_vcpus"', schedule: undefined });
  const edited = { ...GROWING, memory: '"16_gb"', vcpu: '"8_vcpus"', gpu: "true" };
  expect(await on.resized(edited)).toEqual([{ new_memory: "16_gb", new_vcpu: "8_vcpus", new_gpu: "yes" }]);
  // The pending pair stays part of the change when something else is edited.
  expect(await on.resized({ ...edited, high_availability: "true" })).toMatchObject([
    { new_memory: "16_gb", new_vcpu: "8_vcpus", new_gpu: "yes", new_high_availability: "yes" },
  ]);
});

test("an import of a raised cluster, or of one that a pending change will raise, plans empty", async () => {
  raise();
  await forgetState(on);
  const configured = `${importBlock(on.id)}\n${cluster({ ...SMALL, auto_upgrade_capacity: "true" })}`;
  expect((await on.change(configured)).actions).toEqual(["no-op"]);
  on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS, new_memory: "32_gb" });
  expect((await on.change()).actions).toEqual(["no-op"]);
});
