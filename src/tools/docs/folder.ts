import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Files, readFiles } from "../bindings/render";

/** Makes a folder hold these files and nothing else. */
export async function writeFolder(folder: string, files: Files): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** The paths of the files that are missing in a folder, superfluous or other than these; empty when it holds just them. */
export async function differencesIn(folder: string, files: Files): Promise<string[]> {
  const found = await readFiles(folder);
  const paths = new Set([...files.keys(), ...found.keys()]);
  return [...paths].filter((path) => files.get(path) !== found.get(path)).sort();
}
