import { cluster, flat, PRODUCTS, type Scene } from "../support";
import { billed, CLONE, cloneScene, clonesOf, copy, POST, SHOP, valuesOf } from "./kit";

let on: Scene;
beforeEach(async () => {
  on = await cloneScene();
});
afterEach(() => on.close());

describe("a clone", () => {
  test("is created once, waited for, and can be used in the same apply", async () => {
    const used = `data "searchcloud_cluster" "copy" {\n id = ${CLONE}.target_cluster_id\n}`;
    const { output } = await on.applied(`${copy()}\n${used}`);
    expect(flat(output)).toContain(`A clone of cluster ${SHOP} is a second billed cluster`);
    expect(on.writes()).toEqual([POST]);
    const [made] = clonesOf(on);
    const [target] = billed(on);
    expect(await valuesOf(on)).toMatchObject({
      id: made?.id,
      cluster_id: SHOP,
      status: "succeeded",
      source_region: "oregon",
      target_region: "oregon",
      search_server_version: "30.1",
      target_cluster_id: target,
      completed_at: expect.stringMatching(/^2026-11-20T00:00:/),
    });
    const { values } = await on.resource("data.searchcloud_cluster.copy");
    expect(values).toMatchObject({ status: "in_service", hostnames: { nodes: [expect.any(String)] } });
    await on.workspace.emptyPlan();
    expect(billed(on)).toHaveLength(1);
  });

  test("that is not waited for catches up by itself", async () => {
    await on.applied(copy("wait = false"));
    expect(await valuesOf(on)).toMatchObject({ status: "pending", target_cluster_id: null });
    on.emulator.advance(60);
    await on.workspace.emptyPlan();
    await on.workspace.apply();
    expect(await valuesOf(on)).toMatchObject({ status: "succeeded", target_cluster_id: billed(on)[0] });
    expect(on.writes()).toEqual([POST]);
  });

  test("of a cluster of the same configuration is created when that is in service, and destroyed before it", async () => {
    const cluster =
      'resource "searchcloud_cluster" "it" {\n memory = "0.5_gb"\n vcpu = "2_vcpus_1_hr_burst_per_day"\n regions = ["oregon"]\n}';
    const both = copy("terminate_clone_on_destroy = true").replace(`"${SHOP}"`, "searchcloud_cluster.it.id");
    await on.applied(`${cluster}\n${both}`);
    await on.workspace.emptyPlan();
    on.writes();
    const { cluster_id: source, target_cluster_id: target } = await valuesOf(on);
    await on.workspace.destroy();
    expect(on.writes()).toEqual([`POST /clusters/${target}/lifecycle`, `POST /clusters/${source}/lifecycle`]);
    expect(billed(on)).toEqual([]);
  });
});

describe("a source whose clone has its name", () => {
  const both = `${cluster()}\n${copy().replace(`"${SHOP}"`, `${PRODUCTS}.id`)}`;
  const sourceId = async () => String((await on.resource()).values.id);
  beforeEach(() => on.emulator.setAssumptions({ clone_target_name: "source" }));

  test.each<[how: string, act: () => Promise<unknown>]>([
    ["with -replace", () => on.workspace.apply([`-replace=${PRODUCTS}`])],
    [
      "after a termination outside",
      async () => {
        on.emulator.terminateOutside(await sourceId());
        await on.workspace.apply();
      },
    ],
  ])("is created again %s: the clone is no leftover of an interrupted create", async (_, act) => {
    await on.applied(both);
    const [source, { target_cluster_id: clone }] = [await sourceId(), await valuesOf(on)];
    await act();
    expect(await sourceId()).not.toBe(source);
    expect(billed(on)).toEqual(expect.arrayContaining([await sourceId(), clone]));
  });

  test("is not taken for the clone where nobody can tell: the error says what to do then", async () => {
    on.emulator.setAssumptions({ children_of_leaving: "404" });
    await on.applied(both);
    on.emulator.terminateOutside(await sourceId());
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain('A cluster named "products" exists already');
    expect(flat(output)).toMatch(/clone of a searchcloud_cloning_operation.*do not import it/);
  });
});

describe("a busy source", () => {
  test("is not cloned twice: just this clone, which may be this configuration's own", async () => {
    on.emulator.setAssumptions({ clone_seconds: 30 });
    const other = on.emulator.cloneOutside(SHOP);
    await on.write(copy());
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`Cluster ${SHOP} is being cloned already: cloning operation ${other}`);
    expect(flat(output)).toContain(`id = "${SHOP}/${other}"`);
    expect(on.writes()).toEqual([]);
    on.emulator.advance(60);
    await on.workspace.apply();
    expect(on.writes()).toEqual([POST]);
  });

  const LATER = { perform_change_at: Date.UTC(2026, 10, 22) / 1000, new_memory: "16_gb" };

  test.each(["400", "409"])("that has a change planned too late fails, naming it (%s)", async (status) => {
    on.emulator.setAssumptions({ clone_refused_status: status });
    const change = on.emulator.changeOutside(SHOP, LATER);
    await on.write(copy());
    const { output } = await on.workspace.apply([], { expect: 1 });
    expect(flat(output)).toContain(`Cluster ${SHOP} has another change in flight`);
    expect(flat(output)).toContain(
      `Configuration change ${change} (memory 16_gb, due 2026-11-22T00:00:00Z, pending)`,
    );
    expect(clonesOf(on)).toEqual([]);
  });

  test("of two clones in one apply creates both, one after the other", async () => {
    await on.applied(`${copy()}\n${copy("", SHOP, "other")}`);
    expect(on.writes()).toEqual([POST, POST]);
    expect(billed(on)).toHaveLength(2);
    await on.workspace.emptyPlan();
  });
});
