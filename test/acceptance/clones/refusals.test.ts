import { flat, type Scene } from "../support";
import { CLONE, cloneScene, clonesOf, copy, POST, SHOP } from "./kit";

let on: Scene;
beforeEach(async () => {
  on = await cloneScene();
});
afterEach(() => on.close());

const refused = async (body = "", cluster = SHOP) => {
  await on.write(copy(body, cluster));
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(clonesOf(on)).toEqual([]);
  expect((await on.workspace.state()).values?.root_module.resources).toBeUndefined();
  return flat(output);
};

test("a key without the capability: a warning at plan, an error at apply", async () => {
  on.environment.SEARCHCLOUD_API_KEY = on.emulator.keys["read-only"];
  const output = await refused();
  expect(output).toContain(`The key may not be allowed to clone cluster ${SHOP}`);
  expect(output).toMatch(/403.*clusters:clone/);
});

test("a region that the service does not list is a warning at plan, and its refusal at apply", async () => {
  const output = await refused('target_region = "atlantis"');
  expect(output).toContain('target_region "atlantis"');
  expect(output).toMatch(/400|422/);
});

test("a lost answer that cannot be resolved names what may exist, and creates no second one", async () => {
  on.emulator.addFault({
    match: { operation: "createCloningOperation" },
    effect: { kind: "reset", when: "after" },
  });
  on.emulator.race({ match: { operation: "createCloningOperation" }, when: "after", do: { clone: {} } });
  on.emulator.setAssumptions({ clone_counts_as_change: "no" });
  await on.write(copy());
  const { output } = await on.workspace.apply([], { expect: 1 });
  const ids = clonesOf(on).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(flat(output)).toContain(id);
  expect(on.writes()).toEqual([POST]);
});

test("a key that cannot see the clone: a warning at its create, and an empty plan then", async () => {
  on.emulator.addFault({
    match: { operation: "getCluster", nth: 2, times: 0 },
    effect: { kind: "status", status: 404 },
  });
  await on.write(copy());
  const { output } = await on.workspace.apply();
  expect(flat(output)).toMatch(/Cluster \w+, the clone of shop1, is not in service/);
  expect((await on.resource(CLONE)).values.target_cluster_id).toEqual(expect.any(String));
  await on.workspace.emptyPlan();
});

test("an unknown cluster: no request about clones at plan", async () => {
  await on.write(
    `resource "terraform_data" "later" {\n input = "${SHOP}"\n}\n${copy().replace(`"${SHOP}"`, "terraform_data.later.output")}`,
  );
  const { output } = await on.workspace.plan();
  expect(flat(output)).toContain("A clone of a cluster that is not known yet is a second billed cluster");
  expect(on.requests().filter((operation) => /[Cc]lon/.test(operation))).toEqual([]);
  await on.workspace.apply();
  expect(on.writes()).toEqual([POST]);
});
