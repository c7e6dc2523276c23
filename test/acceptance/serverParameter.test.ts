import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asked, SHOP } from "./explicit";
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

describe("a parameter", () => {
  test("is created, edited in place and deleted, each with one write, and says that a restart is needed", async () => {
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

  test("of another name or cluster is another one", async () => {
    on.emulator.seed({ clusters: [{ id: "shop2", memory: "8_gb", vcpu: "2_vcpus" }] });
    await on.applied(parameter());
    await on.write(parameter("500", "max-group-limit"));
    expect((await on.change()).actions).toEqual(["delete", "create"]);
    const planned = flat((await on.workspace.plan()).output);
    expect(planned).toContain(`Warning: ${RESTART}`);
    expect(planned).toMatch(
      /"max-per-page" is deleted at the service|"max-group-limit" is stored at the service/,
    );
    await on.write(parameter("500", "max-per-page", "it", '"shop2"'));
    expect((await on.change()).actions).toEqual(["delete", "create"]);
    await on.workspace.apply();
    expect(on.emulator.state().parameters).toMatchObject([{ cluster_id: "shop2" }]);
  });

  test("takes effect with a restart that its value triggers", async () => {
    const restart = (value: string) =>
      `${parameter(value)}\n${asked(`triggers = { parameter = ${PARAMETER}.value }`)}`;
    await on.applied(restart("500"));
    expect(on.emulator.runningParameters(SHOP)).toEqual({ "max-per-page": "500" });
    await on.workspace.emptyPlan();
    await on.write(restart("600"));
    const { resource_changes = [] } = await on.workspace.planJson();
    expect(resource_changes.map(({ change }) => change.actions)).toEqual([["delete", "create"], ["update"]]);
  });

  test("of which there are many takes one list to refresh, and each its write", async () => {
    const many = {
      "max-per-page": "500",
      "cache-num-entries": "2000",
      "filter-by-max-ops": "50",
      "cors-domains": "https://shop.example",
    };
    const text = Object.entries(many).map(([name, value], index) => parameter(value, name, `it${index}`));
    await on.applied(text.join("\n"));
    expect(Object.fromEntries(stored())).toEqual(many);
    on.requests();
    await on.workspace.emptyPlan();
    expect(on.requests()).toEqual(["listServerConfigurationParameters"]);
  });
});

describe("a name that exists already", () => {
  test("is an error with the way to take it over; nothing is changed", async () => {
    const id = on.emulator.setParameterOutside(SHOP, "max-per-page", "250");
    await on.write(parameter());
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`Server parameter "max-per-page" of cluster ${SHOP} already exists`);
    expect(flat(output)).toContain(`to = searchcloud_server_parameter.NAME id = "${SHOP}/max-per-page"`);
    expect(on.writes()).toEqual([]);
    expect([stored(), await inState()]).toEqual([[["max-per-page", "250"]], []]);

    await on.write(`${parameter()}\nimport {\n  to = ${PARAMETER}\n  id = "${SHOP}/max-per-page"\n}`);
    await on.workspace.apply();
    expect(on.writes()).toEqual([`PATCH ${PATH}/${id}`]);
    expect(await values()).toMatchObject({ id, value: "500" });
  });

  test("in this same configuration: the second fails, the first stays", async () => {
    await on.write(`${parameter("500")}\n${parameter("600", "max-per-page", "other")}`);
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain("already exists");
    expect(stored()).toHaveLength(1);
    expect(await inState()).toHaveLength(1);
  });
});

describe("an import", () => {
  let id: string;
  beforeEach(() => {
    id = on.emulator.setParameterOutside(SHOP, "max-per-page", "500");
  });

  test.each([
    ["name", () => `${SHOP}/max-per-page`],
    ["id", () => `${SHOP}/${id}`],
  ])("by %s plans empty", async (_, importId) => {
    await on.write(`${parameter()}\nimport {\n  to = ${PARAMETER}\n  id = "${importId()}"\n}`);
    expect((await on.change()).actions).toEqual(["no-op"]);
    await on.workspace.apply();
    expect(on.writes()).toEqual([]);
    expect(await values()).toMatchObject({ id, cluster_id: SHOP, name: "max-per-page", value: "500" });
    await on.workspace.emptyPlan();
  });

  test("generates a configuration that validates and plans empty", async () => {
    await on.write(`import {\n  to = ${PARAMETER}\n  id = "${SHOP}/max-per-page"\n}`);
    await on.workspace.plan(["-generate-config-out=generated.tf"]);
    const generated = await readFile(join(on.workspace.directory, "generated.tf"), "utf8");
    expect(generated).toMatch(/name += "max-per-page"\s+value += "500"/);
    await on.workspace.apply();
    await on.workspace.emptyPlan();
    expect(on.writes()).toEqual([]);
  });

  test.each([
    [`${SHOP}/min-per-page`, /has no server parameter with this name or id\. It has: max-per-page\./],
    ["nobody/max-per-page", /404/],
    ["max-per-page", /must be "<cluster_id>\/<name>" or "<cluster_id>\/<id>"/],
  ])("of %s is refused", async (importId, words) => {
    await on.write(parameter());
    const { output } = await on.workspace.import(PARAMETER, importId, { expect: 1 });
    expect(flat(output)).toMatch(words);
    expect(output).not.toContain("fault in the provider");
  });
});

describe("outside of Terraform", () => {
  beforeEach(async () => {
    await on.applied(parameter());
    on.writes();
  });

  test("another value is drift, which an apply mends", async () => {
    on.emulator.setParameterOutside(SHOP, "max-per-page", "250");
    const { actions, before, after } = await on.change();
    expect([actions, before?.value, after?.value]).toEqual([["update"], "250", "500"]);
    await on.workspace.apply();
    expect(stored()).toEqual([["max-per-page", "500"]]);
    await on.workspace.emptyPlan();
  });

  test("a parameter that is deleted is planned anew, and says so", async () => {
    on.emulator.deleteParameterOutside(SHOP, "max-per-page");
    const { output } = await on.workspace.plan();
    expect(flat(output)).toContain(`Server parameter "max-per-page" of cluster ${SHOP} is gone`);
    expect(output).toContain(`# ${PARAMETER} will be created`);
    await on.workspace.apply();
    expect(stored()).toEqual([["max-per-page", "500"]]);
  });

  test("one that is deleted before an edit arrives is an error; the next plan makes it anew", async () => {
    await on.write(parameter("600"));
    await on.workspace.plan(["-out=plan.out"]);
    on.emulator.deleteParameterOutside(SHOP, "max-per-page");
    const { output } = await on.workspace.apply(["plan.out"], { expect: 1 });
    expect(flat(output)).toMatch(/Could not change server parameter .*404/);
    await on.workspace.apply();
    expect(stored()).toEqual([["max-per-page", "600"]]);
  });

  test.each(["shown", "404"])(
    "a cluster that is terminated takes it along, with no needless writes (%s)",
    async (children_of_leaving) => {
      on.emulator.setAssumptions({ children_of_leaving });
      on.emulator.terminateOutside(SHOP);
      await on.workspace.destroy(["-refresh=false"]);
      expect(await inState()).toEqual([]);
      expect(on.writes().length).toBeLessThanOrEqual(1);
    },
  );

  test("a cluster that is gone: gone too, and no new one can be made", async () => {
    on.emulator.forget(SHOP);
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`Server parameter "max-per-page" of cluster ${SHOP} is gone`);
    expect(flat(output)).toContain(`There is no cluster ${SHOP} to set a server parameter of`);
    expect(on.writes()).toEqual([]);
    await on.workspace.destroy();
    expect(await inState()).toEqual([]);
  });

  test("a 404 of another host is not taken for gone, neither by a plan nor by a destroy", async () => {
    on.environment.SEARCHCLOUD_BASE_URL = on.environment.SEARCHCLOUD_BASE_URL?.replace(
      "127.0.0.1",
      "localhost",
    );
    on.emulator.addFault({ match: { times: 0 }, effect: { kind: "status", status: 404 } });
    for (const args of [[], ["-refresh=false"]]) {
      const { output } = await on.workspace.destroy(args, { expect: 1 });
      expect(flat(output)).toContain("Nothing was changed. Set base_url back");
    }
    on.emulator.clearFaults();
    expect(await values()).toMatchObject({ value: "500" });
  });
});
