import { cluster, eachScene, flat } from "./support";

/** An interrupted create loses nothing, taints nothing, and resumes at the next apply (docs/design/laws.md#l1, #l2). */
const on = eachScene({ assumptions: { provisioning_seconds: 600 } });

/** The postcondition of the examples, so that a pipeline does not take an unfinished cluster for complete. */
const POSTCONDITION = `lifecycle {
  postcondition {
    condition     = self.hostnames != null
    error_message = "The cluster is not in service yet."
  }
}`;
const NAMED = `name = "products"\n${POSTCONDITION}`;
const LONG = 10_000_000;
const createdId = () => on.emulator.state().clusters[0]?.id ?? "";

async function cutShort(body = NAMED) {
  await on.write(cluster(body));
  const { code, output } = await on.interrupted({ operation: "getCluster", nth: 2 });
  const { tainted, values } = await on.resource();
  expect([tainted, code]).toEqual([undefined, 1]);
  expect(values).toMatchObject({ id: createdId(), hostnames: null, status: "provisioning" });
  expect(on.writes()).toEqual(["POST /clusters"]);
  return { output: flat(output), id: createdId() };
}

/** Expects the next plan to be an update in place, and its apply to resume the wait without a second POST. */
async function waitsOn(id: string) {
  const { actions, after_unknown } = await on.change();
  expect(actions).toEqual(["update"]);
  expect(after_unknown).toMatchObject({ status: true, hostnames: true, live: true });
  on.requests();
  expect(await on.apply()).toContain(`Warning: Cluster "products" (${id}) is not in service yet`);
  expect(on.writes()).toEqual([]);
  expect(await on.values()).toMatchObject({
    id,
    status: "in_service",
    hostnames: { nodes: [expect.any(String)] },
  });
  await on.empty();
}

test("Ctrl-C while waiting: the state has the cluster, the postcondition fails, the next apply resumes the wait", async () => {
  const { output, id } = await cutShort();
  expect(output).toContain(`Interrupted while waiting for cluster "products" (${id}) to be in service`);
  await waitsOn(id);
});

test("the wait for an unfinished cluster without version, regions and node counts is resumed as well", async () => {
  on.emulator.setAssumptions({
    server_version_before_service: "null",
    regions_before_service: "none",
    region_node_counts: "none",
  });
  const { id } = await cutShort(`search_server_version = "27"\n${NAMED}`);
  await waitsOn(id);
  expect(await on.values()).toMatchObject({
    regions: ["oregon"],
    region_node_counts: { oregon: 1 },
    search_server_version: expect.stringMatching(/^27/),
  });
});

test("a timeout is a warning, and the postcondition fails the apply; the resumed wait has the timeout of a create, and its end is an error", async () => {
  on.emulator.setAssumptions({ provisioning_seconds: LONG });
  const limited = `name = "products"\ntimeouts { create = "30ms" }\n`;
  const said = await on.apply(cluster(`${limited}${POSTCONDITION}`), 1);
  expect(said).toMatch(/Warning: Timed out after \S+ waiting for cluster "products"/);
  expect(said).toContain("Error: Resource postcondition failed");
  const { tainted, values } = await on.resource();
  expect([tainted, values.hostnames]).toEqual([undefined, null]);
  expect(await on.apply(cluster(limited), 1)).toContain("Error: Timed out");
  expect(await on.values()).toMatchObject({ id: values.id, hostnames: null });
  on.emulator.advance(LONG);
  on.writes();
  // It has come into service by itself, so there is nothing left to wait for.
  await on.empty();
  await on.apply();
  expect((await on.values()).hostnames).not.toBeNull();
  expect(on.writes()).toEqual([]);
});

test("a new name is applied by the resumed wait, once the cluster is in service", async () => {
  const { id } = await cutShort();
  on.emulator.setAssumptions({ update_before_service: "422" });
  await on.apply(cluster(NAMED.replace("products", "catalog")));
  expect(on.writes()).toEqual([`PATCH /clusters/${id}`]);
  expect(await on.values()).toMatchObject({ name: "catalog", status: "in_service" });
  await on.empty();
});

test("Ctrl-C while the POST is in progress: its answer still reaches the state", async () => {
  await on.write(cluster());
  await on.interruptedButAnswered(await on.heldAt({ operation: "createCluster" }, "after"));
  expect((await on.values()).id).toBe(createdId());
  expect(on.writes()).toEqual(["POST /clusters"]);
});

test("Ctrl-C before the POST: nothing is created", async () => {
  await on.write(cluster());
  const { output } = await on.interrupted({ operation: "listClusters", nth: 2 });
  expect(flat(output)).toContain("Interrupted while");
  expect([on.writes(), on.emulator.state().clusters]).toEqual([[], []]);
  await on.apply();
});

test("a key that loses its permissions while waiting: the state has the cluster", async () => {
  on.emulator.addFault({
    match: { operation: "getCluster", nth: 2, times: 0 },
    effect: { kind: "status", status: 403, message: "Revoked" },
  });
  expect(await on.apply(cluster(NAMED), 1)).toMatch(/Warning: .*403 \(Revoked\)/);
  expect((await on.resource()).tainted).toBeUndefined();
  on.emulator.clearFaults();
  await on.apply();
  expect(on.writes()).toEqual(["POST /clusters"]);
});

test("a cluster that is terminated outside while it starts is an error, and the next apply creates another one", async () => {
  await on.write(cluster());
  const running = await on.heldAt({ operation: "getCluster", nth: 2 });
  const id = createdId();
  on.emulator.terminateOutside(id);
  on.emulator.releaseHolds();
  const { output, code } = await running.finished;
  expect(code).toBe(1);
  expect(flat(output)).toContain(`Error: Cluster "products" (${id}) was terminated before it was in service`);
  await on.apply();
  expect(on.writes()).toEqual(["POST /clusters", "POST /clusters"]);
  expect((await on.values()).id).not.toBe(id);
});
