import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** What a finished run of terraform left. */
export interface Run {
  /** The exit code; -1 when a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Both, in the order in which they came. */
  readonly output: string;
}

/** A run that the test watches and may interrupt. */
export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Run>;
  /** Resolves when the output holds the text; rejects when the run ends without it. */
  until(text: string): Promise<void>;
  /** SIGINT to the process group, as Ctrl-C in a terminal sends it. */
  interrupt(): void;
  /** SIGKILL to the process group. */
  kill(): void;
}

/** Starts a terminal program in a process group of its own. */
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
        finished.then(() => reject(new Error(`It ended without saying "${text}":\n${seen.output}`)), reject);
        look();
      }),
    interrupt: () => signal("SIGINT"),
    kill: () => signal("SIGKILL"),
  };
}

/**
 * The path of an executable.
 * @throws Error that says what to install, when it is not on the PATH.
 */
export function executable(name: string): string {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // The next folder may have it.
    }
  }
  throw new Error(
    `These tests run the real "${name}", and it is not on the PATH. Install it (1.8 or later), or run only the tests ` +
      "that need no terraform: npx jest --testPathIgnorePatterns terraform acceptance",
  );
}

/** This process's environment without anything that could lead terraform or the provider elsewhere. */
export function cleanEnvironment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(TF_|SEARCHCLOUD_|CHECKPOINT_)/.test(name),
  );
  return { ...Object.fromEntries(inherited), CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1", ...more };
}
