import type { EmulatorServer } from "../../../src/emulator";
import type { Run, Running } from "../../support/terraform";
import { resourceText, type Story } from "../everyType/story";
import { APPLY, DESTROY, flat, importBlock, type Lines, NODE_KEY, type Scene, scene } from "../support";

/** The time limit of one run, however its requests fail: far more than any run needs. */
const RUN_LIMIT_MS = 30_000;

/** Waits for the end of a run. @throws Error with its output if it hangs */
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

/** A scene that searches the output of its runs for secrets. */
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

/** Expects no key of the account, issued key or key of nodes in the output; only the state has the latter two. */
export async function noSecretIn({ emulator, workspace, served }: Scene, { output }: Run): Promise<void> {
  const state = await workspace.stateText().catch(() => "");
  for (const text of [output, state, JSON.stringify(served.lines)]) expect(text).not.toContain(emulator.key);
  for (const said of [output, JSON.stringify(served.lines)]) {
    for (const [, issued = ""] of state.matchAll(/"(?:admin_key|search_only_key)": "([^"]+)"/g))
      expect(said).not.toContain(issued);
    expect(said).not.toContain(NODE_KEY);
    // The state lacks the values of keys whose answer was lost; only they look like this.
    expect(said).not.toMatch(/\b([A-Za-z0-9]{32}|[A-Za-z0-9]{48})\b/);
  }
}

const GOING = ["deprovisioning", "terminated"];
const SEEDED = /^shop\d$/;

/** Returns the ids of everything requested that has not ended: billed clusters, changes, clones. */
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

/** Returns the ids of {@link standing} that are neither in the state nor in the output of any run. */
export async function forgotten({ emulator, workspace }: Scene, runs: readonly Run[]): Promise<string[]> {
  const state = await workspace.stateText().catch(() => "");
  return standing(emulator).filter(
    (id) => !state.includes(`"${id}"`) && !runs.some(({ output }) => output.includes(id)),
  );
}

/** The service's descriptions of the node keys that the management API issues. */
const ISSUED = ["Admin key", "Search-only key"];

/** Returns the final contents of the account, without values that differ from run to run. */
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
    // After a lost answer, a pair of keys is issued again; nobody can revoke the first one.
    node_keys: node_keys
      .filter(({ description }) => !ISSUED.includes(description))
      .map(({ id, value_prefix, ...one }) => one),
    named,
  };
}

/** Returns the ids that a message names for an import: that of a block to paste, or those that a lost request may have created. */
function idsToImport(output: string): string[] | undefined {
  const text = flat(output);
  const block = /import \{.*?\bid = "([^"]+)"/.exec(text)?.[1];
  if (block !== undefined) return [block];
  return /It may be: ([\w, ]+)\./.exec(text)?.[1]?.split(", ");
}

/** Returns the ids that a person finds after the message to look for an unnamed cluster, which no run can find. */
async function lookedFor(on: Scene, { output }: Run, runs: readonly Run[]): Promise<string[]> {
  return flat(output).includes("Look for an unnamed cluster at the service") ? forgotten(on, runs) : [];
}

/** One run that names the record to import, and one that imports it. */
const MAX_HEALING_RUNS = 2;

/**
 * Acts like a person after a failed run: imports what the message names, otherwise applies again. Returns the runs that
 * this took.
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
