import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CommandError } from "../errors";

/** A directory with a Terraform configuration. */
export interface Stack {
  readonly name: string;
  /** Absolute path. */
  readonly directory: string;
}

/** The default output of `cdktf synth` and `cdktn synth`. */
const OUTPUT = "cdktf.out";
const STACKS = "stacks";

/**
 * Finds the stacks of directories: the synthesized stacks below each, or the directory itself. Without directories, finds the
 * synthesized stacks of the project in the working directory.
 *
 * @throws CommandError if there is none
 */
export function stacksIn(
  directories: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  from: string = process.cwd(),
): Stack[] {
  const [first = outputFolder(env, from)] = directories;
  const given = directories.length > 0 ? directories : [first];
  const stacks = given.flatMap((path) => {
    const directory = resolve(from, path);
    const synthesized = synthesizedBelow(directory);
    if (synthesized.length > 0) return synthesized;
    if (!namesIn(directory).some(isConfiguration)) throw nothingIn(path, directories.length > 0);
    const isSynthesized = basename(dirname(directory)) === STACKS;
    const name = isSynthesized || directory === resolve(from) ? basename(directory) : path;
    return [{ name, directory }];
  });
  return [...new Map(stacks.map((stack) => [stack.directory, stack])).values()];
}

function nothingIn(path: string, isGiven: boolean): CommandError {
  return new CommandError(
    isGiven
      ? `No configuration found in ${path}: name directories with .tf or .tf.json files, or with synthesized stacks.`
      : `No synthesized stack found in ${path}: run "cdktf synth" (or "cdktn synth") first, or name Terraform directories.`,
  );
}

function synthesizedBelow(directory: string): Stack[] {
  const folder = join(directory, STACKS);
  return namesIn(folder)
    .map((name) => ({ name, directory: join(folder, name) }))
    .filter((stack) => namesIn(stack.directory).some(isConfiguration));
}

/** Returns the output directory that cdktf and cdktn would choose. */
function outputFolder(env: Readonly<Record<string, string | undefined>>, from: string): string {
  if (env.CDKTF_OUTDIR) return env.CDKTF_OUTDIR;
  try {
    const { output } = JSON.parse(readFileSync(join(from, "cdktf.json"), "utf8"));
    return typeof output === "string" ? output : OUTPUT;
  } catch {
    // cdktf reports an invalid file at synth.
    return OUTPUT;
  }
}

const isConfiguration = (name: string) => /\.(tf|tofu)(\.json)?$/.test(name);

/** Returns sorted names; none for a missing directory. */
function namesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder).sort();
}
