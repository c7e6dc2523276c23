import { isUtf8 } from "node:buffer";
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isLockFile, type LockEntry, lockProviders, packageHash } from "./lockFile";
import { removeDrafts, replaceFile, statOf, updateFile } from "./replaceFile";

const LOCK_FILE = ".terraform.lock.hcl";
const HOUR = 3_600_000;

const SYSTEMS: { readonly [name: string]: string } = { win32: "windows", sunos: "solaris" };
const PROCESSORS: { readonly [name: string]: string } = { x64: "amd64", ia32: "386" };

/** Terraform's name of a platform, such as `linux_amd64`, for Node's names of system and processor. @default this machine's */
export function terraformPlatform(
  system: string = process.platform,
  processor: string = process.arch,
): string {
  return `${SYSTEMS[system] ?? system}_${PROCESSORS[processor] ?? processor}`;
}

const OWN_PLATFORM = terraformPlatform();
/** Remote runs and pipelines are on Linux, wherever the program is synthesized. */
const REMOTE_PLATFORM = "linux_amd64";

/** The plugin as Terraform knows it. */
export interface Plugin {
  /** `host/namespace/type`. */
  readonly address: string;
  readonly version: string;
  /** The executable, the same on every platform. */
  readonly content: Buffer;
}

/** Where `terraform init` finds the plugin, by default that of this machine, in a directory that holds a configuration. */
export function pluginPath(
  directory: string,
  { address, version }: Pick<Plugin, "address" | "version">,
  platform: string = OWN_PLATFORM,
): string {
  const name = `terraform-provider-${address.slice(address.lastIndexOf("/") + 1)}_v${version}`;
  return join(directory, "terraform.d/plugins", address, version, platform, name);
}

/**
 * Puts the plugin into a directory that holds a configuration, for this machine and for remote runs, and brings the lock
 * file up to date with it and with `others`; every other entry stays. A lock file that is a link stays one. Answers the path for
 * this machine.
 *
 * @param now - milliseconds since the epoch: drafts that are older than an hour were left by a killed process, and go
 * @throws when a directory on the way to the plugin is a symbolic link, or the lock file leads to something else than a lock file.
 */
export function installInto(
  directory: string,
  plugin: Plugin,
  others: readonly LockEntry[] = [],
  now: number = Date.now(),
): string {
  const lockFile = lockFileOf(directory);
  const platforms = new Set([OWN_PLATFORM, REMOTE_PLATFORM]);
  for (const platform of platforms)
    placeAlone(directory, pluginPath(directory, plugin, platform), plugin.content);
  const path = pluginPath(directory, plugin);
  const { address, version, content } = plugin;
  const ours: LockEntry = { address, version, hashes: [packageHash(basename(path), content)] };
  updateFile(lockFile, (text) => lockProviders(text, [...others, ours]));
  for (const folder of new Set([directory, dirname(lockFile), join(directory, "terraform.d")]))
    removeDrafts(folder, now - HOUR);
  return path;
}

/** The path of the lock file, or of what it leads to: Terraform reads it through a link, and so does whoever shares it. */
function lockFileOf(directory: string): string {
  const path = join(directory, LOCK_FILE);
  const found = statOf(path);
  if (found === undefined) return path;
  const target = found.isSymbolicLink() ? targetOf(path) : path;
  if (target === path && !found.isFile()) throw unusable(path, "is not a file");
  const content = readFileSync(target);
  // Written back, it would be another text.
  if (!isUtf8(content)) throw unusable(path, "is not UTF-8 text");
  // A link in a checkout of somebody else's may lead anywhere.
  if (target !== path && !isLockFile(content.toString(), basename(target)))
    throw unusable(path, `is a symbolic link to ${target}, which is not a lock file`);
  return target;
}

function targetOf(path: string): string {
  try {
    const target = realpathSync(path);
    if (statSync(target).isFile()) return target;
  } catch {
    // It leads to nothing, to itself, or where this user must not look.
  }
  throw unusable(path, "is a symbolic link that leads to no file");
}

function unusable(path: string, problem: string): Error {
  return new Error(
    `${path} ${problem}, so the provider cannot be added to it. Remove it, or replace it with a lock file of Terraform. Nothing was written.`,
  );
}

/** Makes the plugin the only file of its folder: Terraform's hash covers whatever lies there. */
function placeAlone(directory: string, path: string, content: Buffer): void {
  const folder = dirname(path);
  refuseLinks(directory, dirname(folder));
  if (statOf(folder)?.isDirectory() === false) rmSync(folder);
  mkdirSync(folder, { recursive: true });
  if (statOf(path)?.isDirectory()) rmSync(path, { recursive: true });
  // A draft in the folder itself would be hashed if the process ends here; nothing reads files in terraform.d itself.
  replaceFile(path, content, 0o755, join(directory, "terraform.d"));
  const superfluous = readdirSync(folder).filter((name) => name !== basename(path));
  for (const name of superfluous) rmSync(join(folder, name), { recursive: true });
}

function refuseLinks(directory: string, folder: string): void {
  if (folder === directory || folder === dirname(folder)) return;
  refuseLinks(directory, dirname(folder));
  if (!statOf(folder)?.isSymbolicLink()) return;
  throw new Error(
    `${folder} is a symbolic link, and the plugin is written below real directories only: replace the link by a ` +
      "directory, or install where it leads.",
  );
}
