import type { ControlState, EmulatorServerOptions } from "../../../src/emulator";
import { type Lines, OPTIONS, PRODUCTS, type Scene, scene } from "../support";

type Change = ControlState["changes"][number];

export const SMALL: Lines = {
  name: '"products"',
  memory: '"8_gb"',
  vcpu: '"2_vcpus"',
  regions: '["oregon"]',
};
export const LARGER: Lines = { ...SMALL, memory: '"16_gb"', vcpu: '"4_vcpus"' };
export const THREE: Lines = { ...SMALL, high_availability: "true" };
/** A time long after the end of every story. */
export const LATER = "2026-12-01T02:00:00Z";
export const LATER_SECONDS = Date.parse(LATER) / 1000;
export const DAY = 86_400;

/** Returns a `change_schedule` for the lines of a cluster. */
export function at(moment: string, more = ""): Lines {
  return { schedule: `change_schedule {\n perform_change_at = "${moment}"\n ${more}\n}` };
}

/** A cluster whose changes begin long after the story. */
export const CALM: Lines = { ...SMALL, ...at(LATER) };
export const SCHEDULED: Lines = { ...LARGER, ...at(LATER) };

export const CREATE = "createServerConfigurationParameter";
export const UPDATE = "updateServerConfigurationParameter";
export const DELETE = "deleteServerConfigurationParameter";
export const CHANGE = "createConfigurationChange";
export const REPLACED = ["cancelConfigurationChange", CHANGE];

/** Returns the lines of a cluster with `server_parameters`. */
export function having(parameters: Record<string, string>, lines: Lines = SMALL): Lines {
  const entries = Object.entries(parameters).map(([name, value]) => `"${name}" = "${value}"`);
  return { ...lines, server_parameters: `{ ${entries.join(", ")} }` };
}
export const PAGES = { "max-per-page": "500" };

/** A scene of one cluster, with the queries that stories about its changes need. */
export interface Stage extends Scene {
  readonly id: string;
  /** The writes that created the cluster, and the output of terraform on one line. */
  readonly created: { readonly writes: readonly string[]; readonly said: string };
  /** Edits, applies, expects an empty plan, and returns {@link posted}. */
  resized(lines: Lines): Promise<Record<string, unknown>[]>;
  /** Returns the bodies of the changes requested since the journal was cleared, without their times. */
  posted(): Record<string, unknown>[];
  changes(): Change[];
  lastChange(): Change;
  /** Returns the time so many seconds from now by the service's clock, in seconds since the epoch. */
  inSeconds(seconds: number): number;
  /** Returns the parameters that the service stores; `runningParameters` returns those that the nodes were started with. */
  storedParameters(): Record<string, string>;
  runningParameters(): Record<string, string>;
}

export async function staged(
  lines: Lines = SMALL,
  assumptions: EmulatorServerOptions["assumptions"] = {},
): Promise<Stage> {
  const on = await scene({ ...OPTIONS, assumptions: { ...OPTIONS.assumptions, ...assumptions } });
  const { emulator } = on;
  const said = await on.apply(lines);
  const { id } = emulator.state().clusters[0] ?? { id: "" };
  const stage: Stage = {
    ...on,
    id,
    created: { writes: on.wrote(), said },
    resized: async (next) => {
      emulator.clearJournal();
      await on.apply(next);
      const requested = stage.posted();
      await on.empty();
      return requested;
    },
    posted: () =>
      emulator
        .journal()
        .filter(({ operation, done }) => operation === CHANGE && done)
        .map(({ body: sent }) => {
          const { perform_change_at: _, ...settings } = sent as Record<string, unknown>;
          return settings;
        }),
    changes: () => emulator.state().changes,
    lastChange: () => {
      const last = emulator.state().changes.at(-1);
      if (!last) throw new Error("No change has been requested");
      return last;
    },
    inSeconds: (seconds) => Math.floor(Date.parse(emulator.state().now) / 1000) + seconds,
    storedParameters: () =>
      Object.fromEntries(emulator.state().parameters.map((one) => [one.parameter_name, one.parameter_value])),
    runningParameters: () => ({ ...emulator.runningParameters(id) }),
  };
  return stage;
}

/** Creates a new stage for each test of the file or of the surrounding `describe`. */
export function eachStage(...given: Parameters<typeof staged>): Stage {
  const on = {} as Stage;
  beforeEach(async () => {
    Object.assign(on, await staged(...given));
  });
  afterEach(() => on.close());
  return on;
}

/** Deletes the state, so Terraform does not know the cluster of a stage. */
export async function forgetState({ workspace }: Stage): Promise<void> {
  await workspace.terraform(["state", "rm", PRODUCTS]);
}
