import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { looseObject, record, string } from "zod";

/** The name that the executable has, whatever the address. */
const TYPE = "searchcloud";

/** One zip of a release. */
export interface Archive {
  readonly name: string;
  readonly platform: string;
  readonly content: Buffer;
}

/** @throws when it is no address that Terraform could have for this provider. */
export function checkAddress(address: string): void {
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?\/[\w-]+\/[\w-]+$/.test(address) && address.endsWith(`/${TYPE}`))
    return;
  throw new Error(
    `--address ${address}: an address is HOST/NAMESPACE/${TYPE}, such as registry.example.com/platform/${TYPE}. ` +
      `It ends with ${TYPE}, because Terraform starts the executable by that name.`,
  );
}

/** Adds the archives of a version to a mirror. */
export type AddToMirror = (archives: readonly Archive[]) => Promise<void>;

/**
 * A mirror: what a static web server serves as a network mirror of providers, and at the same time what Terraform takes as a
 * filesystem mirror. Other versions and platforms that it has stay.
 *
 * @throws before anything is written, when files of another kind lie where its own have to be.
 */
export async function openMirror(directory: string, address: string, version: string): Promise<AddToMirror> {
  const folder = join(directory, ...address.split("/"));
  const [index, listing] = [join(folder, "index.json"), join(folder, `${version}.json`)];
  const versions = await entriesIn(index, "versions");
  const known = await entriesIn(listing, "archives");
  return async (archives) => {
    await mkdir(folder, { recursive: true });
    for (const { name, content } of archives) await writeFile(join(folder, name), content);
    const added = archives.map(({ name, platform, content }) => [
      platform,
      { url: name, hashes: [`zh:${createHash("sha256").update(content).digest("hex")}`] },
    ]);
    // The archives first, then what names them: a client never sees a name without its file.
    await writeFile(listing, textOf("archives", { ...known, ...Object.fromEntries(added) }));
    await writeFile(index, textOf("versions", { ...versions, [version]: {} }));
  };
}

/** The object under `key` of a JSON file; empty where there is no file. */
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
