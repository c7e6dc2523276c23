import { existsSync, readFileSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Command } from "commander";
import { version } from "../../package.json";
import { installInto } from "../installation/install";
import { ADDRESS } from "../provider/address";
import { CommandError } from "./errors";
import type { Terminal } from "./terminal";

const DESCRIPTION = `Writes the provider's plugin into terraform.d/plugins of a directory, where "terraform init" or "tofu init" finds it, and the provider's entry into .terraform.lock.hcl. Entries of other providers are not changed.

Run it again after each update of the package, followed by "init". CDKTF programs do not need it: SearchCloudProvider installs the plugin.`;

const EXAMPLE = `
Example:
  searchcloud install && terraform init`;

/** Adds `searchcloud install`: the plugin for a project in HCL. */
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
 * Writes the plugin into a directory, and warns if this machine cannot run it.
 * @throws CommandError if the directory or the plugin is missing
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
  "on Linux or on macOS, where the written files work, or install the executable of a release for Windows.";

/** True if Terraform can start the plugin, a script, on this machine. */
function runsHere(): boolean {
  return process.platform !== "win32";
}

/** @throws CommandError if the plugin is missing */
export function requirePlugin(plugin: string): void {
  if (existsSync(plugin)) return;
  throw new CommandError(`Plugin ${plugin} not found: run \`npm run build\`, or reinstall the package.`);
}
