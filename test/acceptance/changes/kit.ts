import type { EmulatorOptions, EmulatorState } from "../../../src/emulator";
import { cluster, flat, OPTIONS, PRODUCTS, type Scene, scene } from "../support";

export type Lines = Record<string, string | undefined>;
type Change = EmulatorState["changes"][number];

export const SMALL: Lines = {
  name: '"products"',
  memory: '"8_gb"',
  vcpu: '"2_vcpus"',
  regions: '["oregon"]',
};
export const LARGER: Lines = { ...SMALL, memory: '"16_gb"', vcpu: '"4_vcpus"' };
export const THREE: Lines = { ...SMALL, high_availability: "true" };
/** Long after everything that a story does. */
export const LATER = "2026-12-01T02:00:00Z";
export const LATER_SECONDS = Date.parse(LATER) / 1000;

/** A `change_schedule` for the lines of a cluster. */
export function at(moment: string, more = ""): Lines {
  return { schedule: `change_schedule {\n perform_change_at = "${moment}"\n ${more}\n}` };
}
/** A block among the lines, by a name that only keeps it apart from others. */
const BLOCKS = ["schedule", "timeouts", "lifecycle"];

/** A configuration that imports a cluster: with a resource block of these lines, or without one. */
export function importBlock(id: string, lines?: Lines): string {
  const block = `import {\n  to = ${PRODUCTS}\n  id = "${id}"\n}`;
  return lines ? `${block}\n${cluster(body(lines))}` : block;
}

export function body(lines: Lines): string {
  return Object.entries(lines)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [BLOCKS.includes(name) ? value : `${name} = ${value}`],
    )
    .join("\n");
}

/** A scene of one cluster, and what the stories of its changes ask about it. */
export interface Stage extends Scene {
  readonly id: string;
  /** The writes that made the cluster, and what terraform said, on one line. */
  readonly made: { readonly writes: readonly string[]; readonly said: string };
  write(lines: Lines | string): Promise<void>;
  /** Replaces the configuration; `settings` is the inside of the provider block. */
  writeText: Scene["write"];
  /** Writes and applies; answers what terraform said, on one line. */
  apply(lines?: Lines, expect?: number): Promise<string>;
  /** Plans, and answers what terraform said, on one line. */
  plan(lines?: Lines, expect?: number): Promise<string>;
  /** Plans nothing; answers what terraform said, on one line. */
  empty(lines?: Lines): Promise<string>;
  /** Edits, applies, and plans nothing afterwards; the bodies of the changes that were asked for, without their time. */
  resized(lines: Lines): Promise<Record<string, unknown>[]>;
  /** The bodies of the changes that were asked for since the journal was cleared. */
  posted(): Record<string, unknown>[];
  /** Requests that write, by operation; clears the journal. */
  wrote(): string[];
  changes(): Change[];
  lastChange(): Change;
  values(): Promise<Record<string, unknown>>;
}

export async function staged(
  lines: Lines = SMALL,
  assumptions: EmulatorOptions["assumptions"] = {},
): Promise<Stage> {
  const on = await scene({ ...OPTIONS, assumptions: { ...OPTIONS.assumptions, ...assumptions } });
  await on.write(cluster(body(lines)));
  const { output } = await on.workspace.apply();
  const written = (): string[] => {
    const writes = on.emulator.journal().filter(({ method }) => method !== "GET");
    on.emulator.clearJournal();
    return writes.map(({ operation }) => operation ?? "?");
  };
  const made = { writes: written(), said: flat(output) };
  const { id } = on.emulator.state().clusters[0] ?? { id: "" };
  const write = (next: Lines | string) => on.write(typeof next === "string" ? next : cluster(body(next)));
  const journal = () => on.emulator.journal();
  const stage: Stage = {
    ...on,
    id,
    made,
    write,
    writeText: on.write,
    apply: async (next, expect = 0) => {
      if (next) await write(next);
      return flat((await on.workspace.apply([], { expect })).output);
    },
    plan: async (next, expect = 0) => {
      if (next) await write(next);
      return flat((await on.workspace.plan([], { expect })).output);
    },
    empty: async (next) => {
      if (next) await write(next);
      return flat((await on.workspace.emptyPlan()).output);
    },
    resized: async (next) => {
      on.emulator.clearJournal();
      await stage.apply(next);
      const asked = stage.posted();
      await stage.empty();
      return asked;
    },
    posted: () =>
      journal()
        .filter(({ operation, done }) => operation === "createConfigurationChange" && done)
        .map(({ body: sent }) => {
          const { perform_change_at: _, ...settings } = sent as Record<string, unknown>;
          return settings;
        }),
    wrote: written,
    changes: () => on.emulator.state().changes,
    lastChange: () => {
      const last = on.emulator.state().changes.at(-1);
      if (!last) throw new Error("No change has been made");
      return last;
    },
    values: async () => (await on.resource(PRODUCTS)).values,
  };
  return stage;
}
