import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { TOOLS } from "../provider/toolVersion";
import { type Run, type RunSettings, runProgram } from "./childProcess";

export type { Run } from "./childProcess";

/** Runs terraform in a directory. */
export type Terraform = (directory: string, words: readonly string[]) => Promise<Run>;

/** Returns a function that runs the terraform at a path. */
export function terraformAt(program: string, env: RunSettings["env"], signal: AbortSignal): Terraform {
  return (cwd, words) => runProgram(program, words, { cwd, env: { TF_IN_AUTOMATION: "1", ...env }, signal });
}

/** Thrown for an unusable terraform, with a message for the user. */
export class ToolError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds the terraform to run: the path or program that the first non-empty variable names, else `terraform`, else `tofu` on the PATH.
 *
 * @throws ToolError if a variable names a missing program
 */
export function terraformProgram(env: Environment, variables: readonly string[]): string | undefined {
  const variable = variables.find((name) => env[name]);
  if (variable !== undefined) return named(variable, env);
  return onPath("terraform", env) ?? onPath("tofu", env);
}

/** Returns the file name of a program on this platform. */
export function programName(name: string): string {
  return process.platform === "win32" && !name.endsWith(".exe") ? `${name}.exe` : name;
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function named(variable: string, env: Environment): string {
  const name = env[variable] ?? "";
  const isFile = /[\\/]/.test(name);
  const found = isFile ? resolve(name) : onPath(name, env);
  if (found !== undefined && isProgram(found)) return found;
  const product = name.includes("tofu") ? "OpenTofu" : "Terraform";
  throw new ToolError(
    `${variable} names "${name}", and ${isFile ? "there is no such program" : "no program of that name is on the PATH"}: ` +
      `install it (${TOOLS[product].install}), or unset ${variable}.`,
  );
}

function onPath(name: string, env: Environment): string | undefined {
  const folders = (env.PATH ?? "").split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, programName(name))).find(isProgram);
}
