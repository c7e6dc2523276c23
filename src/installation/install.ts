import { isUtf8 } from "node:buffer";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DRAFT_NAME, draftPath, writeAtomically } from "../files/atomicWrite";
import { isLockFile, type LockEntry, lockProviders, packageHash } from "./lockFile";

const LOCK_FILE = ".terraform.lock.hcl";
const HOUR = 3_600_000;

const SYSTEMS: { readonly [name: string]: string } = { win32: "windows", sunos: "solaris" };
const PROCESSORS: { readonly [name: string]: string } = { x64: "amd64", ia32: "386" };

/** Converts Node's names of system and processor to Terraform's name of the platform, such as `linux_amd64`. @default this machine's */
export function terraformPlatform(
  system: string = process.platform,
  processor: string = process.arch,
): string {
  return `${SYSTEMS[system] ?? system}_${PROCESSORS[processor] ?? processor}`;
}

const OWN_PLATFORM = terraformPlatform();
/** The platform of remote runs and pipelines, wherever the program is synthesized. */
const REMOTE_PLATFORM = "linux_amd64";

/** The plugin as Terraform knows it. */
export interface Plugin {
  /** `host/namespace/type`. */
  readonly address: string;
  readonly version: string;
  /** The executable, the same on every platform. */
  readonly content: Buffer;
}

/** Returns the path at which `terraform init` finds the plugin in a directory with a configuration. @default this machine's platform */
export function pluginPath(
  directory: string,
  { address, version }: Pick<Plugin, "address" | "version">,
  platform: string = OWN_PLATFORM,
): string {
  const name = `terraform-provider-${address.slice(address.lastIndexOf("/") + 1)}_v${version}`;
  return join(directory, "terraform.d/plugins", address, version, platform, name);
}

/**
 * Writes the plugin into a directory with a configuration, for this machine and for remote runs, and updates its entry and those of
 * `others` in the lock file. All other entries stay, and so does a link to the lock file. Returns the path for this machine.
 *
 * @param now - milliseconds since the epoch: drafts older than an hour were left by a killed process and are removed
 * @throws if a directory on the path of the plugin is a symbolic link, or the lock file is a link to something else
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

/** Returns the path of the lock file, or the target if it is a link: Terraform follows the link, too. */
function lockFileOf(directory: string): string {
  const path = join(directory, LOCK_FILE);
  const found = statOf(path);
  if (found === undefined) return path;
  const target = found.isSymbolicLink() ? targetOf(path) : path;
  if (target === path && !found.isFile()) throw unusable(path, "is not a file");
  const content = readFileSync(target);
  // Written back as UTF-8, other bytes would change.
  if (!isUtf8(content)) throw unusable(path, "is not UTF-8 text");
  // A link in someone else's checkout may lead anywhere.
  if (target !== path && !isLockFile(content.toString(), basename(target)))
    throw unusable(path, `is a symbolic link to ${target}, which is not a lock file`);
  return target;
}

function targetOf(path: string): string {
  try {
    const target = realpathSync(path);
    if (statSync(target).isFile()) return target;
  } catch {
    // It leads to nothing, to itself, or to a place that this user cannot read.
  }
  throw unusable(path, "is a symbolic link that leads to no file");
}

function unusable(path: string, problem: string): Error {
  return new Error(
    `${path} ${problem}, so the provider cannot be added to it. Remove it, or replace it with a lock file of Terraform. Nothing was written.`,
  );
}

/** Makes the plugin the only file of its folder, because Terraform's hash covers the whole folder. */
function placeAlone(directory: string, path: string, content: Buffer): void {
  const folder = dirname(path);
  rejectLinks(directory, dirname(folder));
  if (statOf(folder)?.isDirectory() === false) rmSync(folder);
  mkdirSync(folder, { recursive: true });
  if (statOf(path)?.isDirectory()) rmSync(path, { recursive: true });
  // Not in the folder itself, where Terraform would hash a draft that a killed process leaves. Nothing reads files in terraform.d itself.
  replaceFile(path, content, 0o755, join(directory, "terraform.d"));
  const superfluous = readdirSync(folder).filter((name) => name !== basename(path));
  for (const name of superfluous) rmSync(join(folder, name), { recursive: true });
}

function rejectLinks(directory: string, folder: string): void {
  if (folder === directory || folder === dirname(folder)) return;
  rejectLinks(directory, dirname(folder));
  if (!statOf(folder)?.isSymbolicLink()) return;
  throw new Error(
    `${folder} is a symbolic link, and the plugin is written to real directories only: replace the link with a ` +
      "directory, or install in the directory that it links to.",
  );
}

/** Attempts to update a file that other programs change meanwhile. */
const ATTEMPTS = 20;

/** Replaces a file or link atomically, because Terraform may read it at any time. Does nothing if it is equal already. */
function replaceFile(path: string, content: Buffer, mode: number, draftsIn: string): void {
  const found = statOf(path);
  if (found?.isFile() && (found.mode & mode) === mode && readFileSync(path).equals(content)) return;
  writeAtomically(path, content, { mode, durable: true, draft: draftPath(path, draftsIn) });
}

/**
 * Updates a text file atomically, unless nothing changes. If another process writes to it meanwhile, the update starts again from the
 * new text.
 * @throws if the file changes at every attempt
 */
export function updateFile(path: string, update: (text: string) => string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = textOf(path);
    const after = update(before ?? "");
    if (after === before) return;
    const mode = (statOf(path)?.mode ?? 0o644) & 0o777;
    const mayReplace = () => textOf(path) === before;
    if (writeAtomically(path, after, { mode, durable: true, mayReplace })) return;
  }
  throw new Error(`Other programs keep writing to ${path}. Wait until they have ended, then run this again.`);
}

/** Removes drafts that killed processes left before a point in time. A younger draft may belong to a running process. */
function removeDrafts(folder: string, before: number): void {
  const drafts = readdirSync(folder).filter((name) => DRAFT_NAME.test(name));
  for (const draft of drafts.map((name) => join(folder, name)))
    if ((statOf(draft)?.mtimeMs ?? before) < before) rmSync(draft, { force: true });
}

function textOf(path: string): string | undefined {
  return statOf(path) === undefined ? undefined : readFileSync(path, "utf8");
}

/** Returns the metadata of a file, or of the link itself. */
function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
