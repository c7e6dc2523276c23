import { OPERATIONS, type OperationId } from "../../../src/api/operations";
import type { EmulatorServer } from "../../../src/emulator";
import type { Run } from "../../support/terraform";
import { type Case, casesOf } from "../everyType/cases";
import { prepareScene, STORIES } from "../everyType/stories";
import { resourceText, type Story } from "../everyType/story";
import { APPLY, DESTROY, flat, OPTIONS } from "../support";
import { census, ended, forgotten, heal, noSecretIn, standing, type Watched, watched } from "./kit";
import { OF_ALL, OF_ONE, RESET_AFTER, RESET_BEFORE, type Trouble } from "./troubles";

/** A PATCH of a value or a DELETE can be sent twice. */
const TWICE_IS_ONCE = /^(update|delete)/;

/** The stories of a cluster with a name: that of everyType has none, and unnamed clusters cannot be distinguished. */
const NAMED: readonly Story[] = STORIES.filter(({ type }) => type === "cluster").map((story) => ({
  ...story,
  lines: { ...story.lines, name: '"catalog"' },
  edits: [],
  destroys: [],
}));

const PAID: readonly OperationId[] = ["createCluster", "createConfigurationChange", "createCloningOperation"];
const refused = new Set<string>();
/**
 * The stories of the management API. onNodes.test.ts has the faults of writes on nodes, for many types at once;
 * test/provider/resources/upgradeRehearsal/faults those of a rehearsal, whose requests are steps of one create.
 */
const MANAGED = STORIES.filter(({ onNodes, type }) => !onNodes && type !== "upgrade_rehearsal");
/**
 * Every write request × every fault that Terraform can distinguish: nothing is ever created twice, nothing that exists is
 * forgotten, and another apply finishes the work (docs/design/laws.md#l1, #l2, #l8).
 */
const MATRIX = casesOf([...MANAGED, ...NAMED]).flatMap((one) =>
  troublesOf(one).map((trouble) => {
    const what = `${one.story.type}${isNamed(one) ? " with a name" : ""}`;
    return [what, one.what, one.operation, trouble.name, one, trouble] as const;
  }),
);

function isNamed({ story }: Case): boolean {
  return story.lines.name?.includes("catalog") === true;
}

function troublesOf(one: Case): readonly Trouble[] {
  const refusals = isNamed(one) ? [] : refusalsOf(one);
  if (TWICE_IS_ONCE.test(one.operation)) return [RESET_AFTER, ...refusals];
  if (isNamed(one)) return [...OF_ALL, ...OF_ONE];
  // A request whose result cannot be distinguished from another one is not sent again.
  return [...OF_ALL, ...(one.operation === "createCluster" ? [RESET_BEFORE] : []), ...refusals];
}

/**
 * Returns the refusals to test. The message depends on the operation and the status (test/client/messages/operations.test.ts),
 * so each status occurs once; the resulting state depends on the type, so each type is refused once.
 */
function refusalsOf({ operation, story }: Case): Trouble[] {
  const { capability, path, method } = OPERATIONS[operation];
  const all: [status: number, body: Record<string, unknown>, says: RegExp, isPossible: boolean][] = [
    [402, { message: "A payment method is required" }, /payment method/, PAID.includes(operation)],
    [
      403,
      { message: "Missing capability", required_capability: capability },
      new RegExp(`${capability}.*preset|preset.*${capability}`),
      true,
    ],
    // A delete that answers 404 has reached its goal.
    [
      404,
      { message: "Not found" },
      /404.*(not visible|cannot see)/,
      path.includes("{") && method !== "DELETE",
    ],
    [422, { message: "The moon is in the way" }, /The moon is in the way/, true],
  ];
  return all.flatMap(([status, body, says, isPossible]) => {
    const key = status === 422 ? `${story.type} ${status}` : `${status}`;
    if (!isPossible || refused.has(key)) return [];
    refused.add(key);
    const effect = { kind: "answer", status, json: { success: false, ...body } } as const;
    return [{ name: String(status), effect, times: 0, work: "never", tells: "refused", says }];
  });
}

/** Runs the command that writes, with the fault. */
async function troubled(on: Watched, operation: OperationId, args: readonly string[], trouble: Trouble) {
  const { effect, times = 1, blind = false } = trouble;
  on.emulator.addFault({ match: { operation, times }, effect });
  if (!blind) return on.run(args);
  const running = await on.heldAt({ operation }, "before", args);
  const unreadable = { kind: "status", status: 403, message: "Not any more" } as const;
  on.emulator.addFault({ match: { method: "GET", times: 0 }, effect: unreadable });
  on.emulator.releaseHolds();
  const run = await ended(running);
  await noSecretIn(on, run);
  return run;
}

/** Durations after which leftovers are still in progress when somebody comes back. */
const LASTING = {
  ...OPTIONS,
  assumptions: { ...OPTIONS.assumptions, change_seconds: 20, clone_seconds: 20 },
};

async function inScene<T>(act: (on: Watched) => Promise<T>): Promise<T> {
  const on = await watched(LASTING);
  try {
    return await act(on);
  } finally {
    await on.close();
  }
}

const argsOf = ({ after }: Case) => (after ? APPLY : DESTROY);

/** Prepares the account for the request. */
async function prepare(on: Watched, { story, before, after }: Case): Promise<void> {
  prepareScene([story], on.emulator);
  if (before) await on.apply(resourceText(story, before));
  if (after) await on.write(resourceText(story, after));
  on.emulator.clearJournal();
}

/** The contents of the account after the same edit without a fault; several requests of one edit may be cases. */
const wanted = new Map<string, Promise<unknown>>();
function withoutTrouble(one: Case): Promise<unknown> {
  const key = JSON.stringify([one.story.type, one.before, one.after]);
  const known =
    wanted.get(key) ??
    inScene(async (on) => {
      await prepare(on, one);
      expect((await on.run(argsOf(one))).code).toBe(0);
      return census(on.emulator);
    });
  wanted.set(key, known);
  return known;
}

const sent = (emulator: EmulatorServer, operation: OperationId) =>
  emulator.journal().filter((entry) => entry.operation === operation).length;

/** True if the run succeeds by itself, because it can read the outcome. */
function endsWell({ operation, story }: Case, { tells, blind, times }: Trouble): boolean {
  if (tells === "refused") return false;
  if (tells === "later") return true;
  if (blind || times === 0 || operation === "issueClusterApiKeys") return false;
  return !(operation === "createCluster" && story.lines.name === undefined);
}

test.concurrent.each(MATRIX)("%s, %s: %s meets: %s", async (_, __, operation, ___, one, trouble) => {
  await inScene(async (on) => {
    await prepare(on, one);
    const before = standing(on.emulator);
    const run = await troubled(on, operation, argsOf(one), trouble);
    on.emulator.clearFaults();
    if (trouble.says) {
      expect(flat(run.output)).toMatch(trouble.says);
      expect(flat(run.output)).toContain(`searchcloud_${one.story.type}.it`);
      expect(run.output).not.toContain("tainted");
      expect(sent(on.emulator, operation)).toBe(1);
      if (one.alone) expect(standing(on.emulator)).toEqual(before);
    }
    expect([run.code, run.code === 0 ? "" : run.output]).toEqual([
      endsWell(one, trouble) ? 0 : 1,
      expect.anything(),
    ]);
    // The first message cannot name an unread record: it says to look for it, and the next run names it.
    const unnamed = trouble.blind ? await forgotten(on, [run]) : [];
    if (unnamed.length > 0) expect(flat(run.output)).toMatch(/before you (run|apply) again/);
    expect(await forgotten(on, [run])).toEqual(unnamed);
    await expectHealed(on, one, run);
    expect(sent(on.emulator, operation)).toBeGreaterThan(0);
  });
});

async function expectHealed(on: Watched, one: Case, run: Run): Promise<void> {
  const runs = run.code === 0 ? [] : await heal(on, one.story, one.after, run);
  expect(runs.at(-1)?.code ?? 0).toBe(0);
  if (one.after) await on.empty();
  expect(census(on.emulator)).toEqual(await withoutTrouble(one));
}
