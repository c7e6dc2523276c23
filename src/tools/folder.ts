import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Text by path, relative to a folder, sorted by path. */
export type Files = ReadonlyMap<string, string>;

/** Which files of a folder are meant, by their path relative to it. */
export type Wanted = (path: string) => boolean;

const ALL: Wanted = () => true;

/** Makes a folder hold these files, and of the other `wanted` ones none. */
export async function writeFolder(folder: string, files: Files, wanted = ALL): Promise<void> {
  for (const path of (await readFiles(folder, wanted)).keys()) await rm(join(folder, path));
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The paths of the `wanted` files that are missing in a folder, superfluous or other than these; empty when it holds just them. */
export async function differencesIn(folder: string, files: Files, wanted = ALL): Promise<string[]> {
  const found = await readFiles(folder, wanted);
  const paths = new Set([...files.keys(), ...found.keys()]);
  return [...paths].filter((path) => files.get(path) !== found.get(path)).sort();
}

/** The files below a folder, none when it does not exist. */
export async function readFiles(folder: string, wanted = ALL): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter(wanted)
    .sort();
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), "utf8")] as const)),
  );
}
