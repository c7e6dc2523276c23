import type { EmulatorServer } from "../../../src/emulator";
import type { Run, Running } from "../../support/terraform";
import { resourceText, type Story } from "../everyType/story";
import { APPLY, DESTROY, flat, importBlock, type Lines, NODE_KEY, type Scene, scene } from "../support";

/** The longest that one run may take, however its requests fail: far more than any needs. */
const RUN_LIMIT_MS = 30_000;

/** Waits for the end of a run. @throws Error with what it said when it hangs. */
export async function ended(running: Running): Promise<Run> {
  const limit = AbortSignal.timeout(RUN_LIMIT_MS);
  let hung = false;
  limit.addEventListener("abort", () => {
    hung = true;
    running.kill();
  });
  const run = await running.finished;
  if (hung) throw new Error(`It hung and was killed after ${RUN_LIMIT_MS / 1000} s:\n${run.output}`);
  return run;
}

/** A scene that searches what its runs say for secrets. */
export interface Watched extends Scene {
  run(args: readonly string[]): Promise<Run>;
}

export async function watched(options: Parameters<typeof scene>[0]): Promise<Watched> {
  const on = await scene(options);
  return {
    ...on,
    async run(args) {
      const run = await ended(await on.start(args));
      await noSecretIn(on, run);
      return run;
    },
  };
}

/** Neither the key of the account, nor issued keys, nor those of nodes show; only the state has the latter. */
export async function noSecretIn({ emulator, workspace, served }: Scene, { output }: Run): Promise<void> {
  const state = await workspace.stateText().catch(() => "");
  for (const text of [output, state, JSON.stringify(served.lines)]) expect(text).not.toContain(emulator.key);
  for (const said of [output, JSON.stringify(served.lines)]) {
    for (const [, issued = ""] of state.matchAll(/"(?:admin_key|search_only_key)": "([^"]+)"/g))
      expect(said).not.toContain(issued);
    expect(said).not.toContain(NODE_KEY);
    // The state does not have the values of keys whose answer was lost; they look like this, and nothing else does.
    expect(said).not.toMatch(/\b([A-Za-z0-9]{32}|[A-Za-z0-9]{48})\b/);
  }
}

const GOING = ["deprovisioning", "terminated"];
const SEEDED = /^shop\d$/;

/** What was requested of the service and is not over: clusters that are billed, changes, clones. */
export function standing(emulator: EmulatorServer): string[] {
  const { clusters, changes, clones } = emulator.state();
  const isOpen = ({ status }: { readonly status: string }) =>
    status === "pending" || status === "in_progress";
  return [
    ...clusters.filter(({ id, status }) => !SEEDED.test(id) && !GOING.includes(status)),
    ...changes.filter(isOpen),
    ...clones.filter(isOpen),
  ].map(({ id }) => id);
}

/** What is standing, and neither in the state nor said in so many words by any of the runs. */
export async function forgotten({ emulator, workspace }: Scene, runs: readonly Run[]): Promise<string[]> {
  const state = await workspace.stateText().catch(() => "");
  return standing(emulator).filter(
    (id) => !state.includes(`"${id}"`) && !runs.some(({ output }) => output.includes(id)),
  );
}

/** What the service calls the keys of nodes that the management API issues. */
const ISSUED = ["Admin key", "Search-only key"];

/** What the account has in the end, without what differs from run to run. */
export function census(emulator: EmulatorServer) {
  emulator.advance(3600);
  const { clusters, changes, clones, parameters, collections, aliases, node_keys, named } = emulator.state();
  const requested = (record: object) =>
    Object.entries(record).filter(([name, value]) => name.startsWith("new_") && value !== null);
  return {
    clusters: clusters
      .filter(({ status }) => !GOING.includes(status))
      .map(({ name, memory, region_node_counts, status }) => [name, memory, region_node_counts, status]),
    changes: changes.map((one) => [one.status, ...requested(one)]),
    clones: clones.map(({ cluster_id, status }) => [cluster_id, status]),
    parameters: parameters.map((one) => [one.cluster_id, one.parameter_name, one.parameter_value]),
    collections: collections.map((one) => [one.cluster_id, one.name, one.fields, one.num_documents]),
    aliases,
    // A pair of keys is issued once more when its answer is lost; nobody can take the first one back.
    node_keys: node_keys
      .filter(({ description }) => !ISSUED.includes(description))
      .map(({ id, value_prefix, ...one }) => one),
    named,
  };
}

/** What a message says to import: the id of a block to paste, or the ids that a lost request may have created. */
function idsToImport(output: string): string[] | undefined {
  const text = flat(output);
  const block = /import \{.*?\bid = "([^"]+)"/.exec(text)?.[1];
  if (block !== undefined) return [block];
  return /It may be: ([\w, ]+)\./.exec(text)?.[1]?.split(", ");
}

/** What a person finds after the message to look for a cluster that has no name: no run can find it. */
async function lookedFor(on: Scene, { output }: Run, runs: readonly Run[]): Promise<string[]> {
  return flat(output).includes("Look for an unnamed cluster at the service") ? forgotten(on, runs) : [];
}

/** One that says what to import, one that imports. */
const MAX_HEALING_RUNS = 2;

/**
 * Does what a person does after a run has failed: imports what the message says to import, applies otherwise. Answers the
 * runs that it took.
 */
export async function heal(on: Watched, story: Story, lines: Lines | null, failed: Run): Promise<Run[]> {
  if (lines === null) return [await on.run(DESTROY)];
  const text = resourceText(story, lines);
  const runs: Run[] = [];
  let last = failed;
  while (last.code !== 0 && runs.length < MAX_HEALING_RUNS) {
    const [id, ...others] = idsToImport(last.output) ?? (await lookedFor(on, last, [failed, ...runs]));
    expect(others).toEqual([]);
    await on.write(id === undefined ? text : `${text}\n${blockOf(story, lines, id)}`);
    last = await on.run(APPLY);
    runs.push(last);
    expect(await forgotten(on, [failed, ...runs])).toEqual([]);
  }
  await on.write(text);
  return runs;
}

function blockOf(story: Story, lines: Lines, id: string): string {
  const cluster_id = lines.cluster_id?.replaceAll('"', "");
  const whole = id.includes("/") ? id : (story.importId?.({ cluster_id, id }) ?? "");
  return importBlock(whole, `searchcloud_${story.type}.it`);
}
