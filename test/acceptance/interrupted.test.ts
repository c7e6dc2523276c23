import { cluster, flat, PRODUCTS, type Scene, scene } from "./support";

/** docs/design/laws.md#l1, #l2: a create that is cut short loses nothing, taints nothing, and goes on at the next apply. */
let on: Scene;
beforeEach(async () => {
  on = await scene({ assumptions: { provisioning_seconds: 600 } });
});
afterEach(() => on.close());

/** What the examples carry, so that a pipeline does not take an unfinished cluster for done. */
const POSTCONDITION = `lifecycle {
  postcondition {
    condition     = self.hostnames != null
    error_message = "The cluster is not in service yet."
  }
}`;
const NAMED = `name = "products"\n${POSTCONDITION}`;
const CREATE = ["apply", "-auto-approve"];

async function cutShort(body = NAMED) {
  await on.write(cluster(body));
  const run = await on.interrupted(CREATE, { operation: "getCluster", nth: 2 });
  const resource = await on.resource();
  expect(resource.tainted).toBeUndefined();
  expect(resource.values).toMatchObject({ hostnames: null, status: "provisioning" });
  const [made] = on.emulator.state().clusters;
  expect(resource.values.id).toBe(made?.id);
  expect(on.writes()).toEqual(["POST /clusters"]);
  return { output: run.output, code: run.code, id: String(made?.id) };
}

/** The next plan is an update in place, and its apply waits on: no second POST. */
async function waitsOn(id: string) {
  const planned = await on.workspace.plan(["-out=plan.out"]);
  expect(planned.output).toContain(`Warning: Cluster "products" (${id}) is not in service yet`);
  const { actions, after_unknown } = await on.change();
  expect(actions).toEqual(["update"]);
  expect(after_unknown).toMatchObject({ status: true, hostnames: true, live: true });
  on.requests();
  await on.workspace.apply();
  expect(on.writes()).toEqual([]);
  expect((await on.resource()).values).toMatchObject({
    id,
    status: "in_service",
    hostnames: { nodes: [expect.any(String)] },
  });
  await on.workspace.emptyPlan();
}

test("Ctrl-C while waiting: the state has the cluster, the postcondition fails, the next apply waits on", async () => {
  const { output, code, id } = await cutShort();
  expect(code).toBe(1);
  expect(flat(output)).toContain(`Interrupted while waiting for cluster "products" (${id}) to be in service`);
  await waitsOn(id);
});

test("an unfinished cluster that shows neither version nor regions nor node counts waits on all the same", async () => {
  on.emulator.setAssumptions({
    server_version_before_service: "null",
    regions_before_service: "none",
    region_node_counts: "none",
  });
  const { id } = await cutShort(`search_server_version = "27"\n${NAMED}`);
  await waitsOn(id);
  expect((await on.resource()).values).toMatchObject({
    regions: ["oregon"],
    region_node_counts: { oregon: 1 },
    search_server_version: expect.stringMatching(/^27/),
  });
});

test("a time that is up is a warning, and the postcondition fails the apply", async () => {
  on.emulator.setAssumptions({ provisioning_seconds: 10_000_000 });
  await on.write(cluster(`${NAMED}\ntimeouts { create = "30ms" }`));
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(output).toMatch(/Warning: Timed out after \d+ s waiting for cluster "products"/);
  expect(output).toContain("Error: Resource postcondition failed");
  const { tainted, values } = await on.resource();
  expect([tainted, values.hostnames]).toEqual([undefined, null]);
  on.emulator.advance(10_000_000);
  on.writes();
  // It has come up by itself: there is nothing left to wait for.
  await on.workspace.emptyPlan();
  await on.workspace.apply();
  expect((await on.resource()).values.hostnames).not.toBeNull();
  expect(on.writes()).toEqual([]);
});

test("waiting on has the time of a create; when it is up, that is an error, and the one after waits on again", async () => {
  on.emulator.setAssumptions({ provisioning_seconds: 10_000_000 });
  const limits = 'timeouts {\n  create = "30ms"\n}';
  await on.write(cluster(`name = "products"\n${limits}`));
  expect((await on.workspace.apply()).output).toContain("Warning: Timed out");
  const { id } = (await on.resource()).values;
  expect((await on.workspace.apply([], { expect: 1 })).output).toContain("Error: Timed out");
  expect((await on.resource()).values).toMatchObject({ id, hostnames: null });
  on.emulator.advance(10_000_000);
  await on.workspace.apply();
  expect((await on.resource()).values.hostnames).not.toBeNull();
});

test("a new name goes along with the waiting on, once it is in service", async () => {
  const { id } = await cutShort();
  on.emulator.setAssumptions({ update_before_service: "422" });
  await on.applied(cluster(NAMED.replace("products", "catalog")));
  expect(on.writes()).toEqual([`PATCH /clusters/${id}`]);
  expect((await on.resource()).values).toMatchObject({ name: "catalog", status: "in_service" });
  await on.workspace.emptyPlan();
});

test("Ctrl-C while the POST is in progress: its answer still reaches the state", async () => {
  await on.write(cluster());
  on.emulator.addFault({ match: { operation: "createCluster" }, effect: { kind: "hold", when: "after" } });
  const running = await on.start(CREATE);
  await Promise.race([on.emulator.held(), running.finished]);
  running.interrupt();
  await running.until("Interrupt received");
  on.emulator.releaseHolds();
  await running.finished;
  expect((await on.resource()).values.id).toBe(on.emulator.state().clusters[0]?.id);
  expect(on.writes()).toEqual(["POST /clusters"]);
});

test("Ctrl-C before the POST: nothing is created", async () => {
  await on.write(cluster());
  const { output } = await on.interrupted(CREATE, { operation: "listClusters", nth: 2 });
  expect(flat(output)).toContain("Interrupted while");
  expect(on.writes()).toEqual([]);
  expect(on.emulator.state().clusters).toEqual([]);
  await on.workspace.apply();
  await on.workspace.emptyPlan();
});

test("a key that loses its rights while waiting: the state has the cluster", async () => {
  on.emulator.addFault({
    match: { operation: "getCluster", nth: 2, times: 0 },
    effect: { kind: "status", status: 403, message: "Revoked" },
  });
  await on.write(cluster(NAMED));
  const { output } = await on.workspace.apply([], { expect: 1 });
  expect(output).toMatch(/Warning: [^\n]*\n?[^\n]*403 \(Revoked\)/);
  expect((await on.resource()).tainted).toBeUndefined();
  on.emulator.clearFaults();
  await on.workspace.apply();
  expect(on.writes()).toEqual(["POST /clusters"]);
});

test("a cluster that is terminated outside while it starts is an error, and the next apply creates another", async () => {
  await on.write(cluster());
  on.emulator.addFault({ match: { operation: "getCluster", nth: 2 }, effect: { kind: "hold" } });
  const running = await on.start(CREATE);
  await Promise.race([on.emulator.held(), running.finished]);
  const id = on.emulator.state().clusters[0]?.id ?? "";
  on.emulator.terminateOutside(id);
  on.emulator.releaseHolds();
  const { output, code } = await running.finished;
  expect(code).toBe(1);
  expect(flat(output)).toContain(`Error: Cluster "products" (${id}) was terminated before it was in service`);
  await on.workspace.apply();
  expect(on.writes()).toEqual(["POST /clusters", "POST /clusters"]);
  expect((await on.resource(PRODUCTS)).values.id).not.toBe(id);
  await on.workspace.emptyPlan();
});
