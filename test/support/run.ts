import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { findTool, ToolError, toolEnvironment } from "../../tools/terraform/tool";

/** NODE_OPTIONS with which the command line of CDKTF loads only the code of `synth`, `deploy`, `diff` and `destroy`. */
export const LEAN_COMMAND_LINE = `--require ${join(__dirname, "leanCommandLine.cjs")}`;

/** The result of a run of terraform. */
export interface Run {
  /** The exit code; -1 when a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, in the order in which they came. */
  readonly output: string;
}

/** A run that a test watches and can interrupt. */
export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Run>;
  /** Resolves when the output contains the text. Rejects if the run ends without it. */
  until(text: string): Promise<void>;
  /** SIGINT to the process group, as Ctrl-C in a terminal sends it. */
  interrupt(): void;
  /** SIGKILL to the process group. */
  kill(): void;
}

/** Starts a terminal program in its own process group. */
export function start(
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Running {
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const seen = { stdout: "", stderr: "", output: "" };
  const watchers = new Set<() => void>();
  const collect = (stream: "stdout" | "stderr") => (chunk: string) => {
    seen[stream] += chunk;
    seen.output += chunk;
    for (const look of watchers) look();
  };
  child.stdout.setEncoding("utf8").on("data", collect("stdout"));
  child.stderr.setEncoding("utf8").on("data", collect("stderr"));
  const finished = new Promise<Run>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? -1, ...seen }));
  });
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, name);
  };
  return {
    child,
    finished,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!seen.output.includes(text)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        finished.then(
          () => reject(new Error(`It ended without printing "${text}":\n${seen.output}`)),
          reject,
        );
        look();
      }),
    interrupt: () => signal("SIGINT"),
    kill: () => signal("SIGKILL"),
  };
}

/**
 * Returns the terraform for tests: the one that `npm test` has found or downloaded.
 * @throws ToolError with the remedy, if there is none
 */
export function terraformPath(): string {
  const path = findTool();
  if (path !== undefined) return path;
  throw new ToolError(
    "These tests run the real terraform, and neither terraform nor tofu is on the PATH: `npm run terraform` downloads one. " +
      "To run only those that need none: npx jest --testPathIgnorePatterns terraform acceptance",
  );
}

/** Turns off most garbage collection, which takes a fifth of Terraform's CPU time: it ends before it fills the memory. */
const SHORT_LIVED = { GOGC: "off", GOMEMLIMIT: "512MiB" };

/**
 * Returns this process's environment without settings that could redirect terraform or the provider. Programs started with it run the
 * same terraform as the tests.
 */
export function cleanEnvironment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TF_|SEARCHCLOUD_|CHECKPOINT_)/.test(name),
  );
  const tool = findTool();
  return {
    ...Object.fromEntries(inherited),
    ...(tool !== undefined && toolEnvironment(tool)),
    CHECKPOINT_DISABLE: "1",
    TF_IN_AUTOMATION: "1",
    ...SHORT_LIVED,
    ...more,
  };
}
