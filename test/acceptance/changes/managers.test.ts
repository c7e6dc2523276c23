import { asked } from "../explicit";
import { cluster } from "../support";
import { at, body, LARGER, LATER, type Stage, staged } from "./kit";

/** Two that want to change one cluster in one apply both get through, or fail with the blocking change named (docs/design/laws.md#l11). */
let on: Stage;
beforeEach(async () => {
  on = await staged();
});
afterEach(() => on.close());

test("a resize and an explicit restart by another alias of the provider: both get through", async () => {
  const settings = '}\nprovider "searchcloud" {\n  alias = "other"\n';
  const restart = asked('provider = searchcloud.other\ntriggers = { on = "1" }', on.id, "restart");
  await on.writeText(`${cluster(body(LARGER))}\n${restart}`, settings);
  await on.workspace.apply();
  expect(on.wrote().filter((name) => name === "cancelConfigurationChange")).toEqual([]);
  expect(on.changes().map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(on.emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "4_vcpus" }]);
  await on.workspace.emptyPlan();
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
