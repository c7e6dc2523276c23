import { spawn } from "node:child_process";

/** How a run of terraform has ended. */
export interface Run {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs terraform in a directory. */
export type Terraform = (directory: string, words: readonly string[]) => Promise<Run>;

/**
 * Terraform at a path, with an environment.
 * @param signal Interrupts it once, as Ctrl-C does.
 */
export function terraformAt(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Terraform {
  return (directory, words) =>
    new Promise((resolve, reject) => {
      const child = spawn(program, words, {
        cwd: directory,
        env: { TF_IN_AUTOMATION: "1", ...env },
        stdio: ["ignore", "pipe", "pipe"],
        // A group of its own, so that Ctrl-C does not reach it twice: at the second one, terraform ends without order.
        detached: process.platform !== "win32",
      });
      const interrupt = () => child.kill("SIGINT");
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
