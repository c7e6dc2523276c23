import { spawn } from "node:child_process";
import { once } from "node:events";

/** Something did not go as the demo says; the message is for the person at the terminal. */
export class DemoFailure extends Error {}

/** Somebody has stopped the demo. */
export class Stopped extends DemoFailure {}

/** Milliseconds that a command may take; what takes longer hangs. */
const LIMIT = 4 * 60_000;
/** Milliseconds that a command which is stopped has to end by itself. */
const GRACE = 5_000;

export interface CommandOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Stops the command, and whatever it has started. */
  readonly signal: AbortSignal;
  /** Milliseconds. @default four minutes */
  readonly limit?: number;
}

/**
 * Runs a command to its end and answers all that it has said; nothing of it is shown.
 * @throws DemoFailure with all that it has said, when it fails.
 */
export async function quietly(
  command: string,
  args: readonly string[],
  { cwd, env, signal, limit = LIMIT }: CommandOptions,
): Promise<string> {
  signal.throwIfAborted();
  // In a process group of its own: a command that is stopped takes with it what it has started.
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  }
  const late = AbortSignal.timeout(limit);
  const stop = AbortSignal.any([signal, late]);
  const timers: NodeJS.Timeout[] = [];
  const end = () => {
    killGroup(child.pid, "SIGTERM");
    timers.push(setTimeout(() => killGroup(child.pid, "SIGKILL"), GRACE));
  };
  stop.addEventListener("abort", end, { once: true });
  const words = [command, ...args].join(" ");
  try {
    const [code] = await once(child, "close").catch((error: Error) => {
      throw new DemoFailure(`${words} could not be started: ${error.message}.`);
    });
    signal.throwIfAborted();
    if (late.aborted)
      throw new DemoFailure(`${words} did not end within ${limit / 1000} seconds.${after(said)}`);
    if (code !== 0) throw new DemoFailure(`${words} failed (exit code ${code}).${after(said)}`);
    return said;
  } finally {
    stop.removeEventListener("abort", end);
    for (const timer of timers) clearTimeout(timer);
  }
}

function after(said: string): string {
  return said.trim() === "" ? " It said nothing." : ` It said:\n\n${said.trim().replace(/^(?=.)/gm, "  ")}\n`;
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** This process's environment, in which no Terraform of the user and no other service gets a word in. */
export function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TF_|SEARCHCLOUD_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    CHECKPOINT_DISABLE: "1",
    DISABLE_VERSION_CHECK: "1",
    // cdktf would share a cache of plugins with all projects of the user. There, another checkout's build of the same version
    // takes the place of this one's, even while the demo runs.
    CDKTF_DISABLE_PLUGIN_CACHE_ENV: "1",
    CI: "1",
    FORCE_COLOR: "0",
    NO_COLOR: "1",
    TF_CLI_ARGS: "-no-color",
    ...more,
  };
}
