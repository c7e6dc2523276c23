import { cluster, PRODUCTS, SHOP } from "../support";
import { billed, CLONE, clonesOf, copy, eachCloneScene, POST, USED } from "./kit";

const on = eachCloneScene();

describe("a clone", () => {
  test("is created once, awaited, and can be used in the same apply", async () => {
    const said = await on.apply(`${copy()}\n${USED}`);
    expect(said).toContain(`A clone of cluster ${SHOP} is a second billed cluster`);
    expect(on.writes()).toEqual([POST]);
    expect(await on.values(CLONE)).toMatchObject({
      id: clonesOf(on)[0]?.id,
      cluster_id: SHOP,
      status: "succeeded",
      source_region: "oregon",
      target_region: "oregon",
      search_server_version: "30.1",
      target_cluster_id: billed(on)[0],
      completed_at: expect.stringMatching(/^2026-11-20T00:00:/),
    });
    expect(await on.values("data.searchcloud_cluster.copy")).toMatchObject({
      status: "in_service",
      hostnames: { nodes: [expect.any(String)] },
    });
    await on.empty();
    expect(billed(on)).toHaveLength(1);
  });

  test("with wait = false catches up by itself", async () => {
    await on.apply(copy("wait = false"));
    expect(await on.values(CLONE)).toMatchObject({ status: "pending", target_cluster_id: null });
    on.emulator.advance(60);
    await on.empty();
    await on.apply();
    expect(await on.values(CLONE)).toMatchObject({ status: "succeeded", target_cluster_id: billed(on)[0] });
    expect(on.writes()).toEqual([POST]);
  });

  test("whose source is busy with the other clone of the same apply comes after it", async () => {
    await on.apply(`${copy()}\n${copy("", SHOP, "other")}`);
    expect(on.writes()).toEqual([POST, POST]);
    expect(billed(on)).toHaveLength(2);
    await on.empty();
  });
});

describe("a source whose clone has its name", () => {
  const both = `${cluster()}\n${copy().replace(`"${SHOP}"`, `${PRODUCTS}.id`)}`;
  const sourceId = async () => String((await on.values()).id);
  const created = async (children_of_leaving: string) => {
    on.emulator.setAssumptions({ clone_target_name: "source", children_of_leaving });
    await on.apply(both);
    return [await sourceId(), (await on.values(CLONE)).target_cluster_id] as const;
  };

  test.each<[how: string, act: () => Promise<unknown>]>([
    ["with -replace", () => on.workspace.apply([`-replace=${PRODUCTS}`])],
    [
      "after a termination outside",
      async () => {
        on.emulator.terminateOutside(await sourceId());
        await on.apply();
      },
    ],
  ])("is created again %s: the clone is no leftover of an interrupted create", async (_, act) => {
    const [source, clone] = await created("shown");
    await act();
    expect(await sourceId()).not.toBe(source);
    expect(billed(on)).toEqual(expect.arrayContaining([await sourceId(), clone]));
  });

  test("is not taken for the clone without proof: the error explains what to do", async () => {
    const [source] = await created("404");
    on.emulator.terminateOutside(source);
    const said = await on.apply(undefined, 1);
    expect(said).toContain('A cluster named "products" already exists');
    expect(said).toMatch(/clone of a searchcloud_cloning_operation.*do not import it/);
  });
});

describe("a busy source", () => {
  test("is not cloned twice: just this clone, which may be this configuration's own", async () => {
    on.emulator.setAssumptions({ clone_seconds: 30 });
    const other = on.emulator.cloneOutside(SHOP);
    const said = await on.apply(copy(), 1);
    expect(said).toContain(`Cluster ${SHOP} is already being cloned: cloning operation ${other}`);
    expect(said).toContain(`id = "${SHOP}/${other}"`);
    expect(on.writes()).toEqual([]);
    on.emulator.advance(60);
    await on.apply();
    expect(on.writes()).toEqual([POST]);
  });

  test.each(["400", "409"])("with a change that is due too late fails, naming it (%s)", async (status) => {
    on.emulator.setAssumptions({ clone_refused_status: status });
    const perform_change_at = Date.UTC(2026, 10, 22) / 1000;
    const change = on.emulator.changeOutside(SHOP, { perform_change_at, new_memory: "16_gb" });
    const said = await on.apply(copy(), 1);
    expect(said).toContain(`Cluster ${SHOP} has another change in flight`);
    expect(said).toContain(
      `Configuration change ${change} (memory 16_gb, due 2026-11-22T00:00:00Z, pending)`,
    );
    expect(clonesOf(on)).toEqual([]);
  });
});

test("a key without the capability, and a region that is not listed: warnings at plan, refusals at apply", async () => {
  const region = await on.apply(copy('target_region = "atlantis"'), 1);
  expect(region).toContain('target_region "atlantis"');
  expect(region).toMatch(/400|422/);
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys["read-only"];
  const refused = await on.apply(copy(), 1);
  expect(refused).toContain(`The key may not be allowed to clone cluster ${SHOP}`);
  expect(refused).toMatch(/403.*clusters:clone/);
  expect([clonesOf(on), await on.inState()]).toEqual([[], []]);
});

test("a lost answer that cannot be resolved names what may exist, and creates no second one", async () => {
  const match = { operation: "createCloningOperation" } as const;
  on.emulator.addFault({ match, effect: { kind: "reset", when: "after" } });
  on.emulator.race({ match, when: "after", do: { clone: {} } });
  on.emulator.setAssumptions({ clone_counts_as_change: "no" });
  const said = await on.apply(copy(), 1);
  const ids = clonesOf(on).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(said).toContain(id);
  expect(on.writes()).toEqual([POST]);
});

test("a key that cannot see the clone: a warning at its create, and an empty plan then", async () => {
  on.emulator.addFault({
    match: { operation: "getCluster", nth: 2, times: 0 },
    effect: { kind: "status", status: 404 },
  });
  expect(await on.apply(copy())).toMatch(/Cluster \w+, the clone of shop1, is not in service/);
  expect((await on.values(CLONE)).target_cluster_id).toEqual(expect.any(String));
  await on.empty();
});
