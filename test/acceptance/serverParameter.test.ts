import {
  eachScene,
  explicit,
  flat,
  importBlock,
  OPTIONS,
  PARAMETER,
  parameter,
  SHOP,
  seedShop,
} from "./support";

const on = eachScene(OPTIONS, seedShop);

const PATH = `/clusters/${SHOP}/server-configuration-parameters`;
const RESTART = `Server parameters of cluster ${SHOP} take effect at its next restart`;
const stored = () => on.emulator.state().parameters.map((one) => [one.parameter_name, one.parameter_value]);

test("a parameter is created, edited in place and deleted, each with one write, and reports that a restart is needed", async () => {
  expect(await on.apply(parameter())).toContain(RESTART);
  expect(on.requests()).toEqual([
    "getAccount",
    "getAccount",
    "listServerConfigurationParameters",
    "createServerConfigurationParameter",
  ]);
  expect(stored()).toEqual([["max-per-page", "500"]]);
  const created = await on.values(PARAMETER);
  expect(created).toMatchObject({
    cluster_id: SHOP,
    name: "max-per-page",
    value: "500",
    updated_at: created.created_at,
  });
  expect(created.created_at).toMatch(/^2026-11-20T00:00:\d\d(\.\d+)?Z$/);
  expect(await on.empty()).not.toContain("Warning");
  expect(on.requests()).toEqual(["listServerConfigurationParameters"]);

  const change = await on.change(parameter("600"));
  expect([change.actions, change.after_unknown]).toEqual([["update"], { updated_at: true }]);
  on.requests();
  expect(await on.apply()).toContain(RESTART);
  expect(on.writes()).toEqual([`PATCH ${PATH}/${created.id}`]);
  const edited = await on.values(PARAMETER);
  expect(edited).toMatchObject({ id: created.id, value: "600", created_at: created.created_at });
  expect(edited.updated_at).not.toBe(created.updated_at);
  await on.empty();

  expect(await on.destroy()).toContain(RESTART);
  expect(on.writes()).toEqual([`DELETE ${PATH}/${created.id}`]);
  expect([stored(), await on.inState()]).toEqual([[], []]);
});

test("another name is another parameter, and the plan warns of the restart for both", async () => {
  await on.apply(parameter());
  const said = await on.plan(parameter("500", "max-group-limit"));
  expect(said).toContain("1 to add, 0 to change, 1 to destroy");
  expect(said).toContain(`Warning: ${RESTART}`);
  expect(said).toMatch(/"max-per-page" is deleted at the service|"max-group-limit" is stored at the service/);
});

test("many parameters: one list to refresh, a write each, a restart that a value triggers, and a number is its string", async () => {
  const many = {
    "max-per-page": "500",
    "cache-num-entries": "2000",
    "filter-by-max-ops": "50",
    "cors-domains": "https://shop.example",
  };
  const text = Object.entries(many).map(([name, value], index) => parameter(value, name, `it${index}`));
  text[2] = text[2]?.replace('"50"', "50") ?? "";
  const after = `depends_on = [${[1, 2, 3].map((index) => `searchcloud_server_parameter.it${index}`)}]`;
  const restart = explicit(`triggers = { parameter = searchcloud_server_parameter.it0.value }\n${after}`);
  const all = [...text, restart].join("\n");
  await on.apply(all);
  expect(Object.fromEntries(stored())).toEqual(many);
  expect(on.emulator.runningParameters(SHOP)).toEqual(many);
  on.requests();
  await on.empty();
  expect(on.requests().sort()).toEqual(["getConfigurationChange", "listServerConfigurationParameters"]);
  const said = await on.plan(all.replace('"500"', '"600"'));
  expect(said).toContain("Plan: 1 to add, 1 to change, 1 to destroy");
});

describe("a name that already exists", () => {
  test("is an error that explains the import; nothing is changed; the import is by id, by name, or with a generated configuration", async () => {
    on.emulator.setAssumptions({ parameter_times: "epoch_seconds" });
    const id = on.emulator.setParameterOutside(SHOP, "max-per-page", "250");
    const said = await on.apply(parameter(), 1);
    expect(said).toContain(`Server parameter "max-per-page" of cluster ${SHOP} already exists`);
    expect(said).toContain(`to = searchcloud_server_parameter.NAME id = "${SHOP}/max-per-page"`);
    expect([on.writes(), stored(), await on.inState()]).toEqual([[], [["max-per-page", "250"]], []]);

    const none = await on.workspace.import(PARAMETER, `${SHOP}/min-per-page`, { expect: 1 });
    expect(flat(none.output)).toContain(
      "has no server parameter with this name or id. It has: max-per-page.",
    );
    const byId = `${parameter("250")}\n${importBlock(`${SHOP}/${id}`, PARAMETER)}`;
    expect((await on.change(byId)).actions).toEqual(["no-op"]);
    const byName = importBlock(`${SHOP}/max-per-page`, PARAMETER);
    await on.write(byName);
    expect(await on.generated()).toMatch(/name += "max-per-page"\s+value += "250"/);
    await on.workspace.write({ "generated.tf": "" });
    await on.apply(`${parameter()}\n${byName}`);
    expect(on.writes()).toEqual([`PATCH ${PATH}/${id}`]);
    const { created_at, ...values } = await on.values(PARAMETER);
    expect(values).toMatchObject({ id, value: "500" });
    expect(created_at).toMatch(/^2026-11-20T00:00:\d\dZ$/);
  });

  test("is an error even if it was just created; of two in one configuration, the second fails and the first stays", async () => {
    on.emulator.race({
      match: { operation: "createServerConfigurationParameter" },
      when: "before",
      do: { set_parameter: { name: "max-per-page", value: "250" } },
    });
    expect(await on.apply(parameter(), 1)).toContain('It has the value "250", and nothing was changed');
    expect(stored()).toEqual([["max-per-page", "250"]]);
    on.emulator.deleteParameterOutside(SHOP, "max-per-page");
    const two = `${parameter("500")}\n${parameter("600", "max-per-page", "other")}`;
    expect(await on.apply(two, 1)).toContain("already exists");
    expect([stored().length, (await on.inState()).length]).toEqual([1, 1]);
  });
});

describe("outside of Terraform", () => {
  beforeEach(async () => {
    await on.apply(parameter());
    on.writes();
  });

  test("a changed value is drift; a deleted parameter is created again; a delete between plan and apply is an error", async () => {
    on.emulator.setParameterOutside(SHOP, "max-per-page", "250");
    const { actions, before, after } = await on.change();
    expect([actions, before?.value, after?.value]).toEqual([["update"], "250", "500"]);
    await on.apply();
    expect(stored()).toEqual([["max-per-page", "500"]]);

    const remove = () => on.emulator.deleteParameterOutside(SHOP, "max-per-page");
    expect(await on.applyAfter(remove, parameter("600"), 1)).toMatch(
      /Could not change server parameter .*404/,
    );
    expect(await on.apply()).toContain(`Server parameter "max-per-page" of cluster ${SHOP} is gone`);
    expect(stored()).toEqual([["max-per-page", "600"]]);
  });

  test.each(["shown", "404"])(
    "a terminated or missing cluster deletes it without needless writes (%s), and none can be created",
    async (children_of_leaving) => {
      on.emulator.setAssumptions({ children_of_leaving });
      on.emulator.terminateOutside(SHOP);
      await on.workspace.destroy(["-refresh=false"]);
      expect(await on.inState()).toEqual([]);
      expect(on.writes().length).toBeLessThanOrEqual(1);
      on.emulator.forget(SHOP);
      const said = await on.apply(undefined, 1);
      expect(said).toContain(`Cannot set a server parameter: cluster ${SHOP} not found`);
      expect(on.writes()).toEqual([]);
    },
  );
});

test("an unknown name and a value outside its range are warnings; the service decides, and its message is shown", async () => {
  const said = await on.apply(`${parameter("20000")}\n${parameter("1", "max_per_page", "other")}`, 1);
  expect(said).toMatch(/"max-per-page" is a whole number from 1 to 10000, not "20000"/);
  expect(said).toMatch(/"max_per_page" is not a known server parameter/);
  expect(said).toMatch(/Could not give cluster shop1 the server parameter .*422/);
  expect(await on.inState()).toEqual([]);
});

test("a key that may not write: a hint at plan, 403 at apply; the value and the parameter stay as they are", async () => {
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.operate;
  expect(await on.apply(parameter())).not.toContain("may not be allowed");
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys.provision;
  const said = await on.apply(parameter("600"), 1);
  expect(said).toContain("The key may not be allowed to set server parameters");
  expect(said).toMatch(/403.*cluster_parameters:manage.*operate, admin/);
  await on.destroy(1);
  expect((await on.values(PARAMETER)).value).toBe("500");
  expect(stored()).toEqual([["max-per-page", "500"]]);
});

describe("a cluster that currently rejects parameters", () => {
  const waitedFor = () =>
    on.served.lines.map(({ message }) => message).filter((one) => one.startsWith("Waiting"));
  const changing = (new_memory: string, new_vcpu: string) => {
    const perform_change_at = on.emulator.advance(0) + 1;
    on.emulator.changeOutside(SHOP, { perform_change_at, new_memory, new_vcpu });
    on.emulator.advance(2);
  };

  test.each(["in_service", "initializing"])(
    "because a change is running (%s): create, edit and destroy wait; not if the value itself is rejected",
    async (status_during_change) => {
      const parameters_during_change = "422";
      on.emulator.setAssumptions({ change_seconds: 60, parameters_during_change, status_during_change });
      changing("16_gb", "4_vcpus");
      await on.apply(parameter("20000"), 1);
      expect([on.writes().length, waitedFor()]).toEqual([1, []]);
      await on.apply(parameter());
      expect(new Set(on.writes())).toEqual(new Set([`POST ${PATH}`]));
      expect(stored()).toEqual([["max-per-page", "500"]]);
      expect(waitedFor().length).toBeGreaterThan(0);
      changing("32_gb", "8_vcpus");
      await on.apply(parameter("600"));
      expect(stored()).toEqual([["max-per-page", "600"]]);
      changing("64_gb", "8_vcpus");
      await on.destroy();
      expect(stored()).toEqual([]);
      expect(new Set(on.emulator.state().changes.map(({ status }) => status))).toEqual(
        new Set(["succeeded"]),
      );
    },
  );
});
