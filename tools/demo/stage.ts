import { join } from "node:path";
import type { EmulatorServer } from "../../src/emulator";
import { toolEnvironment } from "../terraform/tool";
import { type CommandOptions, DemoFailure, environment, quietly } from "./command";
import type { Output } from "./lines";
import type { Program } from "./program";

/** Which stack the program has. */
const STACK = "search";

/** What an act has at hand. */
export interface Stage extends Pick<Output, "show"> {
  readonly emulator: EmulatorServer;
  readonly program: Program;
  /** The commands that were run on this stage, without flags. */
  readonly commands: readonly string[];
  /** Synthesizes and applies the program. */
  deploy(): Promise<Spoken>;
  /** Plans the program as it was deployed last. */
  diff(): Promise<Plan>;
  destroy(): Promise<Spoken>;
}

/** What a command has said; on a failure, all of it is shown. */
export interface Spoken {
  readonly paragraphs: readonly string[];
  /** The paragraph, or the part of it, that the pattern names. @throws DemoFailure when there is none. */
  sentence(pattern: RegExp): string;
}

/** What `cdktf diff` found. */
export interface Plan extends Spoken {
  /** Of each resource that would change. */
  readonly actions: readonly string[];
  /** What is known of the cluster after the plan has read it. */
  readonly cluster: { readonly live?: Readonly<Record<string, unknown>> };
}

export interface StageOptions extends Omit<CommandOptions, "cwd" | "env"> {
  readonly emulator: EmulatorServer;
  readonly program: Program;
  readonly output: Output;
  /** The JavaScript of cdktf's command line. */
  readonly cdktf: string;
  /** Terraform, or OpenTofu: an absolute path. */
  readonly terraform: string;
}

export function stageOf({ emulator, program, output, cdktf, terraform, signal }: StageOptions): Stage {
  const commands: string[] = [];
  const options = {
    cwd: program.folder,
    signal,
    env: environment({
      ...toolEnvironment(terraform),
      SEARCHCLOUD_BASE_URL: emulator.baseUrl,
      SEARCHCLOUD_API_KEY: emulator.key,
      SEARCHCLOUD_NODE_URL: emulator.nodeUrl,
      SEARCHCLOUD_POLL_INTERVAL: "200ms",
      // The emulator's clock counts requests, and with it the limit that it keeps; ours would count real minutes.
      SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
    }),
  };
  const run = async (command: string, ...flags: string[]): Promise<Spoken> => {
    const typed = `cdktf ${command}`;
    commands.push(typed);
    output.show("command", [typed, ...flags].join(" "));
    return spoken(typed, await quietly(process.execPath, [cdktf, command, ...flags], options));
  };
  const planned = async () => {
    const cwd = join(program.folder, "cdktf.out/stacks", STACK);
    return JSON.parse(await quietly(terraform, ["show", "-json", "plan"], { ...options, cwd })) as ShownPlan;
  };
  return {
    emulator,
    program,
    commands,
    show: output.show,
    deploy: () => run("deploy", "--auto-approve"),
    // The program is the one that was just deployed: to synthesize it again would take most of the time.
    diff: async () => ({ ...(await run("diff", "--skip-synth")), ...planOf(await planned()) }),
    destroy: () => run("destroy", "--auto-approve", "--skip-synth"),
  };
}

/** What the demo needs of `terraform show -json plan`. */
interface ShownPlan {
  readonly resource_changes?: readonly { readonly change: { readonly actions: readonly string[] } }[];
  readonly prior_state?: {
    readonly values?: {
      readonly root_module?: { readonly resources?: readonly { readonly values: object }[] };
    };
  };
}

function planOf({ resource_changes = [], prior_state }: ShownPlan): Pick<Plan, "actions" | "cluster"> {
  const actions = resource_changes.flatMap(({ change }) => change.actions);
  const [resource] = prior_state?.values?.root_module?.resources ?? [];
  return {
    actions: actions.filter((action) => action !== "no-op" && action !== "read"),
    cluster: resource?.values ?? {},
  };
}

function spoken(command: string, said: string): Spoken {
  const paragraphs = paragraphsOf(said);
  return {
    paragraphs,
    sentence(pattern) {
      for (const paragraph of paragraphs) {
        const [found] = pattern.exec(paragraph) ?? [];
        if (found !== undefined) return found;
      }
      throw new DemoFailure(
        `${command} did not say what was expected (${pattern.source}). It said:\n\n${said.trim()}\n`,
      );
    },
  };
}

/** What cdktf passes on of Terraform, without the name of the stack before each line and without the line breaks of a terminal. */
export function paragraphsOf(said: string): string[] {
  const bare = said.replace(new RegExp(`^(?:${STACK} {2}| {${STACK.length + 2}})`, "gm"), "");
  return bare.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
}
