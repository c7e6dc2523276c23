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

test("two aliases that want to change it: both get through", async () => {
  const { id } = on;
  const settings = '}\nprovider "searchcloud" {\n  alias = "other"\n';
  const restart = asked('provider = searchcloud.other\ntriggers = { on = "1" }', id, "restart");
  await on.writeText(`${cluster(body(LARGER))}\n${restart}`, settings);
  await on.workspace.apply();
  expect(on.changes().map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(on.emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "4_vcpus" }]);
  await on.workspace.emptyPlan();
});

test("a second resource of the same cluster is two clusters: the name is taken", async () => {
  await on.write(`${cluster(body(SMALL))}\n${cluster(body({ ...SMALL, memory: '"16_gb"' }), "second")}`);
  const said = await on.plan(undefined, 1);
  expect(said).toContain('A cluster named "products" exists already');
  expect(on.wrote()).toEqual([]);
});

test("terminated with a change of somebody else's on its way", async () => {
  on.emulator.changeOutside(on.id, { perform_change_at: LATER_SECONDS, new_memory: "16_gb" });
  await on.workspace.destroy();
  expect(on.wrote()).toEqual(["terminateCluster"]);
});
