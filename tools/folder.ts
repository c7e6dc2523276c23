import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";

/** Texts by path, relative to a folder and with slashes, sorted by path. */
export type Files = ReadonlyMap<string, string>;

/** True for the files that a generator owns. It removes those that it does not write. */
export type Owns = (path: string) => boolean;

/** Writes files into a folder, and removes all other owned files. */
export function writeFolder(folder: string, files: Files, owns?: Owns): void {
  for (const path of readFiles(folder, owns).keys()) if (!files.has(path)) rmSync(join(folder, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Returns the paths of files in a folder that are missing, superfluous or different. Empty if the folder is up to date. */
export function differencesIn(folder: string, files: Files, owns?: Owns): string[] {
  const found = readFiles(folder, owns);
  const paths = new Set([...files.keys(), ...found.keys()]);
  return [...paths].filter((path) => files.get(path) !== found.get(path)).sort();
}

/** Reads the files below a folder. Empty if it does not exist. */
export function readFiles(folder: string, owns: Owns = () => true): Files {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => pathBelow(folder, join(parentPath, name)));
  const owned = paths.filter(owns).sort();
  return new Map(owned.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Returns a file's path below a folder, with slashes on every system. */
export function pathBelow(folder: string, file: string): string {
  return relative(folder, file).split(sep).join("/");
}

/** Replaces a folder by `fresh`, a folder beside it. Of the old content, only the names in `keeps` stay. */
export function replaceFolder(folder: string, fresh: string, keeps: readonly string[] = []): void {
  const old = `${folder}.old`;
  rmSync(old, { recursive: true, force: true });
  const kept = keeps.filter((name) => existsSync(join(folder, name)));
  for (const name of kept) renameSync(join(folder, name), join(fresh, name));
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}

/** Calls a function with an empty folder, which is removed afterwards. */
export async function withTemporaryFolder<T>(use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "generated-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
