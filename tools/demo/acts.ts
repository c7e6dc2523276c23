import { join, resolve } from "node:path";
import type { EmulatorServer } from "../../src/emulator";
import { dayOfWeek, firstShowing, wallClock } from "../../src/provider/shared/schedule/window";
import { toolEnvironment } from "../terraform/tool";
import type { ActRequests, Output, Role } from "./output";
import {
  DemoError,
  DemoStoppedError,
  environment,
  type Project,
  type RunOptions,
  runQuietly,
} from "./project";
import { isOfShopper, type Searches, Shopper } from "./shopper";

/** The stack of the program. */
const STACK = "search";

/** The commands of cdktf with their options. To synthesize the program again would take most of the time. */
const COMMANDS = {
  deploy: ["--auto-approve"],
  diff: ["--skip-synth"],
  destroy: ["--auto-approve", "--skip-synth"],
} as const;

/** A step of the demo's story: edits, one command, and its result. */
export interface Act {
  readonly title: string;
  /** Edits the program, or changes the emulator. Returns the lines to show. */
  readonly prepare?: (stage: Pick<Stage, "emulator" | "project">) => readonly (readonly [Role, string])[];
  readonly command: keyof typeof COMMANDS;
  /** The actions that `diff` must plan. @default none */
  readonly actions?: readonly string[];
  /** The sentences of the command to show. */
  readonly quotes: readonly RegExp[];
  /** True if somebody searches while the command runs. @default false */
  readonly withShopper?: boolean;
  /** Checks the result and describes it. @throws DemoError if it is not as expected */
  readonly result?: (emulator: EmulatorServer, live: Live, searches: Searches) => string;
}

/** The values of the cluster's attribute `live` after a `diff`. */
type Live = Readonly<Record<string, unknown>>;

/** The emulator, the project and the programs that play an act. */
export interface Stage extends Pick<RunOptions, "signal"> {
  readonly emulator: EmulatorServer;
  readonly project: Project;
  readonly output: Output;
  /** The JavaScript of cdktf's command line. */
  readonly cdktf: string;
  /** The absolute path of Terraform or OpenTofu. */
  readonly terraform: string;
}

/** Plays acts in their order. Returns the requests of each. @throws DemoError with the name of the act */
export async function playActs(
  acts: readonly Act[],
  stage: Stage,
  playOne: (act: Act, stage: Stage) => Promise<void> = play,
): Promise<ActRequests[]> {
  const all: ActRequests[] = [];
  let seen = 0;
  for (const [index, act] of acts.entries()) {
    stage.output.print("", `${index + 1}  ${act.title}`);
    try {
      await playOne(act, stage);
    } catch (error) {
      if (!(error instanceof DemoError) || error instanceof DemoStoppedError) throw error;
      throw new DemoError(`Act ${index + 1} failed: ${act.title}.\n${error.message}`);
    }
    const journal = stage.emulator.journal().filter(({ number }) => number > seen);
    const entries = journal.filter((entry) => !isOfShopper(entry));
    seen = journal.at(-1)?.number ?? seen;
    all.push({
      act: index + 1,
      command: `cdktf ${act.command}`,
      entries,
      readsVary: act.withShopper,
    });
  }
  return all;
}

async function play(act: Act, stage: Stage): Promise<void> {
  const { prepare, command, actions = [], quotes, withShopper, result } = act;
  const { emulator, output, project, cdktf, terraform, signal } = stage;
  for (const line of prepare?.(stage) ?? []) output.show(...line);
  const words = [command, ...COMMANDS[command]];
  output.show("command", ["cdktf", ...words].join(" "));
  const options = { cwd: project.folder, signal, env: environmentOf(stage) };
  const shopper = withShopper ? new Shopper(emulator, project) : undefined;
  let searches: Searches = { best: [], failures: [] };
  const text = await runQuietly(process.execPath, [cdktf, ...words], options).finally(async () => {
    searches = (await shopper?.stop()) ?? searches;
  });
  let live: Live = {};
  if (command === "diff") {
    const cwd = join(project.folder, "cdktf.out/stacks", STACK);
    const plan = JSON.parse(await runQuietly(terraform, ["show", "-json", "plan"], { ...options, cwd }));
    const changes: { change: { actions: string[] } }[] = plan.resource_changes ?? [];
    const planned = changes.flatMap(({ change }) => change.actions).filter((one) => !/no-op|read/.test(one));
    check(planned.join() === actions.join(), `the plan has the actions "${planned}" and not "${actions}"`);
    live = plan.prior_state?.values?.root_module?.resources?.[0]?.values?.live ?? {};
  }
  for (const quote of quotes) output.show("quote", findSentence(text, quote));
  if (result) output.show("result", result(emulator, live, searches));
}

function environmentOf({ emulator, terraform }: Stage): NodeJS.ProcessEnv {
  return environment({
    ...toolEnvironment(terraform),
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
    SEARCHCLOUD_POLL_INTERVAL: "200ms",
    // The emulator's clock counts requests and applies the limit itself; the provider would count real minutes.
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  });
}

/** Finds a sentence in cdktf's output, without the stack's name before each line and without line breaks of a terminal. */
export function findSentence(output: string, pattern: RegExp): string {
  const bare = output.replace(new RegExp(`^(?:${STACK} {2}| {${STACK.length + 2}})`, "gm"), "");
  const paragraphs = bare.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
  const found = paragraphs.flatMap((paragraph) => pattern.exec(paragraph)?.[0] ?? []);
  if (found[0] !== undefined) return found[0];
  throw new DemoError(`The output does not contain ${pattern.source}. It is:\n\n${output.trim()}\n`);
}

const TIMEZONE = "Europe/Zurich";
/** Seconds after its beginning at which a change is certainly complete. */
const LATER = 4 * 3600;
const NO_CHANGES = /No changes\. Your infrastructure matches the configuration\./;
const SUMMARY = /Plan: \d+ to add, \d+ to change, \d+ to destroy\./;
const CATALOG = resolve(__dirname, "../../examples/live-collection");
/** A line of the catalog, and the lines that replace it. */
const FIELD = '    Field.string("title"),';
const NEW_FIELDS = [
  '    Field.string("title", { infix: true }),',
  '    Field.stringArray("tags", { facet: true }),',
];

/** The story. Each act begins where the previous one ended. */
export const ACTS: readonly Act[] = [
  {
    title: "Ten lines of TypeScript become a cluster",
    prepare: ({ project }) => [
      ["text", "The program is that of the README, with an older version to upgrade from."],
      ["edit", project.set("searchServerVersion", '"29.0"')],
    ],
    command: "deploy",
    quotes: [SUMMARY],
    result: (emulator) => {
      const { name, memory, vcpu, search_server_version: version } = onlyCluster(emulator);
      check(name === "products" && memory === "8_gb", `the cluster should be "products" with 8_gb`);
      return `Cluster "${name}" is in service: ${memory}, ${vcpu}, version ${version}.`;
    },
  },
  {
    title: "Twice the size, in the weekly maintenance window",
    prepare: ({ project }) => {
      const window = `MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "${TIMEZONE}")`;
      return [
        ["edit", project.set("memory", '"16_gb"')],
        ["edit", project.set("vcpu", '"4_vcpus"')],
        ["edit", project.set("maintenanceWindow", window, ["DayOfWeek", "MaintenanceWindow"])],
      ];
    },
    command: "deploy",
    quotes: [
      /(?<=Warning: )Cluster "\w+" \(\w+\) gets one configuration change: memory, vcpu/,
      /If applied now, it begins Sunday .*/,
    ],
    result: (emulator) => {
      const [change, ...others] = emulator.state().changes;
      check(change?.status === "pending" && others.length === 0, "one change should be pending");
      const { memory } = onlyCluster(emulator);
      check(memory === "8_gb", `the cluster should still run 8_gb, and runs ${memory}`);
      return `The change is pending and the deploy has ended. Until Sunday the cluster runs ${memory}.`;
    },
  },
  { title: "While the change waits, the plan is empty", command: "diff", quotes: [NO_CHANGES] },
  {
    title: "Another edit supersedes it",
    prepare: ({ project }) => [["edit", project.set("searchServerVersion", '"30.2"')]],
    command: "deploy",
    quotes: [/If applied now, it begins .*?\)\./, /The pending change \w+ is cancelled: .*?\./],
    result: (emulator) => {
      const [first, second, ...others] = emulator.state().changes;
      check(first?.status === "canceled" && others.length === 0, "the first change should be cancelled");
      check(second?.status === "pending", "another change should be pending");
      const { new_memory: memory, new_vcpu: vcpu, new_search_server_version: version } = second;
      check(memory === "16_gb" && version === "30.2", "the change should have both edits");
      return `One change carries both edits: ${memory}, ${vcpu}, version ${version}.`;
    },
  },
  {
    title: "Sunday passes",
    prepare: ({ emulator }) => {
      const due = emulator.state().changes.at(-1)?.perform_change_at ?? 0;
      emulator.advance(due + LATER - Date.parse(emulator.state().now) / 1000);
      return [["text", `The clock of the service is set forward to ${formatClock(emulator)}.`]];
    },
    command: "diff",
    quotes: [NO_CHANGES],
    result: (_, { memory, vcpu, search_server_version: version }) => {
      check(memory === "16_gb" && version === "30.2", "live should show the new values");
      return `The change has succeeded. live: ${memory}, ${vcpu}, version ${version}.`;
    },
  },
  {
    title: "Somebody renames the cluster outside of Terraform",
    prepare: ({ emulator }) => {
      emulator.patchCluster(onlyCluster(emulator).id, { name: "somebody-elses-idea" });
      return [];
    },
    command: "diff",
    actions: ["update"],
    quotes: [/~ name = "somebody-elses-idea" -> "products"/],
    result: () => "The plan has found it, and the next deploy would undo it.",
  },
  {
    title: "Keys, a collection and its documents, in the same plan",
    prepare: ({ project }) => project.append(CATALOG, "catalog.jsonl").map((line) => ["edit", line]),
    command: "deploy",
    quotes: [SUMMARY],
    result: (emulator) => {
      const { name } = onlyCluster(emulator);
      check(name === "products", `the cluster should be called "products" again, and is called "${name}"`);
      checkOneSuccess(emulator, "searchDocuments");
      return "The storefront's key has found both bookcases. Had it not, the deploy would have failed.";
    },
  },
  {
    title: "Two fields of the collection are edited",
    prepare: ({ project }) => {
      project.edit(FIELD, NEW_FIELDS);
      return NEW_FIELDS.map((line) => ["edit", line.trim()]);
    },
    command: "deploy",
    quotes: [/One PATCH: .*?\./],
    result: (emulator) => {
      checkOneSuccess(emulator, "updateCollection");
      return "One PATCH has edited both fields, and the storefront still finds its bookcases.";
    },
  },
  {
    title: "Its sorting field is edited, which no server can do, while somebody searches",
    prepare: ({ project }) => {
      project.edit('  defaultSortingField: "rank",', ['  defaultSortingField: "price",']);
      return [["edit", 'defaultSortingField: "price",']];
    },
    command: "deploy",
    quotes: [
      /(?<=Warning: )Live collection "catalog" of cluster \w+ gets a new version: 5 documents will be copied/,
      /Searches and writes by "catalog" go on meanwhile\./,
    ],
    withShopper: true,
    result: (_, __, { best, failures }) => {
      check(failures.length === 0, `no search should fail, but ${failures.length} did: ${failures[0]}`);
      const [first, second, ...others] = best;
      check(
        first === "Desk chair" && second === "Writing desk" && others.length === 0,
        `found ${best.join(", ")}`,
      );
      return `No search has failed. The first hit was "${first}", and is "${second}" now.`;
    },
  },
  {
    title: "Everything is destroyed again",
    command: "destroy",
    quotes: [
      SUMMARY,
      /(?<=Warning: )Live collection "catalog" of cluster \w+ is deleted with 10 documents in 2 versions/,
    ],
    result: (emulator) => {
      const left = emulator.state().clusters.filter(({ status }) => status !== "terminated");
      check(left.length === 0, `no cluster should be left, but ${left.map((one) => one.id).join(", ")} is`);
      return "The cluster is terminated. Nothing is left that would be billed.";
    },
  },
];

/** Checks that an operation of the nodes was called once and succeeded. */
function checkOneSuccess(emulator: EmulatorServer, operation: string): void {
  const entries = emulator.journal().filter((entry) => entry.operation === operation);
  const statuses = entries.map(({ status }) => status).join();
  check(statuses === "200", `${operation} should be called once with status 200; statuses: ${statuses}`);
}

function onlyCluster(emulator: EmulatorServer) {
  const [cluster, ...others] = emulator.state().clusters.filter(({ status }) => status === "in_service");
  check(cluster !== undefined && others.length === 0, "exactly one cluster should be in service");
  return cluster;
}

/** Formats the emulator's time as a calendar and a clock in the window's timezone show it. */
export function formatClock({ clock }: Pick<EmulatorServer, "clock">): string {
  const wall = wallClock(TIMEZONE)(clock.now());
  const day = dayOfWeek(wall);
  const [date, time] = new Date(wall).toISOString().slice(0, 16).split("T");
  return `${day.charAt(0).toUpperCase()}${day.slice(1)} ${date} ${time} ${TIMEZONE}`;
}

/** Ten o'clock on a Wednesday there, some days before the window. The same in every run. */
export const START = firstShowing(wallClock(TIMEZONE), Date.UTC(2026, 10, 18, 10));

function check(isAsExpected: boolean, problem: string): asserts isAsExpected {
  if (!isAsExpected) throw new DemoError(`Not as expected: ${problem}.`);
}
