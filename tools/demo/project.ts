import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../src/command/childProcess";

/** An error for the person at the terminal: the demo did not go as expected. */
export class DemoError extends Error {}

/** The demo was stopped. */
export class DemoStoppedError extends DemoError {}

/** The project of the demo's user: a copy of an example in its own folder. */
export class Project {
  #text: string;

  /** Creates the folder with a copy of the example and nothing else. */
  constructor(
    example: string,
    readonly folder: string,
  ) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    copyFileSync(join(example, "cdktf.json"), join(folder, "cdktf.json"));
    // Without its own, the copy would use the checkout's tsconfig.json, which leads to the sources instead of the package.
    writeFileSync(join(folder, "tsconfig.json"), "{}\n");
    this.#text = readFileSync(join(example, "main.ts"), "utf8");
    this.#write(this.#text);
  }

  /** Sets a property of the cluster to a TypeScript expression, and imports names. Returns the edited line. */
  set(property: string, value: string, imports: readonly string[] = []): string {
    const line = `${property}: ${value},`;
    const present = new RegExp(`^ {2}${property}: .*,\n`, "m");
    this.#replace(present.test(this.#text) ? present : /(?=^\}\);$)/m, `  ${line}\n`);
    this.#import(imports);
    return line;
  }

  /** Adds the part of another example below the cluster, its documents and its imports. Returns the lines without comments. */
  append(example: string, documents: string): string[] {
    const other = readFileSync(join(example, "main.ts"), "utf8");
    const [, below = ""] = /^\}\);\n([\s\S]*)^app\.synth\(\);$/m.exec(other) ?? [];
    const lines = below.split("\n").filter((line) => line !== "" && !/^\s*\/\//.test(line));
    this.#replace(/(?=^app\.synth)/m, `${lines.join("\n")}\n`);
    this.#import(importsOf(other));
    copyFileSync(join(example, documents), join(this.folder, documents));
    return lines;
  }

  /** Replaces a line of the program. */
  edit(line: string, lines: readonly string[]): void {
    if (!this.#text.includes(`\n${line}\n`)) throw new DemoError(`The program has no line "${line}".`);
    this.#write(this.#text.replace(`\n${line}\n`, () => `\n${lines.join("\n")}\n`));
  }

  #import(names: readonly string[]): void {
    const present = importsOf(this.#text);
    const missing = names.filter((name) => !present.includes(name));
    const end = /(?= \} from "cdktf-provider-searchcloud";)/;
    if (missing.length > 0) this.#replace(end, missing.map((name) => `, ${name}`).join(""));
  }

  #replace(place: RegExp, text: string): void {
    if (!place.test(this.#text)) throw new DemoError(`The program has no place for "${text.trim()}".`);
    this.#write(this.#text.replace(place, () => text));
  }

  #write(text: string): void {
    this.#text = text;
    writeFileSync(join(this.folder, "main.ts"), text);
  }
}

/** Returns the names that a program imports from the package. */
function importsOf(text: string): string[] {
  const [, names = ""] = /^import \{ (.*) \} from "cdktf-provider-searchcloud";$/m.exec(text) ?? [];
  return names.split(", ");
}

export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Stops the command and everything that it has started. */
  readonly signal: AbortSignal;
  /** Milliseconds. @default four minutes */
  readonly limit?: number;
}

/**
 * Runs a command and returns its output, which is not shown.
 * @throws DemoError with the output, if the command fails or takes too long
 */
export async function runQuietly(
  command: string,
  args: readonly string[],
  { signal, limit = 240_000, ...rest }: RunOptions,
): Promise<string> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(limit);
  const line = [command, ...args].join(" ");
  const options = { ...rest, signal: AbortSignal.any([signal, timeout]), withChildren: true };
  const { code, stdout, stderr } = await runProgram(command, args, options).catch((error: Error) => {
    throw new DemoError(`${line} could not be started: ${error.message}.`);
  });
  signal.throwIfAborted();
  const output = stdout + stderr;
  if (code === 0) return output;
  const reason = timeout.aborted
    ? `did not end within ${limit / 1000} seconds`
    : `failed (exit code ${code})`;
  const shown = output.trim().replace(/^(?=.)/gm, "  ") || "  (nothing)";
  throw new DemoError(`${line} ${reason}. Its output:\n\n${shown}\n`);
}

/** Returns this process's environment without settings of the user for Terraform or for another service. */
export function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TF_|SEARCHCLOUD_)/.test(name));
  return {
    ...Object.fromEntries(inherited),
    CHECKPOINT_DISABLE: "1",
    DISABLE_VERSION_CHECK: "1",
    // cdktf would share a plugin cache with all projects of the user, in which another checkout's build of the same version would
    // replace this one, even while the demo runs.
    CDKTF_DISABLE_PLUGIN_CACHE_ENV: "1",
    CI: "1",
    FORCE_COLOR: "0",
    NO_COLOR: "1",
    TF_CLI_ARGS: "-no-color",
    ...more,
  };
}
