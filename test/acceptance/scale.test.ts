import { clusters, type Fleet, fleet, imports, seedOf, total } from "../support/fleet";

/** The cost of many clusters within a budget of 30 requests a minute (docs/design/laws.md#l7). Only counts. */
const PAGE = 50;
const MINUTE = 60_000;

let on: Fleet;
afterEach(() => on.close());

/** Returns the number of requests that were refused for the rate. */
function refused() {
  return on.emulator.journal().filter(({ status }) => status === 429).length;
}

/** Imports the first clusters of the account. */
async function taken(count: number) {
  await on.workspace.write({ "main.tf": clusters(count, imports(count)) });
  await on.workspace.apply();
  await on.workspace.write({ "main.tf": clusters(count) });
}

test("a plan of 60 unchanged clusters reads the pages of the list", async () => {
  on = await fleet({ rate: "30/60", seed: seedOf(60) });
  await taken(60);
  expect(refused()).toBe(0);
  on.requests();
  await on.workspace.emptyPlan();
  const { listClusters = 0, getCluster = 0, ...others } = on.requests();
  expect(others).toEqual({});
  expect(listClusters).toBeGreaterThanOrEqual(Math.ceil(60 / PAGE));
  // On a busy machine Terraform may send the first reads too far apart to be seen together.
  expect(listClusters + getCluster).toBeLessThanOrEqual(Math.ceil(60 / PAGE) + 2);
});

test("a plan of 60 clusters that reads the changes of others sends one request for each, within the budget", async () => {
  on = await fleet({ rate: "30/60", seed: seedOf(60) }, { SEARCHCLOUD_REFRESH_CHANGES: "true" });
  await taken(60);
  const id = on.emulator.changeOutside("seeded-59", {
    perform_change_at: Math.floor(on.time.now() / 1000) + 86_400,
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
  });
  on.requests();
  const { resource_changes = [] } = await on.workspace.planJson();
  expect(resource_changes.filter(({ change }) => change.actions.join() !== "no-op")).toMatchObject([
    { change: { before: { id: "seeded-59", pending_change: { id } } } },
  ]);
  expect(refused()).toBe(0);
  const { listClusters = 0, listConfigurationChanges, ...others } = on.requests();
  expect(listConfigurationChanges).toBe(60);
  expect(listClusters).toBeLessThanOrEqual(Math.ceil(60 / PAGE) + 2);
  expect(total(others)).toBeLessThanOrEqual(2);
});

test("a plan of five clusters among 1,000 costs at most twice what their ids would", async () => {
  // On the last page of twenty.
  on = await fleet({ rate: "30/60", seed: { clusters: seedOf(1000).clusters.reverse() } });
  await taken(5);
  on.requests();
  await on.workspace.emptyPlan();
  expect(total(on.requests())).toBeLessThanOrEqual(10);
});

test("20 clusters created at once share their reads", async () => {
  on = await fleet({ rate: "30/60", assumptions: { provisioning_seconds: 300 } });
  await on.workspace.write({ "main.tf": clusters(20) });
  await on.workspace.plan(["-out=plan.out"]);
  on.requests();
  on.time.expect(20, 20);
  const begin = on.time.now();
  await on.workspace.apply(["-parallelism=20", "plan.out"]);
  const minutes = (on.time.now() - begin) / MINUTE;
  expect(refused()).toBe(0);
  const { createCluster, listClusters = 0, getCluster = 0, ...others } = on.requests();
  expect(createCluster).toBe(20);
  // The names before the first create, then one read a minute for all of them.
  expect(listClusters + getCluster).toBeLessThanOrEqual(minutes + 2);
  expect(others).toEqual({ getAccount: 1, listClusterOptions: 1 });
  expect(minutes).toBeLessThanOrEqual(7);
});

test("20 clusters destroyed at once share their reads", async () => {
  on = await fleet({ rate: "30/60", seed: seedOf(20) });
  await taken(20);
  await on.workspace.plan(["-destroy", "-out=plan.out"]);
  on.requests();
  on.time.expect(20, 20);
  const begin = on.time.now();
  await on.workspace.apply(["-parallelism=20", "plan.out"]);
  const minutes = (on.time.now() - begin) / MINUTE;
  expect(refused()).toBe(0);
  const { terminateCluster, listClusters = 0, getCluster = 0, ...others } = on.requests();
  expect(terminateCluster).toBe(20);
  expect(listClusters).toBeLessThanOrEqual(minutes + 2);
  // A cluster that the list no longer shows is read once more by its id.
  expect(getCluster).toBeLessThanOrEqual(20);
  expect(others).toEqual({});
});
