import type { FaultMatch } from "../../../src/emulator";
import type { Run, Running } from "../../support/terraform";
import { cluster, flat, PRODUCTS, scene } from "../support";
import { APPLY, ended, QUICK, standing } from "./kit";
import { Shipped } from "./shipped";

/**
 * A create that ends in the middle, at every step: the provider is killed, everything is killed, terraform is interrupted once
 * and twice. No second cluster is ever made, and one that the state does not have is named by the next run, with the import
 * block that takes it over (docs/design/laws.md#l1).
 */
interface Step {
  /** Where the run stands still. */
  readonly match: FaultMatch;
  /** Before or after the emulator has done it; in neither case the provider knows. */
  readonly when: "before" | "after";
  /** Whether the cluster is made when the run has ended and the request that stands still goes on. */
  readonly made: boolean;
}

const STEPS: Readonly<Record<string, Step>> = {
  "the last look before POST": {
    match: { operation: "listClusters", nth: 2 },
    when: "after",
    made: false,
  },
  "POST has left and is not carried out yet": {
    match: { operation: "createCluster" },
    when: "before",
    made: true,
  },
  "POST is carried out and not answered": {
    match: { operation: "createCluster" },
    when: "after",
    made: true,
  },
  "a look in the middle": {
    match: { operation: "getCluster", nth: 2 },
    when: "before",
    made: true,
  },
  "the look that shows it in service": {
    match: { operation: "getCluster", nth: 3 },
    when: "after",
    made: true,
  },
};

interface End {
  end(running: Running, shipped: Shipped, release: () => void): Promise<Run>;
  /** Whether the state has what the provider had got by then; null: that is terraform's to say. */
  readonly keeps: (step: Step) => boolean | null;
}

const ENDS: Readonly<Record<string, End>> = {
  "the provider is killed": {
    async end(running, shipped, release) {
      await shipped.killProvider();
      const run = await ended(running);
      release();
      return run;
    },
    keeps: () => false,
  },
  "everything is killed": {
    async end(running, _, release) {
      running.kill();
      const run = await ended(running);
      release();
      return run;
    },
    keeps: () => false,
  },
  "terraform is interrupted": {
    async end(running, _, release) {
      running.interrupt();
      await running.until("Interrupt received");
      release();
      return ended(running);
    },
    // A write that is under way may end: its answer holds the id.
    keeps: ({ made }) => made,
  },
  "terraform is interrupted twice": {
    async end(running, shipped, release) {
      running.interrupt();
      await running.until("Interrupt received");
      running.interrupt();
      const run = await ended(running);
      await shipped.providerEnded();
      release();
      return run;
    },
    keeps: () => null,
  },
};

const NAMED = cluster('name = "products"');

let shipped: Shipped;
beforeAll(async () => {
  shipped = await Shipped.install();
});
afterAll(() => shipped.workspace.remove());

/** How it ends matters by whether the request that stands still is a write: every end meets one of each kind. */
const EVERY_END = ["POST is carried out and not answered", "a look in the middle"];

const TABLE = Object.entries(STEPS).flatMap(([at, step]) =>
  Object.entries(ENDS)
    .filter(([what]) => what === "everything is killed" || EVERY_END.includes(at))
    .map(([what, end]) => [at, what, step, end] as const),
);

test.each(TABLE)("at %s, %s", async (_, __, step, end) => {
  const on = await scene(QUICK);
  try {
    await on.write(NAMED);
    await shipped.begin(on);
    on.emulator.addFault({ match: step.match, effect: { kind: "hold", when: step.when } });
    const running = await shipped.start(on, APPLY);
    await Promise.race([on.emulator.held(), running.finished]);
    const run = await end.end(running, shipped, () => on.emulator.releaseHolds());
    on.emulator.clearFaults();
    expect(run.output).not.toContain(on.emulator.key);
    expect(run.code).not.toBe(0);
    // A request that has left arrives, whoever is still there to hear of it.
    if (step.made) await on.until(() => standing(on.emulator).length > 0);
    const made = standing(on.emulator);
    expect(made).toHaveLength(step.made ? 1 : 0);

    const inState = await idInState();
    const keeps = end.keeps(step);
    if (keeps !== null) expect(inState).toBe(keeps ? made[0] : undefined);
    if (inState !== undefined) expect([inState]).toEqual(made);
    const again = (args: readonly string[], expect = 0) =>
      shipped.workspace.terraform([...args, "-no-color"], { env: on.served.env, expect });
    if (made[0] !== undefined && inState === undefined) {
      const { output } = await again(["plan"], 1);
      const [block = ""] = /import \{[^}]*\}/.exec(flat(output)) ?? [];
      expect(block).toContain(`id = "${made[0]}"`);
      await on.write(`${NAMED}\n${pasted(block)}`);
      await shipped.configure(on);
    }
    await again(APPLY);
    await on.write(NAMED);
    await shipped.configure(on);
    await again(["plan", "-detailed-exitcode"]);
    expect(standing(on.emulator)).toEqual([await idInState()]);
    expect(on.writes()).toEqual(["POST /clusters"]);
  } finally {
    await on.close();
  }
});

/** The block as the message prints it, with the address put in. */
function pasted(block: string): string {
  return block
    .replace("searchcloud_cluster.NAME", PRODUCTS)
    .replace(/ (to|id) =/g, "\n $1 =")
    .replace("}", "\n}");
}

async function idInState(): Promise<string | undefined> {
  const state = await shipped.workspace.stateText().catch(() => "{}");
  return JSON.parse(state || "{}").resources?.[0]?.instances?.[0]?.attributes?.id;
}
