import { APPLY, cluster, eachScene, flat, SHOP } from "../support";
import { billed, OPTIONS, REHEARSAL, seedCatalog, upgrade } from "./kit";

/**
 * A rehearsal that fails, and a change that has its version from it. Without a verified version there is no change, because it
 * would restart the cluster. A failed rehearsal prevents neither another apply nor a destroy.
 */
const on = eachScene(OPTIONS, seedCatalog);
const LONG = 36_000;

const clones = () => on.emulator.state().clones.length;
/** Returns the requested changes, by their versions. */
const changes = () => on.emulator.state().changes.map((one) => one.new_search_server_version);
const actions = async () =>
  (await on.workspace.planJson()).resource_changes?.map(({ address, change }) => [address, change.actions]);

/** Expects this state after a failed run, and no requested change. */
async function unfinished(status: string, tainted?: true) {
  const resource = await on.resource(REHEARSAL);
  expect([resource.tainted, changes(), (await on.inState()).length]).toEqual([tainted, [], 1]);
  expect(resource.values).toMatchObject({ status, verified_version: null });
  return resource.values;
}

async function goesOn() {
  expect(await actions()).toEqual([
    ["searchcloud_configuration_change.it", ["create"]],
    [REHEARSAL, ["update"]],
  ]);
}

test("a timeout: the postcondition holds the change back, the next plan is an update in place, and its apply ends it", async () => {
  on.emulator.setAssumptions({ clone_seconds: LONG });
  const said = await on.apply(upgrade('timeouts {\n create = "3s"\n}'), 1);
  expect(said).toMatch(/Warning: Timed out after \S+ waiting for cloning operation/);
  expect(said).toContain("Error: Resource postcondition failed");
  await unfinished("running");
  await on.write(upgrade());
  await goesOn();
  on.emulator.advance(LONG);
  expect(await on.apply()).toContain(
    `The rehearsal of server version 31.0 on cluster ${SHOP} is not finished`,
  );
  expect(await on.values(REHEARSAL)).toMatchObject({ status: "passed", verified_version: "31.0" });
  expect([clones(), billed(on), changes()]).toEqual([1, [], ["31.0"]]);
  await on.empty();
});

test("Ctrl-C while the clone is made: no change, and a destroy ends the clone", async () => {
  on.emulator.setAssumptions({ clone_seconds: 60 });
  await on.write(upgrade());
  const { code, output } = await on.interrupted({ operation: "getCloningOperation", nth: 4 });
  expect([code, flat(output)]).toEqual([1, expect.stringContaining("Interrupted while waiting for cloning")]);
  await unfinished("running");
  expect(await on.destroy()).toMatch(/Cloning operation \w+ of cluster shop1 will be ended/);
  expect([clones(), billed(on), await on.inState(), changes()]).toEqual([1, [], [], []]);
});

test("Ctrl-C while the nodes become healthy, and again while an apply resumes: a tainted one is then ended, and another one made", async () => {
  on.emulator.setAssumptions({ newer_server_differs: "refuses_to_start" });
  await on.write(upgrade());
  await on.interrupted({ operation: "getHealth", nth: 2 });
  await unfinished("running");
  const again = await on.interrupted({ operation: "getHealth", nth: 2 }, APPLY);
  // An update that is interrupted is an error.
  expect(flat(again.output)).toContain("Error: Interrupted while");
  const { clone_cluster_id: clone } = await unfinished("running");
  expect(billed(on)).toEqual([clone]);
  on.emulator.setAssumptions({ newer_server_differs: "no" });
  await on.workspace.terraform(["taint", REHEARSAL]);
  on.wrote();
  const said = await on.apply();
  expect(said).toMatch(/\.it is tainted, so (it )?must be replaced/);
  expect(on.wrote().slice(0, 2)).toEqual(["terminateCluster", "createCloningOperation"]);
  expect([clones(), billed(on), changes()]).toEqual([2, [], ["31.0"]]);
});

test("a failure: no change, its clone is kept as configured, the next plan replaces it, and a destroy ends the clone", async () => {
  on.emulator.setAssumptions({ newer_server_differs: "order" });
  const said = await on.apply(upgrade('keep_clone = "on_failure"'), 1);
  expect(said).toContain("Error: Server version 31.0 has failed its rehearsal on cluster shop1");
  const { clone_cluster_id: clone } = await unfinished("failed", true);
  expect([said, billed(on)]).toEqual([
    expect.stringContaining(`Cluster ${clone}, the clone, stays`),
    [clone],
  ]);
  expect(await actions()).toContainEqual([REHEARSAL, ["delete", "create"]]);
  await on.destroy();
  expect([clones(), billed(on), await on.inState(), changes()]).toEqual([1, [], [], []]);
});

test("a failure of a resumed apply: the next plan replaces it", async () => {
  on.emulator.setAssumptions({ newer_server_differs: "order" });
  await on.write(upgrade());
  await on.interrupted({ operation: "getCloningOperation" });
  expect(await on.apply(undefined, 1)).toContain("Error: Server version 31.0 has failed its rehearsal");
  await unfinished("failed");
  on.emulator.setAssumptions({ newer_server_differs: "no" });
  expect(await on.apply()).toContain(`${REHEARSAL} must be replaced`);
  expect([clones(), billed(on), changes()]).toEqual([2, [], ["31.0"]]);
});

test("a clone that is terminated outside meanwhile: the rehearsal starts again, with a warning", async () => {
  await on.write(upgrade());
  await on.interrupted({ operation: "getHealth" });
  const { clone_cluster_id: clone } = await unfinished("running");
  on.emulator.terminateOutside(String(clone));
  const said = await on.apply();
  expect(said).toContain(
    `Warning: Cluster ${clone}, the clone of shop1, was terminated outside of Terraform`,
  );
  expect([clones(), billed(on), changes()]).toEqual([2, [], ["31.0"]]);
});

test("a protected cluster of the same state that is named as the clone gets no key and is not terminated", async () => {
  const kept = cluster({
    name: '"products"',
    termination_protection: "true",
    search_server_version: '"31.0"',
  });
  await on.apply(kept);
  const { id: other } = await on.values();
  on.wrote();
  const json = { id: "any", status: "succeeded", target_cluster_reference_id: other };
  const match = { operation: "getCloningOperation", times: 0 } as const;
  on.emulator.addFault({ match, effect: { kind: "answer", status: 200, json } });
  const both = `${kept}\n${upgrade()}`;
  const named = new RegExp(
    `names cluster ${other}, which is not proved.*Cluster "products" \\(${other}\\) is in_service`,
  );
  expect(await on.apply(both, 1)).toMatch(named);
  expect(await on.values(REHEARSAL)).toMatchObject({ status: "running", clone_cluster_id: null });
  expect(await on.apply(undefined, 1)).toMatch(named);
  const destroy = await on.workspace.destroy([`-target=${REHEARSAL}`], { expect: 1 });
  expect([flat(destroy.output), on.wrote(), changes()]).toEqual([
    expect.stringMatching(named),
    ["createCloningOperation"],
    [],
  ]);
  on.emulator.clearFaults();
  await on.apply();
  expect([await on.values(REHEARSAL), billed(on), changes()]).toEqual([
    expect.objectContaining({ status: "passed" }),
    [other],
    ["31.0"],
  ]);
});
