import type { ControlState, FaultMatchBody } from "../../../src/emulator";
import type { Run, Running } from "../../support/terraform";
import { cluster, EXPLICIT, explicit, flat, OPTIONS, PRODUCTS, type Scene, SHOP, scene } from "../support";
import { ended, standing } from "./kit";
import { Shipped } from "./shipped";

/**
 * Runs that end while they request something billed: everything is killed, only the provider is killed, or terraform is
 * interrupted twice. Nothing is ever created twice, and the next run names each record that the state lacks, with the
 * block that imports it (docs/design/laws.md#l1, #l2).
 */
interface Work {
  readonly address: string;
  /** The configuration without the import block. */
  readonly text: string;
  /** The configuration applied before, if any. */
  readonly before?: string;
  readonly post: FaultMatchBody;
  readonly poll: FaultMatchBody;
  /** Returns the records that the work creates. */
  readonly records: (state: ControlState) => readonly { readonly id: string }[];
}

const CHANGE: Work = {
  address: EXPLICIT,
  text: explicit('new_memory = "16_gb"'),
  post: { operation: "createConfigurationChange" },
  poll: { operation: "getConfigurationChange", nth: 3 },
  records: ({ changes }) => changes,
};
const CLONE: Work = {
  address: "searchcloud_cloning_operation.it",
  text: `resource "searchcloud_cloning_operation" "it" {\n cluster_id = "${SHOP}"\n}`,
  post: { operation: "createCloningOperation" },
  poll: { operation: "getCloningOperation", nth: 3 },
  records: ({ clones }) => clones,
};
const CLUSTER: Work = {
  address: PRODUCTS,
  text: cluster(),
  post: { operation: "createCluster" },
  poll: { operation: "getCluster", nth: 2 },
  records: ({ clusters }) => clusters.filter(({ id }) => id !== SHOP),
};
const EDIT: Work = {
  ...CHANGE,
  address: PRODUCTS,
  text: cluster('name = "products"\nmemory = "8_gb"\nvcpu = "4_vcpus"'),
  before: cluster('name = "products"\nmemory = "8_gb"\nvcpu = "2_vcpus"'),
};
const SCHEDULED: Work = {
  ...CHANGE,
  text: explicit('new_memory = "16_gb"\nperform_change_at = "2026-11-20T00:01:00Z"\nwait = true'),
};

/** The request at which the run is held, before or after the emulator carries it out; the provider knows in neither case. */
interface Step {
  readonly at: (work: Work) => FaultMatchBody;
  readonly when: "before" | "after";
}
const POST_HAS_LEFT: Step = { at: ({ post }) => post, when: "before" };
const POST_IS_DONE: Step = { at: ({ post }) => post, when: "after" };
const POLL: Step = { at: ({ poll }) => poll, when: "before" };

type End = (running: Running, release: () => void) => Promise<Run>;
let shipped: Shipped;
beforeAll(async () => {
  shipped = await Shipped.install();
});
afterAll(() => shipped.workspace.remove());

const ALL_KILLED: End = async (running, release) => {
  running.kill();
  const run = await ended(running);
  release();
  return run;
};
const PROVIDER_KILLED: End = async (running, release) => {
  await shipped.killProvider();
  const run = await ended(running);
  release();
  return run;
};
const INTERRUPTED_TWICE: End = async (running, release) => {
  running.interrupt();
  await running.until("Interrupt received");
  running.interrupt();
  const run = await ended(running);
  await shipped.providerEnded();
  release();
  return run;
};

let on: Scene;
beforeEach(async () => {
  const lasting = { change_seconds: 40, clone_seconds: 40 };
  on = await scene({ ...OPTIONS, assumptions: { ...OPTIONS.assumptions, ...lasting } });
  on.emulator.seed({ clusters: [{ id: SHOP, memory: "8_gb", vcpu: "2_vcpus" }] });
});
afterEach(() => on.close());

const ids = ({ records }: Work) => records(on.emulator.state()).map(({ id }) => id);
const isInState = async (id: string) =>
  (await shipped.workspace.stateText().catch(() => "")).includes(`"${id}"`);

/** Runs terraform, and ends the run while a request is held. */
async function cutOff({ before, text }: Work, match: FaultMatchBody, when: Step["when"], end: End) {
  await shipped.begin(on, before ?? text);
  if (before) {
    await shipped.apply(on);
    await shipped.configure(on, text);
  }
  on.emulator.clearJournal();
  const running = await shipped.heldAt(on, match, when);
  const run = await end(running, () => on.emulator.releaseHolds());
  on.emulator.clearFaults();
  expect(run.code).not.toBe(0);
  expect(run.output).not.toContain(on.emulator.key);
}

/** Returns the import block as a message prints it, with the address filled in. */
function pasted(output: string, { address }: Work): string {
  const [block = ""] = /import \{[^}]*\}/.exec(flat(output)) ?? [];
  return block
    .replace(/ to = \S+/, `\n to = ${address}`)
    .replace(" id =", "\n id =")
    .replace("}", "\n}");
}

const TABLE: readonly (readonly [what: string, where: string, how: string, Work, Step, End])[] = [
  ["a cluster", "a POST not carried out yet", "all is killed", CLUSTER, POST_HAS_LEFT, ALL_KILLED],
  ["a cluster", "POST", "all is killed", CLUSTER, POST_IS_DONE, ALL_KILLED],
  ["a cluster", "POST", "the provider is killed", CLUSTER, POST_IS_DONE, PROVIDER_KILLED],
  ["a cluster", "POST", "terraform is interrupted twice", CLUSTER, POST_IS_DONE, INTERRUPTED_TWICE],
  ["a cluster", "a poll", "all is killed", CLUSTER, POLL, ALL_KILLED],
  ["a cluster", "a poll", "the provider is killed", CLUSTER, POLL, PROVIDER_KILLED],
  ["a cluster", "a poll", "terraform is interrupted twice", CLUSTER, POLL, INTERRUPTED_TWICE],
  ["a change", "POST", "all is killed", CHANGE, POST_IS_DONE, ALL_KILLED],
  ["a change", "a poll", "all is killed", CHANGE, POLL, ALL_KILLED],
  ["a change in a schedule", "POST", "all is killed", SCHEDULED, POST_IS_DONE, ALL_KILLED],
  ["a clone", "POST", "all is killed", CLONE, POST_IS_DONE, ALL_KILLED],
  ["an edit of a cluster", "POST", "all is killed", EDIT, POST_IS_DONE, ALL_KILLED],
  ["an edit of a cluster", "a poll", "all is killed", EDIT, POLL, ALL_KILLED],
];

test.each(TABLE)("%s: at %s, %s", async (_, __, ___, work, step, end) => {
  await cutOff(work, step.at(work), step.when, end);
  // A sent request arrives, even if no process waits for its answer.
  await on.until(() => ids(work).length > 0);
  const [id = "", ...others] = ids(work);
  expect(others).toEqual([]);

  if (work !== EDIT) {
    const known = await isInState(id);
    if (end !== INTERRUPTED_TWICE) expect(known).toBe(false);
    if (!known) {
      const block = pasted((await shipped.apply(on, 1)).output, work);
      expect(block).toMatch(new RegExp(`id = "(${SHOP}/)?${id}"`));
      expect(ids(work)).toEqual([id]);
      await shipped.configure(on, `${work.text}\n${block}`);
    }
  }
  await shipped.apply(on);
  await shipped.configure(on, work.text);
  await shipped.empty(on);
  expect(ids(work)).toEqual([id]);
  for (const left of standing(on.emulator)) expect(await isInState(left)).toBe(true);
  expect(on.writes()).toHaveLength(1);
});

test("a clone that came into service meanwhile is named by the next plan, and imported", async () => {
  await cutOff(CLONE, CLONE.post, "after", ALL_KILLED);
  on.emulator.advance(3600);
  const [clone] = on.emulator.state().clones;
  const target = clone?.target_cluster_reference_id;
  expect(standing(on.emulator)).toEqual([target]);
  const planned = await shipped.workspace.terraform(["plan", "-no-color"], { env: on.served.env });
  expect(flat(planned.output)).toMatch(
    new RegExp(`Warning: Cluster shop1 already has a clone like this.*${target}`),
  );
  const block = pasted(planned.output, CLONE);
  expect(block).toContain(`id = "${SHOP}/${clone?.id}"`);
  await shipped.configure(on, `${CLONE.text}\n${block}`);
  await shipped.apply(on);
  await shipped.configure(on, CLONE.text);
  await shipped.empty(on);
  expect(standing(on.emulator)).toEqual([target]);
  expect(on.writes()).toHaveLength(1);
});
