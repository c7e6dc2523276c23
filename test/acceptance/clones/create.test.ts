import { cluster, flat, PRODUCTS, type Scene } from "../support";
import { billed, CLONE, cloneScene, clonesOf, copy, POST, SHOP, valuesOf } from "./kit";

let on: Scene;
beforeEach(async () => {
  on = await cloneScene();
});
afterEach(() => on.close());

describe("a clone", () => {
  test("is made once, waited for, and can be used in the same apply", async () => {
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

  test.each(["filled", "null"])(
    "asks for region and version (unrequested fields %s)",
    async (clone_unrequested_fields) => {
      on.emulator.setAssumptions({ clone_unrequested_fields });
      const asked =
        'target_region = "paris"\nsearch_server_version = "30"\nnotification_email_addresses = ["a@example.com"]';
      await on.applied(copy(asked));
      expect(clonesOf(on)).toMatchObject([
        { target_region: "paris", notification_email_addresses: ["a@example.com"] },
      ]);
      expect(on.emulator.state().clusters.find(({ id }) => id !== SHOP)).toMatchObject({
        regions: ["paris"],
      });
      await on.workspace.emptyPlan();
    },
  );

  test.each(["filled", "null"])(
    "that asks for nothing plans empty (unrequested fields %s)",
    async (fields) => {
      on.emulator.setAssumptions({ clone_unrequested_fields: fields });
      await on.applied(copy());
      await on.workspace.emptyPlan();
    },
  );

  test("of a cluster of the same configuration is made when that is in service, and destroyed before it", async () => {
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

describe("an edit", () => {
  test("of a trigger makes another clone, and the first one stays and is named", async () => {
    await on.applied(copy('triggers = { of = "monday" }'));
    const [first] = billed(on);
    on.writes();
    await on.write(copy('triggers = { of = "tuesday" }'));
    const { output } = await on.workspace.plan(["-out=plan.out"]);
    expect(flat(output)).toContain("1 to add, 0 to change, 1 to destroy");
    expect(flat(output)).toContain(`Cluster ${first}, the clone of ${SHOP}, stays and is billed`);
    await on.workspace.apply(["plan.out"]);
    expect(on.writes()).toEqual([POST]);
    expect(billed(on)).toHaveLength(2);
    expect(billed(on)).toContain(first);
    await on.workspace.emptyPlan();
  });

  test("that takes the region away leaves the clone where it is", async () => {
    await on.applied(copy('target_region = "paris"'));
    await on.write(copy());
    await on.workspace.emptyPlan();
  });
});

describe("a lost answer", () => {
  test.each([
    ["is settled: one request", "after", 1],
    ["of what was never carried out is asked for again", "before", 2],
  ] as const)("%s", async (_, when, requests) => {
    on.emulator.addFault({ match: { operation: "createCloningOperation" }, effect: { kind: "reset", when } });
    await on.applied(copy());
    expect(on.writes()).toEqual(Array(requests).fill(POST));
    expect(clonesOf(on)).toHaveLength(1);
    expect(billed(on)).toHaveLength(1);
    await on.workspace.emptyPlan();
  });
});

describe("a busy source", () => {
  test("is waited for: a change that runs", async () => {
    const change = on.emulator.changeOutside(SHOP, {
      perform_change_at: Math.floor(Date.parse(on.emulator.state().now) / 1000) + 2,
      new_memory: "16_gb",
    });
    await on.applied(copy());
    expect(on.emulator.state().changes).toMatchObject([{ id: change, status: "succeeded" }]);
    expect(on.writes()).toEqual([POST]);
  });

  test("is waited for: another clone", async () => {
    on.emulator.setAssumptions({ clone_seconds: 30 });
    on.emulator.cloneOutside(SHOP, { target_region: "paris" });
    await on.applied(copy());
    expect(clonesOf(on).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    expect(on.writes()).toEqual([POST]);
  });

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

  test.each(["422", "400", "409"])(
    "that has a change planned too late fails, naming it (%s)",
    async (status) => {
      on.emulator.setAssumptions({ clone_refused_status: status });
      const change = on.emulator.changeOutside(SHOP, LATER);
      await on.write(copy());
      const { output } = await on.workspace.apply([], { expect: 1 });
      expect(flat(output)).toContain(`Cluster ${SHOP} has another change in flight`);
      expect(flat(output)).toContain(
        `Configuration change ${change} (memory 16_gb, due 2026-11-22T00:00:00Z, pending)`,
      );
      expect(clonesOf(on)).toEqual([]);
    },
  );

  test("that has a change planned is cloned at once, where the service allows it", async () => {
    on.emulator.setAssumptions({ clone_counts_as_change: "no" });
    on.emulator.changeOutside(SHOP, LATER);
    await on.applied(copy());
    expect(on.emulator.state().changes).toMatchObject([{ status: "pending" }]);
    expect(on.writes()).toEqual([POST]);
  });

  test("of two clones in one apply makes both, one after the other", async () => {
    await on.applied(`${copy()}\n${copy("", SHOP, "other")}`);
    expect(on.writes()).toEqual([POST, POST]);
    expect(billed(on)).toHaveLength(2);
    await on.workspace.emptyPlan();
  });

  test("by a clone lets an explicit change wait too", async () => {
    on.emulator.cloneOutside(SHOP);
    await on.applied(
      `resource "searchcloud_configuration_change" "it" {\n cluster_id = "${SHOP}"\n new_memory = "16_gb"\n wait = false\n}`,
    );
    expect(clonesOf(on)).toMatchObject([{ status: "succeeded" }]);
    expect(on.emulator.state().changes).toHaveLength(1);
  });
});
