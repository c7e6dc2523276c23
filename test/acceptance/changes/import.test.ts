import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { importBlock, LARGER, LATER_SECONDS, SMALL, type Stage, staged } from "./kit";

/** A cluster is imported while a change of it is on its way (docs/design/laws.md#l5). */
let on: Stage;
beforeEach(async () => {
  on = await staged();
  await on.workspace.terraform(["state", "rm", "searchcloud_cluster.products"]);
  on.emulator.changeOutside(on.id, {
    perform_change_at: LATER_SECONDS,
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
  });
});
afterEach(() => on.close());

test("what it leads to is what is compared: the plan is empty", async () => {
  await on.write(importBlock(on.id, LARGER));
  expect((await on.change()).actions).toEqual(["no-op"]);
  await on.workspace.apply();
  await on.empty();
  expect(await on.values()).toMatchObject({
    memory: "16_gb",
    live: { memory: "8_gb" },
    pending_change: { id: on.lastChange().id },
  });
  expect(on.wrote()).toEqual([]);
});

test("a configuration of what ran before undoes it", async () => {
  await on.write(importBlock(on.id, SMALL));
  const { actions, before } = await on.change();
  expect(actions).toEqual(["update"]);
  expect(before).toMatchObject({ memory: "16_gb", pending_change: { id: on.lastChange().id } });
  await on.apply();
  expect(on.changes().map(({ status }) => status)).toEqual(["canceled"]);
  expect(on.wrote()).toEqual(["cancelConfigurationChange"]);
  await on.empty();
});

test("a configuration that terraform writes validates and plans empty", async () => {
  await on.write(importBlock(on.id));
  await on.workspace.plan(["-generate-config-out=generated.tf"]);
  expect(await readFile(join(on.workspace.directory, "generated.tf"), "utf8")).toContain('"16_gb"');
  await on.workspace.validate();
  expect((await on.change()).actions).toEqual(["no-op"]);
  await on.workspace.apply();
  await on.empty();
  expect(on.wrote()).toEqual([]);
});
