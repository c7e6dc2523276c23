import { asked } from "../explicit";
import { cluster } from "../support";
import { at, body, LARGER, LATER, LATER_SECONDS, SMALL, type Stage, staged } from "./kit";

/** Two that want to change one cluster in one apply both get through, or fail with the blocking change named (docs/design/laws.md#l11). */
let on: Stage;
beforeEach(async () => {
  on = await staged();
});
afterEach(() => on.close());

test("a resize and an explicit restart: both get through", async () => {
  const restart = 'triggers = { on = "1" }';
  await on.write(`${cluster(body(LARGER))}\n${asked(restart, on.id, "restart")}`);
  await on.workspace.apply();
  expect(on.wrote().filter((name) => name === "cancelConfigurationChange")).toEqual([]);
  expect(on.changes().map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(on.emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "4_vcpus" }]);
  await on.empty();
});

test("an explicit change behind a resize that is due too late: the blocking change is named", async () => {
  await on.apply({ ...LARGER, ...at(LATER) });
  await on.write(
    `${cluster(body({ ...LARGER, ...at(LATER) }))}\n${asked('triggers = { on = "1" }', on.id, "restart")}`,
  );
  on.emulator.clearJournal();
  const said = await on.apply(undefined, 1);
  expect(said).toContain(`Cluster ${on.id} has another change in flight`);
  expect(said).toContain(`Configuration change ${on.lastChange().id}`);
  expect(on.wrote()).toEqual([]);
});
