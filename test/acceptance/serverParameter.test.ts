import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { explicit, SHOP } from "./explicit";
import { PARAMETER, PATH, parameter } from "./parameter";
import { flat, OPTIONS, type Scene, scene } from "./support";

const RESTART = `Server parameters of cluster ${SHOP} take effect at its next restart`;

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
  on.emulator.seed({ clusters: [{ id: SHOP, memory: "8_gb", vcpu: "2_vcpus" }] });
});
afterEach(() => on.close());

const stored = () => on.emulator.state().parameters.map((one) => [one.parameter_name, one.parameter_value]);
const values = async (address = PARAMETER) => (await on.resource(address)).values;
const inState = async () => (await on.workspace.state()).values?.root_module.resources ?? [];

test("a parameter is created, edited in place and deleted, each with one write, and says that a restart is needed", async () => {
  const { output } = await on.applied(parameter());
  expect(flat(output)).toContain(RESTART);
  expect(on.requests()).toEqual([
    "getAccount",
    "getAccount",
    "listServerConfigurationParameters",
    "createServerConfigurationParameter",
  ]);
  expect(stored()).toEqual([["max-per-page", "500"]]);
  const made = await values();
  expect(made).toMatchObject({
    cluster_id: SHOP,
    name: "max-per-page",
    value: "500",
    updated_at: made.created_at,
  });
  expect(made.created_at).toMatch(/^2026-11-20T00:00:\d\d(\.\d+)?Z$/);
  on.requests();
  expect((await on.workspace.emptyPlan()).output).not.toContain("Warning");
  expect(on.requests()).toEqual(["listServerConfigurationParameters"]);

  await on.write(parameter("600"));
  const change = await on.change();
  expect([change.actions, change.after_unknown]).toEqual([["update"], { updated_at: true }]);
  on.requests();
  expect(flat((await on.workspace.apply()).output)).toContain(RESTART);
  expect(on.writes()).toEqual([`PATCH ${PATH}/${made.id}`]);
  const edited = await values();
  expect(edited).toMatchObject({ id: made.id, value: "600", created_at: made.created_at });
  expect(edited.updated_at).not.toBe(made.updated_at);
  await on.workspace.emptyPlan();

  expect(flat((await on.workspace.destroy()).output)).toContain(RESTART);
  expect(on.writes()).toEqual([`DELETE ${PATH}/${made.id}`]);
  expect([stored(), await inState()]).toEqual([[], []]);
});

test("another name is another parameter, and the plan warns of the restart for both", async () => {
  await on.applied(parameter());
  await on.write(parameter("500", "max-group-limit"));
  const { output } = await on.workspace.plan(["-out=plan.out"]);
  expect(flat(output)).toContain("1 to add, 0 to change, 1 to destroy");
  expect(flat(output)).toContain(`Warning: ${RESTART}`);
  expect(flat(output)).toMatch(
    /"max-per-page" is deleted at the service|"max-group-limit" is stored at the service/,
  );
});

test("many parameters: one list to refresh, a write each, a restart that a value triggers, and a number is its text", async () => {
  const many = {
    "max-per-page": "500",
    "cache-num-entries": "2000",
    "filter-by-max-ops": "50",
    "cors-domains": "https://shop.example",
  };
  const text = Object.entries(many).map(([name, value], index) => parameter(value, name, `it${index}`));
  text[2] = text[2]?.replace('"50"', "50") ?? "";
  const after =
    "depends_on = [searchcloud_server_parameter.it1, searchcloud_server_parameter.it2, searchcloud_server_parameter.it3]";
  const restart = explicit(`triggers = { parameter = searchcloud_server_parameter.it0.value }\n${after}`);
  await on.applied([...text, restart].join("\n"));
  expect(Object.fromEntries(stored())).toEqual(many);
  expect(on.emulator.runningParameters(SHOP)).toEqual(many);
  on.requests();
  await on.workspace.emptyPlan();
  expect(on.requests().sort()).toEqual(["getConfigurationChange", "listServerConfigurationParameters"]);
  await on.write([...text, restart].join("\n").replace('"500"', '"600"'));
  const { resource_changes = [] } = await on.workspace.planJson();
  expect(
    resource_changes
      .filter(({ change }) => !change.actions.includes("no-op"))
      .map(({ change }) => change.actions),
  ).toEqual([["delete", "create"], ["update"]]);
});

describe("a name that exists already", () => {
  test("is an error with the way to import it; nothing is changed; the import is by id, by name, or with a generated configuration", async () => {
    on.emulator.setAssumptions({ parameter_times: "epoch_seconds" });
    const id = on.emulator.setParameterOutside(SHOP, "max-per-page", "250");
    await on.write(parameter());
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`Server parameter "max-per-page" of cluster ${SHOP} already exists`);
    expect(flat(output)).toContain(`to = searchcloud_server_parameter.NAME id = "${SHOP}/max-per-page"`);
    expect([on.writes(), stored(), await inState()]).toEqual([[], [["max-per-page", "250"]], []]);

    const block = (by: string) => `import {\n  to = ${PARAMETER}\n  id = "${SHOP}/${by}"\n}`;
    await on.write(`${parameter("250")}\n${block(id)}`);
    expect((await on.change()).actions).toEqual(["no-op"]);
    await on.write(block("max-per-page"));
    await on.workspace.plan(["-generate-config-out=generated.tf"]);
    const generated = await readFile(join(on.workspace.directory, "generated.tf"), "utf8");
    expect(generated).toMatch(/name += "max-per-page"\s+value += "250"/);
    await on.workspace.write({ "generated.tf": "" });
    await on.write(`${parameter()}\n${block("max-per-page")}`);
    await on.workspace.apply();
    expect(on.writes()).toEqual([`PATCH ${PATH}/${id}`]);
    expect(await values()).toMatchObject({ id, value: "500" });
    expect((await values()).created_at).toMatch(/^2026-11-20T00:00:\d\dZ$/);
  });

  test("since a moment ago, too; of two in one configuration the second fails and the first stays", async () => {
    await on.write(parameter());
    on.emulator.race({
      match: { operation: "createServerConfigurationParameter" },
      when: "before",
      do: { set_parameter: { name: "max-per-page", value: "250" } },
    });
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain('It has the value "250", and nothing was changed');
    expect(stored()).toEqual([["max-per-page", "250"]]);
    on.emulator.deleteParameterOutside(SHOP, "max-per-page");
    await on.write(`${parameter("500")}\n${parameter("600", "max-per-page", "other")}`);
    expect(flat((await on.workspace.apply([], { expect: 1 })).output)).toContain("already exists");
    expect([stored().length, (await inState()).length]).toEqual([1, 1]);
  });

  test("an id that leads to none is refused, with the names that there are", async () => {
    on.emulator.setParameterOutside(SHOP, "max-per-page", "500");
    await on.write(parameter());
    for (const [importId, words] of [
      [`${SHOP}/min-per-page`, /has no server parameter with this name or id\. It has: max-per-page\./],
      ["nobody/max-per-page", /404/],
      ["max-per-page", /must be "<cluster_id>\/<name>" or "<cluster_id>\/<id>"/],
    ] as const) {
      const { output } = await on.workspace.import(PARAMETER, importId, { expect: 1 });
      expect(flat(output)).toMatch(words);
    }
  });
});

describe("outside of Terraform", () => {
  beforeEach(async () => {
    await on.applied(parameter());
    on.writes();
  });

  test("another value is drift; one that is deleted is created again; between plan and apply that is an error", async () => {
    on.emulator.setParameterOutside(SHOP, "max-per-page", "250");
    const { actions, before, after } = await on.change();
    expect([actions, before?.value, after?.value]).toEqual([["update"], "250", "500"]);
    await on.workspace.apply();
    expect(stored()).toEqual([["max-per-page", "500"]]);

    await on.write(parameter("600"));
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.deleteParameterOutside(SHOP, "max-per-page");
    const { output } = await on.workspace.apply(["plan.out"], { expect: 1 });
    expect(flat(output)).toMatch(/Could not change server parameter .*404/);
    const again = flat((await on.workspace.apply()).output);
    expect(again).toContain(`Server parameter "max-per-page" of cluster ${SHOP} is gone`);
    expect(stored()).toEqual([["max-per-page", "600"]]);
  });

  test.each(["shown", "404"])(
    "a terminated cluster deletes it, with no needless writes (%s); a missing one too, and none can be created",
    async (children_of_leaving) => {
      on.emulator.setAssumptions({ children_of_leaving });
      on.emulator.terminateOutside(SHOP);
      await on.workspace.destroy(["-refresh=false"]);
      expect(await inState()).toEqual([]);
      expect(on.writes().length).toBeLessThanOrEqual(1);
      on.emulator.forget(SHOP);
      const { output } = await on.workspace.apply([], { expect: 1 });
      expect(flat(output)).toContain(`There is no cluster ${SHOP} to set a server parameter of`);
      expect(on.writes()).toEqual([]);
    },
  );
});
