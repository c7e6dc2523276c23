import type { NodeOperationId } from "../../../src/api/dataPlane/operations";
import type { EmulatorServer, FaultEffectBody } from "../../../src/emulator";
import type { Run } from "../../support/terraform";
import { casesOf } from "../everyType/cases";
import { prepareScene, STORIES } from "../everyType/stories";
import { editsOf, resourceText, type Story } from "../everyType/story";
import { APPLY, DESTROY, flat, importBlock, type Lines, OPTIONS } from "../support";
import { census, ended, noSecretIn, type Watched, watched } from "./kit";
import { named, RATE_LIMIT } from "./troubles";

/**
 * The matrix of writes on nodes. One configuration has all types, and each write request meets the fault, so a run covers many
 * cases: nothing is created twice, no document is dropped without appearing in a plan, nothing that exists is forgotten, no key
 * is shown, and another apply finishes the work (docs/design/laws.md#l1, #l2, #l8).
 */
const ON_NODES = STORIES.filter(
  // Its requests are those of collections and aliases; test/provider/resources/liveCollection interrupts each of them.
  ({ onNodes, type }) => onNodes && type !== "live_collection",
);

/** More lines by type: a description, so that the first request creates the key; permission to drop documents that a plan has named. */
const MORE: Readonly<Record<string, Lines>> = {
  key: { description: '"search"' },
  collection: { replacement: '"allow"' },
};
const DOCUMENT = { title: "Oak", rank: 1, tags: ["wood"], v: [0, 0, 0, 1] };

/** One run: the lines of each type, and the write requests. */
interface Step {
  readonly what: "create" | "update" | "replace" | "destroy";
  readonly lines: ReadonlyMap<Story, Lines>;
  readonly writes: (story: Story) => readonly string[];
  /** The number of documents that another client stores before. */
  readonly documents: number;
}

function stepsOf(stories: readonly Story[]): readonly Step[] {
  let lines = new Map(stories.map((story) => [story, { ...story.lines, ...MORE[story.type] }] as const));
  const edit = (what: Step["what"], isReplaced: boolean, documents: number): Step => {
    const edits = new Map(
      stories.map((story) => [
        story,
        editsOf(story).find((one) => one.isReplaced === isReplaced && one.writes.length > 0),
      ]),
    );
    lines = new Map([...lines].map(([story, before]) => [story, { ...before, ...edits.get(story)?.lines }]));
    return { what, lines, writes: (story) => edits.get(story)?.writes ?? [], documents };
  };
  return [
    { what: "create", lines, writes: ({ creates }) => creates, documents: 0 },
    edit("update", false, 2),
    edit("replace", true, 0),
    { what: "destroy", lines: new Map(), writes: ({ destroys }) => destroys, documents: 3 },
  ];
}

const operationsOf = (step: Step, stories: readonly Story[]) =>
  [...new Set(stories.flatMap(step.writes))] as NodeOperationId[];
/** Returns the requests that are sent first, before any that depend on their answers. */
const firstOf = (step: Step, stories: readonly Story[]) =>
  stories.flatMap((story) => step.writes(story).slice(0, 1)) as NodeOperationId[];

test("every write request of the stories is a case", () => {
  const met = stepsOf(ON_NODES).flatMap((step) => ON_NODES.flatMap((story) => step.writes(story)));
  expect(new Set(casesOf(ON_NODES).map(({ operation }) => String(operation)))).toEqual(new Set(met));
});

/** The fault of each request, and its consequences. */
interface Row {
  readonly name: string;
  /** The faults of its first attempt, its second one and so on. */
  readonly effects: readonly FaultEffectBody[];
  /** True if nothing can be read from then on. */
  readonly blind?: boolean;
  /** The number of steps; a DELETE counts the same for a replacement and a destroy. @default 3 */
  readonly steps?: number;
  /** For each step, the types for which the run reports an error. @default none */
  readonly failing?: Readonly<Partial<Record<Step["what"], readonly string[]>>>;
}

/** Runs the command that writes, with the fault at each request. */
async function troubled(
  on: Watched,
  step: Step,
  stories: readonly Story[],
  trouble: Row | null,
): Promise<Run> {
  const args = step.lines.size === 0 ? DESTROY : APPLY;
  if (trouble === null) return on.run(args);
  const operations = (trouble.blind ? firstOf : operationsOf)(step, stories);
  for (const operation of operations)
    for (const [at, effect] of trouble.effects.entries())
      on.emulator.addFault({ match: { operation, nth: at + 1 }, effect });
  return trouble.blind ? blinded(on, operations, args) : on.run(args);
}

/** Makes all reads fail once each request has been sent. */
async function blinded(
  on: Watched,
  operations: readonly NodeOperationId[],
  args: readonly string[],
): Promise<Run> {
  for (const operation of operations)
    on.emulator.addFault({ match: { operation }, effect: { kind: "hold" } });
  // By default, terraform sends ten at a time.
  const running = await on.start([...args, `-parallelism=${operations.length}`]);
  await Promise.race([on.emulator.held(operations.length), running.finished]);
  on.emulator.addFault({
    match: { method: "GET", times: 0 },
    effect: { kind: "status", status: 403, message: "Not any more" },
  });
  on.emulator.releaseHolds();
  const run = await ended(running);
  await noSecretIn(on, run);
  return run;
}

/** Returns the types of the resources with errors; for a destroy, terraform does not report them. */
function failedTypes({ output }: Run): string[] {
  const errors = flat(output).split("Error: ").slice(1);
  return errors.map((text) => / with searchcloud_(\w+)\.it/.exec(text)?.[1] ?? "?").sort();
}

/** Follows the messages: revokes the key with an unknown value, imports what exists, applies again. */
async function heal(on: Watched, step: Step, failed: Run): Promise<void> {
  if (step.lines.size === 0) {
    expect((await on.run(DESTROY)).code).toBe(0);
    return;
  }
  let last = failed;
  for (let runs = 0; last.code !== 0 && runs < 3; runs += 1) {
    const said = flat(last.output);
    revokeUnknownKey(on.emulator, said);
    const imports = [...said.matchAll(/import \{ to = (searchcloud_\w+)\.\S+ id = "([^"]+)"/g)];
    const blocks = imports.map(([, type, id = ""]) => importBlock(id, `${type}.it`));
    await on.write([textOf(step), ...blocks].join("\n"));
    last = await on.run(APPLY);
  }
  expect([last.code, last.code === 0 ? "" : last.output]).toEqual([0, ""]);
  await on.write(textOf(step));
}

/** Revokes the key with an unknown value, by the prefix in the message. */
function revokeUnknownKey(emulator: EmulatorServer, said: string): void {
  const prefix = /If it was created, its value begins with (\w{4}),/.exec(said)?.[1];
  const unknown = emulator.state().node_keys.filter((key) => key.value_prefix === prefix);
  for (const { cluster_id, id } of unknown) emulator.revokeKeyOutside(cluster_id, id);
}

const textOf = ({ lines }: Step) => [...lines].map(([story, one]) => resourceText(story, one)).join("\n");

/** Plays steps one after the other, and returns the contents of the account after each. */
async function play(
  stories: readonly Story[],
  steps: readonly Step[],
  trouble: Row | null,
  after: (on: Watched, step: Step, run: Run) => Promise<void>,
): Promise<void> {
  const on = await watched(OPTIONS);
  try {
    prepareScene(stories, on.emulator);
    for (const step of steps) {
      if (step.documents > 0) {
        const cluster_id = on.emulator
          .state()
          .collections.find(({ name }) => name === "products")?.cluster_id;
        const documents = Array.from({ length: step.documents }, () => DOCUMENT);
        on.emulator.addDocumentsOutside(cluster_id ?? "", "products", documents);
      }
      await on.write(textOf(step));
      const run = await troubled(on, step, stories, trouble);
      await after(on, step, run);
    }
  } finally {
    await on.close();
  }
}

/** Returns "Plan: 1 to add, …", the only difference that the step before can leave. */
const planned = ({ output }: Run) => /^Plan: .*$/m.exec(output)?.[0];

const NAMES = [
  ...["analytics_rule", "conversation_model", "curation_set", "nl_search_model", "preset"],
  ...["stemming_dictionary", "stopwords_set", "synonym_set"],
];
const effectOf = (name: string) => named(name).effect;

/** The outcomes as Terraform handles them; test/dataPlane/faults tests every fault of each operation. */
const MATRIX: readonly Row[] = [
  { name: "its answer is lost", effects: [effectOf("reset after the work")], steps: 4 },
  {
    name: "its answer is lost, and nothing can be read",
    effects: [effectOf("reset after the work")],
    blind: true,
    failing: {
      create: ["collection", "collection_alias", "key", ...NAMES],
      update: ["collection", "collection_alias", ...NAMES],
      // For a delete, terraform does not name the resource.
      replace: Array.from({ length: 3 + NAMES.length }, () => "?"),
    },
  },
  {
    name: "429, a reset before the work, then 503 with HTML after the work",
    effects: [RATE_LIMIT.effect, effectOf("reset before the work"), effectOf("503 with HTML after the work")],
  },
];

const STEPS = stepsOf(ON_NODES);
/** The plan and the contents of the account after each step, without a fault. */
const wanted = new Map<Step["what"], object>();
beforeAll(async () => {
  await play(ON_NODES, STEPS, null, async (on, step, run) => {
    expect([run.code, run.code === 0 ? "" : run.output]).toEqual([0, ""]);
    wanted.set(step.what, { plan: planned(run), account: census(on.emulator) });
  });
});

test.each(MATRIX.map((row) => [row.name, row] as const))("each write request meets: %s", async (_, row) => {
  const { steps = 3, failing = {} } = row;
  await play(ON_NODES, STEPS.slice(0, steps), row, async (on, step, run) => {
    const { faults } = on.emulator.state();
    on.emulator.clearFaults();
    const plan = planned(run);
    const failed = failedTypes(run);
    expect([step.what, failed, failed.length === 0 ? "" : run.output]).toEqual([
      step.what,
      [...(failing[step.what] ?? [])].sort(),
      failed.length === 0 ? "" : expect.anything(),
    ]);
    expect(run.code).toBe(failed.length === 0 ? 0 : 1);
    // After a failed request, those that depend on it are not sent.
    const sent = new Set<unknown>((failed.length === 0 ? operationsOf : firstOf)(step, ON_NODES));
    expect(faults.filter(({ met, match }) => met === 0 && sent.has(match.operation))).toEqual([]);
    if (run.code !== 0) await heal(on, step, run);
    if (step.what === "replace") await on.empty();
    expect([step.what, { plan, account: census(on.emulator) }]).toEqual([step.what, wanted.get(step.what)]);
  });
});
