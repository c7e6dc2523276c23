import { existsSync, readFileSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Command } from "commander";
import { version } from "../../package.json";
import { installInto } from "../installation/install";
import { ADDRESS } from "../provider/address";
import { CommandError } from "./errors";
import type { Terminal } from "./terminal";

const DESCRIPTION = `Writes the provider's plugin into terraform.d/plugins of a directory, where "terraform init" or "tofu init" finds it, and the provider's entry into .terraform.lock.hcl. The entries of other providers stay as they are.

Run it again after an update of the package, then "init" again. CDKTF programs do not need it: SearchCloudProvider brings the plugin along.`;

const EXAMPLE = `
Example:
  searchcloud install && terraform init`;

/** `searchcloud install`: the plugin for a project in HCL. */
export function addInstall(program: Command, { stdout, stderr, plugin }: Terminal): void {
  program
    .command("install")
    .summary("Writes the provider's plugin into a Terraform project.")
    .description(DESCRIPTION)
    .argument("[directory]", "the project's directory", ".")
    .addHelpText("after", EXAMPLE)
    .action((directory: string) => {
      const path = installPlugin(plugin, resolve(directory), stderr);
      const next = runsHere() ? "Now run: terraform init (or tofu init)\n" : "";
      stdout.write(`${relative(process.cwd(), path)}\n${next}`);
    });
}

/**
 * Writes the plugin into a directory, and warns where this machine cannot run it.
 * @throws CommandError without the directory.
 */
export function installPlugin(plugin: string, directory: string, stderr: Terminal["stderr"]): string {
  requirePlugin(plugin);
  const found = statSync(directory, { throwIfNoEntry: false });
  if (!found?.isDirectory()) throw new CommandError(`There is no directory ${directory}.`);
  const path = installInto(directory, { address: ADDRESS, version, content: readFileSync(plugin) });
  if (!runsHere()) stderr.write(`${NOT_HERE}\n`);
  return path;
}

const NOT_HERE =
  "Warning: the plugin is a script, which Terraform cannot start on Windows: terraform init will fail on this machine. Run Terraform in WSL, " +
  "on Linux or on macOS, where the files that were written work, or install the executable of a release for Windows.";

/** Whether Terraform can start the plugin, a script, on this machine. */
function runsHere(): boolean {
  return process.platform !== "win32";
}

/** @throws CommandError without the plugin. */
export function requirePlugin(plugin: string): void {
  if (existsSync(plugin)) return;
  throw new CommandError(
    `The plugin is not at ${plugin}: run \`npm run build\`, or install the package again.`,
  );
}
