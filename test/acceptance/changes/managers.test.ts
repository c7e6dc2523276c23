import { explicit } from "../explicit";
import { cluster } from "../support";
import { body, LARGER, type Stage, staged } from "./kit";

/** Two that want to change one cluster in one apply both get through, or fail with the blocking change named (docs/design/laws.md#l11). */
let on: Stage;
beforeEach(async () => {
  on = await staged();
});
afterEach(() => on.close());

test("a resize and an explicit restart by another alias of the provider: both get through", async () => {
  const settings = '}\nprovider "searchcloud" {\n  alias = "other"\n';
  const restart = explicit('provider = searchcloud.other\ntriggers = { on = "1" }', on.id, "restart");
  await on.writeText(`${cluster(body(LARGER))}\n${restart}`, settings);
  await on.workspace.apply();
  expect(on.wrote().filter((name) => name === "cancelConfigurationChange")).toEqual([]);
  expect(on.changes().map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(on.emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "4_vcpus" }]);
  await on.workspace.emptyPlan();
});
