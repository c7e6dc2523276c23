import { SHOP } from "./explicit";
import { PARAMETER, PATH, parameter } from "./parameter";
import { flat, OPTIONS, type Scene, scene } from "./support";

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
  on.emulator.seed({ clusters: [{ id: SHOP, memory: "8_gb", vcpu: "2_vcpus" }] });
});
afterEach(() => on.close());

const stored = () => on.emulator.state().parameters.map((one) => [one.parameter_name, one.parameter_value]);
const values = async (address = PARAMETER) => (await on.resource(address)).values;
const inState = async () => (await on.workspace.state()).values?.root_module.resources ?? [];

test("an unknown name and a value outside its range are warnings; the service decides, and its words are shown", async () => {
  await on.write(`${parameter("20000")}\n${parameter("1", "max_per_page", "other")}`);
  const planned = flat((await on.workspace.plan()).output);
  expect(planned).toMatch(/"max-per-page" is a whole number from 1 to 10000, not "20000"/);
  expect(planned).toMatch(/"max_per_page" is not a known server parameter/);
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(flat(output)).toMatch(/Could not give cluster shop1 the server parameter .*422/);
  expect(await inState()).toEqual([]);
});

test("a key that may not write: a hint at plan, 403 at apply; the value and the parameter stay as they are", async () => {
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.operate;
  expect((await on.applied(parameter())).output).not.toContain("may not be allowed");
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.provision;
  await on.write(parameter("600"));
  const planned = flat((await on.workspace.plan()).output);
  expect(planned).toContain("The key may not be allowed to set server parameters");
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(flat(output)).toMatch(/403.*cluster_parameters:manage.*operate, admin/);
  expect(await values()).toMatchObject({ value: "500" });
  await on.workspace.destroy([], { expect: 1 });
  expect([stored(), (await inState()).length]).toEqual([[["max-per-page", "500"]], 1]);
});

describe("a cluster that takes no parameters now", () => {
  const shop2 = (value = "500") => parameter(value, "max-per-page", "it", '"shop2"');
  const waitedFor = () =>
    on.served.lines.map(({ message }) => message).filter((one) => one.startsWith("Waiting"));
  const changing = () =>
    on.emulator.seed({
      clusters: [{ id: "shop2", changes: [{ id: "ch1", status: "in_progress", new_memory: "1_gb" }] }],
    });

  test.each(["in_service", "initializing"])(
    "as a change of it runs (%s): it is waited for, and the parameter is written",
    async (status_during_change) => {
      on.emulator.setAssumptions({
        change_seconds: 60,
        parameters_during_change: "422",
        status_during_change,
      });
      changing();
      await on.applied(shop2());
      expect(new Set(on.writes())).toEqual(new Set([`POST ${PATH.replace(SHOP, "shop2")}`]));
      expect(stored()).toEqual([["max-per-page", "500"]]);
      expect(on.emulator.state().changes).toMatchObject([{ id: "ch1", status: "succeeded" }]);
      expect(waitedFor().length).toBeGreaterThan(0);
    },
  );

  test("as a change of it runs, for an edit and for a destroy: likewise", async () => {
    on.emulator.seed({ clusters: [{ id: "shop2", memory: "8_gb", vcpu: "2_vcpus" }] });
    await on.applied(shop2());
    on.emulator.setAssumptions({ change_seconds: 60, parameters_during_change: "422" });
    const change = (new_memory: string, new_vcpu: string) => {
      on.emulator.changeOutside("shop2", {
        perform_change_at: on.emulator.advance(0) + 1,
        new_memory,
        new_vcpu,
      });
      on.emulator.advance(2);
    };
    change("16_gb", "4_vcpus");
    await on.applied(shop2("600"));
    expect(stored()).toEqual([["max-per-page", "600"]]);
    change("32_gb", "8_vcpus");
    await on.workspace.destroy();
    expect(stored()).toEqual([]);
    expect(on.emulator.state().changes.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  });

  test("as it starts: it is waited for, and the parameter is written", async () => {
    on.emulator.setAssumptions({ parameters_before_service: "422" });
    on.emulator.patchCluster(SHOP, { status: "initializing" });
    await on.write(parameter());
    const running = await on.start(["apply", "-auto-approve"]);
    await on.until(() => waitedFor().length > 0);
    on.emulator.patchCluster(SHOP, { status: "in_service" });
    expect((await running.finished).code).toBe(0);
    expect(stored()).toEqual([["max-per-page", "500"]]);
  });

  test("is not waited for when the value is refused for itself", async () => {
    on.emulator.setAssumptions({ change_seconds: 60, parameters_during_change: "422" });
    changing();
    await on.write(shop2("20000"));
    await on.workspace.apply([], { expect: 1 });
    expect([on.writes().length, waitedFor()]).toEqual([1, []]);
  });
});
