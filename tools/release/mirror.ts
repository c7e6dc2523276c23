import { createHash } from "node:crypto";
import { access, constants, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { looseObject, record, string } from "zod";

/** The name of the executable, whatever the address. */
const TYPE = "searchcloud";

/** One zip of a release. */
export interface Archive {
  readonly name: string;
  readonly platform: string;
  readonly content: Buffer;
}

/** @throws if Terraform cannot use the address for this provider */
export function checkAddress(address: string): void {
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?\/[\w-]+\/[\w-]+$/.test(address) && address.endsWith(`/${TYPE}`))
    return;
  throw new Error(
    `--address ${address}: an address is HOST/NAMESPACE/${TYPE}, such as registry.example.com/platform/${TYPE}. ` +
      `It must end with ${TYPE}, because Terraform starts the executable by that name.`,
  );
}

/** Adds the archives of a version to a mirror. */
type AddToMirror = (archives: readonly Archive[]) => Promise<void>;

/**
 * Opens a mirror: a folder that a static web server can serve as a network mirror of providers, and that Terraform can also use as a
 * filesystem mirror. Other versions and platforms in it stay.
 *
 * @throws before anything is written, if it contains other files in place of its own, or is not writable
 */
export async function openMirror(directory: string, address: string, version: string): Promise<AddToMirror> {
  const folder = resolve(directory, ...address.split("/"));
  await checkWritable(folder, directory);
  const [index, listing] = [join(folder, "index.json"), join(folder, `${version}.json`)];
  const versions = await entriesIn(index, "versions");
  const known = await entriesIn(listing, "archives");
  return async (archives) => {
    await mkdir(folder, { recursive: true });
    for (const { name, content } of archives) await replace(join(folder, name), content);
    const added = archives.map(({ name, platform, content }) => [
      platform,
      { url: name, hashes: [`zh:${createHash("sha256").update(content).digest("hex")}`] },
    ]);
    // The archives first, then their names, so that a client never sees a name without its file.
    await replace(listing, textOf("archives", { ...known, ...Object.fromEntries(added) }));
    await replace(index, textOf("versions", { ...versions, [version]: {} }));
  };
}

/** Checks that a folder is writable, or the nearest existing folder above it. */
async function checkWritable(path: string, mirror: string): Promise<void> {
  try {
    if (!(await stat(path)).isDirectory()) throw new Error(`${path} is not a directory`);
    await access(path, constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return checkWritable(dirname(path), mirror);
    throw new Error(
      `--mirror ${mirror} cannot be written: ${message}. Name a directory that this user can write, or that can be created.`,
    );
  }
}

/** Writes under another name first, because a client may read the file at any time. */
async function replace(file: string, content: Buffer | string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

/** Returns the object under `key` of a JSON file. Empty if there is no file. */
async function entriesIn(file: string, key: string): Promise<object> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return `{"${key}":{}}`;
    throw error;
  });
  try {
    return SHAPE.parse(JSON.parse(text)[key]);
  } catch {
    throw new Error(
      `${file} is not a file of a provider mirror. Name another directory with --mirror, or remove it.`,
    );
  }
}

const SHAPE = record(string(), looseObject({}));

function textOf(key: string, entries: object): string {
  const sorted = Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ [key]: sorted }, null, 2)}\n`;
}
