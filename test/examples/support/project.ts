import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { npmProject } from "../../../tools/downloads/npm";
import { NODE, PLATFORM, pinnedProgram } from "../../../tools/downloads/pinned";
import { cleanEnvironment, LEAN_COMMAND_LINE, type Run, start, terraformPath } from "../../support/run";

/** The checkout. */
export const ROOT = resolve(__dirname, "../../..");

/** Packages that `npm install` would install in any project; here, links to those of the checkout. */
const INSTALLED = ["constructs", "tsx", "typescript", "@types"];
const COMMANDS = {
  cdktf: "cdktf-cli/bundle/bin/cdktf",
  cdktn: "cdktn-cli/bin/cdktn",
  tsx: "tsx/dist/cli.mjs",
};
const PACKAGE = "cdktf-provider-searchcloud";

/** The library of a project's program. */
export type Library = "cdktf" | "cdktn";

export interface ProjectOptions {
  /** Content by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The tarball that is installed as our package. @default - none: a link to the checkout */
  readonly tarball?: string;
  /** The library that is installed, with its command line; the other one is missing. @default cdktf */
  readonly library?: Library;
  /** Added to the environment of every command. */
  readonly env?: NodeJS.ProcessEnv;
}

/** A user's project outside the checkout, with its own home folder: isolated from the machine's settings. */
export class Project {
  private constructor(
    readonly directory: string,
    readonly home: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async create({ files, tarball, library = "cdktf", env = {} }: ProjectOptions): Promise<Project> {
    terraformPath();
    const directory = await mkdtemp(join(tmpdir(), "project-"));
    const home = join(directory, "home");
    const project = new Project(directory, home, {
      ...env,
      HOME: home,
      CI: "1",
      NO_COLOR: "1",
      FORCE_COLOR: "0",
      DISABLE_VERSION_CHECK: "1",
      npm_config_offline: "true",
      npm_config_update_notifier: "false",
    });
    await mkdir(join(directory, "node_modules/.bin"), { recursive: true });
    await mkdir(home);
    const modules = join(directory, "node_modules");
    for (const name of [...INSTALLED, library])
      await symlink(join(ROOT, "node_modules", name), join(modules, name));
    await symlink(await commandLineOf(library), join(modules, `${library}-cli`));
    await installPackage(join(modules, PACKAGE), tarball);
    for (const [name, path] of Object.entries(COMMANDS)) {
      await symlink(join("..", path), join(modules, ".bin", name));
    }
    await project.write({ "package.json": '{ "private": true }\n', ...files });
    return project;
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.directory, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }

  read(path: string): Promise<string> {
    return readFile(join(this.directory, path), "utf8");
  }

  /** Runs a command to its end, in the project or in a folder of it. */
  run(
    command: string,
    args: readonly string[],
    { env = {}, cwd = "." }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
  ): Promise<Run> {
    const all = cleanEnvironment({ ...this.env, ...env });
    return start(command, args, join(this.directory, cwd), all).finished;
  }

  /** Runs the command line of CDKTF, and the program, with a Node that it supports. @throws Error with its output if it fails. */
  cdktf(...args: readonly string[]): Promise<Run> {
    return this.commandLine("cdktf", args);
  }

  /** Runs the command line of cdktn as {@link cdktf} does. @throws as there */
  cdktn(...args: readonly string[]): Promise<Run> {
    return this.commandLine("cdktn", args);
  }

  private async commandLine(name: Library, args: readonly string[]): Promise<Run> {
    const env = { NODE_OPTIONS: LEAN_COMMAND_LINE, PATH: await pathFor(name) };
    const run = await this.run(join(this.directory, "node_modules/.bin", name), args, { env });
    if (run.code !== 0)
      throw new Error(`${name} ${args.join(" ")} ended with ${run.code}, not 0:\n${run.output}`);
    return run;
  }

  /** Runs a program, which synthesizes its stacks into `cdktf.out`. @throws Error with its output if it fails. */
  async tsx(program: string): Promise<void> {
    const { code, output } = await this.run(join(this.directory, "node_modules/.bin/tsx"), [program]);
    if (code !== 0) throw new Error(output);
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** The command line of cdktn needs other versions of the checkout's packages, and a newer Node (decision 15). */
async function commandLineOf(library: Library): Promise<string> {
  if (library === "cdktf") return join(ROOT, "node_modules/cdktf-cli");
  return join(await npmProject(join(ROOT, "tools/downloads/cdktn-cli")), "cdktn-cli");
}

/** The PATH of a command line: the Node in use, if it runs with that one (docs/guides/node.md), otherwise a pinned one. */
export async function pathFor(library: Library): Promise<string> {
  const { PATH = "" } = cleanEnvironment({});
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isRecent = major > 22 || (major === 22 && minor >= 19);
  if (library === "cdktf" ? major <= 22 : isRecent) return [dirname(process.execPath), PATH].join(delimiter);
  const pinned = NODE[22][PLATFORM];
  if (pinned === undefined) throw new Error(`${library} needs Node 22, and there is none for ${PLATFORM}.`);
  return [dirname(await pinnedProgram(pinned)), PATH].join(delimiter);
}

/** Packs the package as it is published, without building it. Returns the path of the tarball. */
export function packed(folder: string): string {
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  return join(folder, execFileSync("npm", args, { cwd: ROOT, encoding: "utf8" }).trim());
}

async function installPackage(folder: string, tarball: string | undefined): Promise<void> {
  if (tarball === undefined) return symlink(ROOT, folder);
  await mkdir(folder);
  execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
}

/** The quickstart as its files. */
export async function quickstart(): Promise<Record<string, string>> {
  const folder = join(ROOT, "examples/quickstart");
  const names = ["main.ts", "cdktf.json"];
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
}
