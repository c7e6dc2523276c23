import type { FaultMatchBody } from "../../../src/emulator";
import { ADDRESS } from "../../../src/provider/address";
import { testWith } from "../../support/features";
import { type Running, Workspace } from "../../support/terraform";
import { ended } from "../faults/kit";
import { Shipped } from "../faults/shipped";
import { flat, NODE_KEY, planGenerated, type Scene, SHOP, scene } from "../support";
import { billed, OPTIONS, REHEARSAL, rehearsal, seedCatalog } from "./kit";

/**
 * A rehearsal whose run is killed: the next plan names its clone, and its instructions end the clone. Every request at which a
 * run may end is a row of test/provider/resources/upgradeRehearsal/faults/interrupted.test.ts.
 */
let shipped: Shipped;
let on: Scene;
beforeAll(async () => {
  shipped = await Shipped.install();
});
afterAll(() => shipped.workspace.remove());
beforeEach(async () => {
  on = await scene({ ...OPTIONS, assumptions: { ...OPTIONS.assumptions, clone_seconds: 20 } });
  seedCatalog(on.emulator);
  await shipped.begin(on, rehearsal());
});
afterEach(() => on.close());

const KILLED = async (running: Running) => running.kill();
const INTERRUPTED_TWICE = async (running: Running) => {
  running.interrupt();
  await running.until("Interrupt received");
  running.interrupt();
  await shipped.providerEnded();
};
const PROVIDER_KILLED = () => shipped.killProvider();

/** Runs an apply, whose terraform starts the provider, and ends it during a request. */
async function endedAt(
  match: FaultMatchBody,
  end: (running: Running) => Promise<void>,
  when: "before" | "after" = "before",
) {
  const env = { SEARCHCLOUD_NODE_URL: on.emulator.nodeUrl, SEARCHCLOUD_DATA_API_KEY: NODE_KEY };
  const running = await shipped.heldAt(on, match, when, env);
  await end(running);
  const { code, output } = await ended(running);
  on.emulator.releaseHolds();
  on.emulator.clearFaults();
  expect([code === 0, output.includes(NODE_KEY)]).toEqual([false, false]);
}

/** Interrupts a rehearsal with Ctrl-C, which leaves it in the state. */
async function begun(): Promise<void> {
  await endedAt({ operation: "getCloningOperation" }, async (running) => {
    running.interrupt();
    await running.finished;
  });
  expect(await shipped.workspace.stateText()).toContain('"status": "running"');
}

/** Returns the output of the next plan, which names the clone. */
async function refusal(id: string): Promise<string> {
  const run = await shipped.workspace.plan([], { env: on.served.env, expect: 1 });
  const said = flat(run.output);
  expect(said).toContain(`Error: Cluster ${SHOP} already has a clone that a rehearsal may have left`);
  expect([said, billed(on)]).toEqual([expect.stringContaining(id), [id]]);
  return said;
}

/** Follows the message: imports the clone in a separate configuration, and destroys it. */
async function importAndDestroy(said: string, address: string, lines: string | null): Promise<void> {
  const id = /import \{ to = \S+ id = "([^"]+)" \}/.exec(said)?.[1];
  expect(said).toContain(`to = ${address.replace(/\.\w+$/, ".NAME")}`);
  const own = await Workspace.create(on.served.env);
  try {
    const block = `import {\n to = ${address}\n id = "${id}"\n}`;
    const [type, name] = address.split(".");
    const resource = lines === null ? "" : `resource "${type}" "${name}" {\n${lines}\n}`;
    await own.write({ "main.tf": `${HEADER}\n${block}\n${resource}` });
    if (lines === null) await planGenerated(own);
    await own.apply();
    await own.destroy();
  } finally {
    await own.remove();
  }
}

const HEADER = `terraform {
  required_providers {
    searchcloud = { source = "${ADDRESS}" }
  }
}`;

/** Expects that nothing was made twice, and that the rehearsal passes. */
async function passes(clones: number): Promise<void> {
  await shipped.apply(on);
  const [it] = (await shipped.workspace.state()).values?.root_module.resources ?? [];
  expect([it?.address, it?.values.status]).toEqual([REHEARSAL, "passed"]);
  expect([on.emulator.state().clones.length, billed(on)]).toEqual([clones, []]);
}

test("Ctrl-C twice before the answer of the POST: its cloning operation is imported and destroyed", async () => {
  await endedAt({ operation: "createCloningOperation" }, INTERRUPTED_TWICE, "after");
  const said = await refusal(on.emulator.state().clones[0]?.id ?? "");
  expect(said).toContain("terminate_clone_on_destroy = true");
  const lines = `cluster_id = "${SHOP}"\nsearch_server_version = "31.0"\nterminate_clone_on_destroy = true`;
  await importAndDestroy(said, "searchcloud_cloning_operation.left", lines);
  expect(billed(on)).toEqual([]);
  await passes(2);
});

testWith("generated configuration")(
  "the provider, while the clone is compared: its cluster is imported and destroyed",
  async () => {
    await endedAt({ operation: "searchDocuments", nth: 3 }, PROVIDER_KILLED);
    const said = await refusal(on.emulator.state().clones[0]?.target_cluster_reference_id ?? "");
    await importAndDestroy(said, "searchcloud_cluster.left", null);
    expect(billed(on)).toEqual([]);
    await passes(2);
  },
);

test("while the nodes become healthy: allow_duplicate_names accepts the clone, the request that the plan names ends it", async () => {
  await endedAt({ operation: "getHealth" }, KILLED);
  const said = await refusal(on.emulator.state().clones[0]?.target_cluster_reference_id ?? "");
  on.environment.SEARCHCLOUD_ALLOW_DUPLICATE_NAMES = "true";
  await shipped.workspace.plan([], { env: on.served.env });
  delete on.environment.SEARCHCLOUD_ALLOW_DUPLICATE_NAMES;
  const command =
    /curl -X POST (\S+) \\ -H "([\w-]+): \$SEARCHCLOUD_API_KEY" \\ -H "content-type: (\S+)" -d '([^']+)'/;
  const [, url = "", header = "", type = "", body = ""] = command.exec(said) ?? [];
  const headers = { [header]: on.emulator.key, "content-type": type };
  expect((await fetch(url, { method: "POST", headers, body })).ok).toBe(true);
  await passes(2);
});

test("while the clone is terminated: the next apply rehearses again, at once", async () => {
  await endedAt({ operation: "terminateCluster" }, KILLED, "after");
  await passes(2);
});

test("while an apply resumes: -replace ends the clone and makes another one; without it, the same rehearsal resumes", async () => {
  await begun();
  const before = await shipped.workspace.stateText();
  await endedAt({ operation: "searchDocuments", nth: 2 }, KILLED);
  expect(await shipped.workspace.stateText()).toBe(before);
  on.emulator.clearJournal();
  await shipped.workspace.apply([`-replace=${REHEARSAL}`], { env: on.served.env });
  expect(on.wrote().slice(0, 2)).toEqual(["terminateCluster", "createCloningOperation"]);
  expect([on.emulator.state().clones.length, billed(on)]).toEqual([2, []]);
});
