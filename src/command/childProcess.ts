import { spawn } from "node:child_process";

/** The result of a program. */
export interface Run {
  /** The exit code; null if a signal killed it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The settings of a program. */
export interface RunSettings {
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Interrupts the program once, as Ctrl-C does. */
  readonly signal: AbortSignal;
  /** Also interrupts its children, because a shell does not forward signals. @default false */
  readonly withChildren?: boolean;
}

/** Runs a program without input. Rejects if it cannot be started. */
export function runProgram(
  program: string,
  words: readonly string[],
  { cwd, env, signal, withChildren = false }: RunSettings,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      ...(cwd !== undefined && { cwd }),
      env: { ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // A process group of its own, so that Ctrl-C does not reach it twice: terraform aborts at the second one.
      detached: process.platform !== "win32",
    });
    const interrupt = () => {
      const isGroup = withChildren && process.platform !== "win32" && child.pid !== undefined;
      if (!isGroup) child.kill("SIGINT");
      else if (child.exitCode === null && child.pid !== undefined) endGroup(child.pid);
    };
    signal.addEventListener("abort", interrupt, { once: true });
    if (signal.aborted) interrupt();
    const texts = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const)
      child[stream].setEncoding("utf8").on("data", (text: string) => {
        texts[stream] += text;
      });
    const ended = () => signal.removeEventListener("abort", interrupt);
    child.once("error", (error) => {
      ended();
      reject(error);
    });
    child.once("close", (code) => {
      ended();
      resolve({ code, ...texts });
    });
  });
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGTERM");
  } catch {
    // It has already ended.
  }
}
