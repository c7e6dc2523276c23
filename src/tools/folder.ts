import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Text by path, relative to a folder, sorted by path. */
export type Files = ReadonlyMap<string, string>;

/** Which files of a folder a generator owns; it removes those that it does not write. */
export type Owns = (path: string) => boolean;

/** Makes a folder hold these files, and of those that are owned no other. */
export async function writeFolder(folder: string, files: Files, owns: Owns = () => true): Promise<void> {
  const found = await readFiles(folder, owns);
  const superfluous = [...found.keys()].filter((path) => !files.has(path));
  await Promise.all(superfluous.map((path) => rm(join(folder, path))));
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The paths of the files that are missing in a folder, superfluous or other than these; empty when it is current. */
export async function differencesIn(folder: string, files: Files, owns?: Owns): Promise<string[]> {
  const found = await readFiles(folder, owns);
  const paths = new Set([...files.keys(), ...found.keys()]);
  return [...paths].filter((path) => files.get(path) !== found.get(path)).sort();
}

/** The files below a folder, none when it does not exist. */
export async function readFiles(folder: string, wanted: Owns = () => true): Promise<Files> {
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
