import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

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

/**
 * Adds a version to a mirror: what a static web server serves as a network mirror of providers, and at the same time what
 * Terraform takes as a filesystem mirror. Other versions and platforms that it has stay.
 */
export async function addToMirror(
  directory: string,
  address: string,
  version: string,
  archives: readonly Archive[],
): Promise<void> {
  const folder = join(directory, ...address.split("/"));
  await mkdir(folder, { recursive: true });
  for (const { name, content } of archives) await writeFile(join(folder, name), content);
  const files = Object.fromEntries(
    archives.map(({ name, platform, content }) => [
      platform,
      { url: name, hashes: [`zh:${createHash("sha256").update(content).digest("hex")}`] },
    ]),
  );
  // The archives first, then what names them: a client never sees a name without its file.
  await merge(join(folder, `${version}.json`), "archives", files);
  await merge(join(folder, "index.json"), "versions", { [version]: {} });
}

/** Puts entries into the object under `key` of a JSON file, which is created where there is none. */
async function merge(file: string, key: string, entries: { readonly [name: string]: object }): Promise<void> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  const all = { ...entriesOf(text, file, key), ...entries };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(file, `${JSON.stringify({ [key]: sorted }, null, 2)}\n`);
}

function entriesOf(text: string, file: string, key: string): object {
  try {
    const found = JSON.parse(text)[key] ?? {};
    if (typeof found === "object") return found;
  } catch {
    // Said below.
  }
  throw new Error(
    `${file} is not a file of a provider mirror. Name another directory with --mirror, or remove it.`,
  );
}
