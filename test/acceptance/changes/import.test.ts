import { testWith } from "../../support/features";
import { cluster, importBlock } from "../support";
import { eachStage, forgetState, LARGER, LATER_SECONDS, SMALL } from "./kit";

/** Imports of a cluster with a change in progress (docs/design/laws.md#l5). */
const on = eachStage();
beforeEach(async () => {
  await forgetState(on);
  on.emulator.changeOutside(on.id, {
    perform_change_at: LATER_SECONDS,
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
  });
});

testWith("generated configuration")(
  "a configuration that terraform writes says what it leads to",
  async () => {
    await on.write(importBlock(on.id));
    expect(await on.generated()).toContain('"16_gb"');
  },
);

test("its result is compared: the plan is empty", async () => {
  expect((await on.change(`${importBlock(on.id)}\n${cluster(LARGER)}`)).actions).toEqual(["no-op"]);
  await on.apply();
  await on.empty();
  expect(await on.values()).toMatchObject({
    memory: "16_gb",
    live: { memory: "8_gb" },
    pending_change: { id: on.lastChange().id },
  });
  expect(on.wrote()).toEqual([]);
});

test("a configuration of the previous size reverts it", async () => {
  const { actions, before } = await on.change(`${importBlock(on.id)}\n${cluster(SMALL)}`);
  expect(actions).toEqual(["update"]);
  expect(before).toMatchObject({ memory: "16_gb", pending_change: { id: on.lastChange().id } });
  await on.apply();
  expect(on.changes().map(({ status }) => status)).toEqual(["canceled"]);
  expect(on.wrote()).toEqual(["cancelConfigurationChange"]);
  await on.empty();
});
