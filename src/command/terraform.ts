import { type Run, type RunSettings, runProgram } from "./childProcess";

export type { Run } from "./childProcess";

/** Runs terraform in a directory. */
export type Terraform = (directory: string, words: readonly string[]) => Promise<Run>;

/** Terraform at a path, with an environment. */
export function terraformAt(program: string, env: RunSettings["env"], signal: AbortSignal): Terraform {
  return (cwd, words) => runProgram(program, words, { cwd, env: { TF_IN_AUTOMATION: "1", ...env }, signal });
}
