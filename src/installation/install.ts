import { randomUUID } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { type LockEntry, lockProviders, packageHash } from "./lockFile";

const LOCK_FILE = ".terraform.lock.hcl";
const HOUR = 3_600_000;
/** A file that {@link replaceFile} writes. */
const DRAFT = /^\..+\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.new$/;

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
 * file up to date with it and with `others`; every other entry stays. Answers the path for this machine.
 *
 * @param now - milliseconds since the epoch: drafts that are older than an hour were left by a killed process, and go
 * @throws when a directory on the way to the plugin is a symbolic link.
 */
export function installInto(
  directory: string,
  plugin: Plugin,
  others: readonly LockEntry[] = [],
  now: number = Date.now(),
): string {
  const platforms = new Set([OWN_PLATFORM, REMOTE_PLATFORM]);
  for (const platform of platforms)
    placeAlone(directory, pluginPath(directory, plugin, platform), plugin.content);
  const path = pluginPath(directory, plugin);
  const { address, version, content } = plugin;
  const ours: LockEntry = { address, version, hashes: [packageHash(basename(path), content)] };
  const lockFile = join(directory, LOCK_FILE);
  const text = statOf(lockFile)?.isFile() ? readFileSync(lockFile, "utf8") : "";
  replaceFile(lockFile, Buffer.from(lockProviders(text, [...others, ours])), 0o644, directory);
  for (const folder of [directory, join(directory, "terraform.d")]) removeDrafts(folder, now - HOUR);
  return path;
}

/** A younger draft may be that of another process. */
function removeDrafts(folder: string, before: number): void {
  const drafts = readdirSync(folder).filter((name) => DRAFT.test(name));
  for (const draft of drafts.map((name) => join(folder, name)))
    if ((statOf(draft)?.mtimeMs ?? before) < before) rmSync(draft, { force: true });
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

/** Replaces a file or link as a whole, since Terraform may read it in the same moment; not where it is equal already. */
function replaceFile(path: string, content: Buffer, mode: number, draftsIn: string): void {
  const found = statOf(path);
  if (found?.isFile() && (found.mode & mode) === mode && readFileSync(path).equals(content)) return;
  const draft = join(draftsIn, `.${basename(path)}.${randomUUID()}.new`);
  try {
    writeFileSync(draft, content, { flag: "wx", flush: true });
    chmodSync(draft, mode);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Of a link, its own. */
function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
