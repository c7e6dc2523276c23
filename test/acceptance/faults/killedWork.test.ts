import type { FaultMatch } from "../../../src/emulator";
import { cluster, flat, PRODUCTS, type Scene, scene } from "../support";
import { APPLY, ended, QUICK, standing } from "./kit";
import { Shipped } from "./shipped";

/**
 * The others that cost: a change, a clone, and the change that an edit of a cluster comes to. Whatever step it is
 * killed at, the next apply neither makes a second one nor forgets the first (docs/design/laws.md#l1, #l2).
 */
interface Work {
  readonly address: string;
  /** Without the block that imports. */
  readonly text: string;
  /** What is applied before; null: nothing. */
  readonly before: string | null;
  readonly post: FaultMatch;
  readonly look: FaultMatch;
  /** Whether the next apply goes on by itself; else it names what to import. */
  readonly goesOn: boolean;
}

const CHANGE: Work = {
  address: "searchcloud_configuration_change.it",
  text: 'resource "searchcloud_configuration_change" "it" {\n cluster_id = "shop1"\n new_memory = "16_gb"\n}',
  before: null,
  post: { operation: "createConfigurationChange" },
  look: { operation: "getConfigurationChange" },
  goesOn: false,
};

const WORKS: Readonly<Record<string, Work>> = {
  "a change": CHANGE,
  "a scheduled change that is waited for": {
    ...CHANGE,
    text: CHANGE.text.replace("\n}", '\n perform_change_at = "2026-11-20T00:01:00Z"\n wait = true\n}'),
    // It is not read before it begins.
    look: { operation: "listClusters" },
  },
  "a clone": {
    ...CHANGE,
    address: "searchcloud_cloning_operation.it",
    text: 'resource "searchcloud_cloning_operation" "it" {\n cluster_id = "shop1"\n}',
    post: { operation: "createCloningOperation" },
    look: { operation: "getCloningOperation" },
  },
  "an edit of a cluster": {
    ...CHANGE,
    address: PRODUCTS,
    text: cluster('name = "products"\nmemory = "8_gb"\nvcpu = "4_vcpus"'),
    before: cluster('name = "products"\nmemory = "8_gb"\nvcpu = "2_vcpus"'),
    goesOn: true,
  },
};

const STEPS = {
  "POST is carried out and not answered": ({ post }: Work) => ({ match: post, when: "after" }) as const,
  "a look in the middle": ({ look }: Work) => ({ match: { ...look, nth: 3 }, when: "after" }) as const,
};

let shipped: Shipped;
let on: Scene;
beforeAll(async () => {
  shipped = await Shipped.install();
});
afterAll(() => shipped.workspace.remove());
beforeEach(async () => {
  on = await scene({
    ...QUICK,
    assumptions: { ...QUICK.assumptions, change_seconds: 40, clone_seconds: 40 },
  });
  on.emulator.seed({ clusters: [{ id: "shop1", memory: "8_gb", vcpu: "2_vcpus" }] });
});
afterEach(() => on.close());

/** A change that is waited for in a schedule differs until it has been requested. */
const TABLE = Object.entries(WORKS).flatMap(([what, work]) =>
  Object.entries(STEPS)
    .filter(([at]) => at.includes("POST") || !what.includes("scheduled"))
    .map(([at, step]) => [what, at, work, step] as const),
);

/** Runs in this process's provider, on the state of the one that was killed. */
const again = (args: readonly string[], expect = 0) =>
  shipped.workspace.terraform([...args, "-no-color"], { env: on.served.env, expect });

async function configure(text: string) {
  await on.write(text);
  await shipped.configure(on);
}

async function killed({ text, before }: Work, hold: ReturnType<(typeof STEPS)[keyof typeof STEPS]>) {
  await on.write(before ?? text);
  await shipped.begin(on);
  if (before) {
    await again(APPLY);
    await configure(text);
  }
  on.emulator.clearJournal();
  on.emulator.addFault({ match: hold.match, effect: { kind: "hold", when: hold.when } });
  const running = await shipped.start(on, APPLY);
  await Promise.race([on.emulator.held(), running.finished]);
  running.kill();
  const run = await ended(running);
  on.emulator.clearFaults();
  on.emulator.releaseHolds();
  expect(run.code).not.toBe(0);
  expect(run.output).not.toContain(on.emulator.key);
}

const workIds = () => {
  const { changes, clones } = on.emulator.state();
  return [...changes, ...clones].map(({ id }) => id);
};

test.each(TABLE)("%s: at %s, everything is killed", async (_, __, work, step) => {
  await killed(work, step(work));
  const [id = "", ...others] = workIds();
  expect(others).toEqual([]);
  expect(standing(on.emulator)).toContain(id);

  if (!work.goesOn) {
    const { output } = await again(APPLY, 1);
    const [block = ""] = /import \{[^}]*\}/.exec(flat(output)) ?? [];
    expect(block).toContain(`id = "shop1/${id}"`);
    expect(workIds()).toEqual([id]);
    await configure(`${work.text}\nimport {\n to = ${work.address}\n id = "shop1/${id}"\n}`);
  }
  await again(APPLY);
  await configure(work.text);
  await again(APPLY);
  await again(["plan", "-detailed-exitcode"]);
  expect(workIds()).toEqual([id]);
  const state = await shipped.workspace.stateText();
  for (const left of standing(on.emulator)) expect(state).toContain(`"${left}"`);
  expect(on.writes()).toHaveLength(1);
});

const CLONE = WORKS["a clone"] ?? CHANGE;

test("a clone that has come into service meanwhile is named by the next plan, and imported", async () => {
  await killed(CLONE, STEPS["POST is carried out and not answered"](CLONE));
  on.emulator.advance(3600);
  const [{ id, target_cluster_reference_id: target } = { id: "", target_cluster_reference_id: null }] =
    on.emulator.state().clones;
  expect(standing(on.emulator)).toEqual([target]);
  const { output } = await again(["plan"]);
  expect(flat(output)).toMatch(new RegExp(`Warning: Cluster shop1 already has a clone like this.*${target}`));
  expect(flat(output)).toContain(`id = "shop1/${id}"`);
  await configure(`${CLONE.text}\nimport {\n to = ${CLONE.address}\n id = "shop1/${id}"\n}`);
  await again(APPLY);
  await configure(CLONE.text);
  await again(["plan", "-detailed-exitcode"]);
  expect(standing(on.emulator)).toEqual([target]);
  expect(on.writes()).toHaveLength(1);
});
