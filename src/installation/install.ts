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
import { REMOTE_PLATFORM, terraformPlatform } from "./platform";

const LOCK_FILE = ".terraform.lock.hcl";
const PLUGINS = "terraform.d/plugins";

/** The plugin as Terraform knows it. */
export interface Plugin {
  /** `host/namespace/type`. */
  readonly address: string;
  readonly version: string;
  /** The executable, the same on every platform. */
  readonly content: Buffer;
}

/** Where `terraform init` finds the plugin, in a directory that holds a configuration. */
export function pluginPath(
  directory: string,
  { address, version }: Pick<Plugin, "address" | "version">,
  platform: string,
): string {
  const name = `terraform-provider-${address.slice(address.lastIndexOf("/") + 1)}_v${version}`;
  return join(directory, PLUGINS, address, version, platform, name);
}

/**
 * Puts the plugin into a directory that holds a configuration, for this machine and for remote runs, and brings the lock
 * file up to date with it and with `others`; every other entry stays. Answers the path for this machine.
 *
 * @throws when a directory on the way to the plugin is a symbolic link.
 */
export function installInto(directory: string, plugin: Plugin, others: readonly LockEntry[] = []): string {
  const own = terraformPlatform(process.platform, process.arch);
  const paths = [...new Set([own, REMOTE_PLATFORM])].map((each) => pluginPath(directory, plugin, each));
  for (const path of paths) placeAlone(directory, path, plugin.content);
  const [path = ""] = paths;
  const { address, version, content } = plugin;
  const ours: LockEntry = { address, version, hashes: [packageHash(basename(path), content)] };
  const lockFile = join(directory, LOCK_FILE);
  const text = statOf(lockFile)?.isFile() ? readFileSync(lockFile, "utf8") : "";
  replaceFile(lockFile, Buffer.from(lockProviders(text, [...others, ours])), 0o644, directory);
  return path;
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
