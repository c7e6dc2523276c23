import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { CommandError } from "../errors";

/** A folder with a configuration of Terraform. */
export interface Stack {
  readonly name: string;
  /** Absolute. */
  readonly directory: string;
}

/** Where `cdktf synth` and `cdktn synth` write. */
const OUTPUT = "cdktf.out";
const STACKS = "stacks";

/**
 * The stacks of these directories: what is synthesized below each of them, or the directory itself. Without directories,
 * those that the project in the working directory has synthesized.
 *
 * @throws CommandError when there is none.
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
      ? `There is no configuration in ${path}: name directories with .tf or .tf.json files, or with synthesized stacks.`
      : `There is no synthesized stack in ${path}: run "cdktf synth" (or "cdktn synth") first, or name Terraform directories.`,
  );
}

function synthesizedBelow(directory: string): Stack[] {
  const folder = join(directory, STACKS);
  return namesIn(folder)
    .map((name) => ({ name, directory: join(folder, name) }))
    .filter((stack) => namesIn(stack.directory).some(isConfiguration));
}

/** As cdktf and cdktn choose it. */
function outputFolder(env: Readonly<Record<string, string | undefined>>, from: string): string {
  if (env.CDKTF_OUTDIR) return env.CDKTF_OUTDIR;
  try {
    const { output } = JSON.parse(readFileSync(join(from, "cdktf.json"), "utf8"));
    return typeof output === "string" ? output : OUTPUT;
  } catch {
    // The command line of cdktf complains about a file that is wrong, at synth.
    return OUTPUT;
  }
}

const isConfiguration = (name: string) => /\.(tf|tofu)(\.json)?$/.test(name);

/** Sorted; none where there is no such folder. */
function namesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder).sort();
}
