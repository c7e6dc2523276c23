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

/** Text by path, relative to a folder and with slashes, sorted by path. */
export type Files = ReadonlyMap<string, string>;

/** Which files of a folder a generator owns; it removes those that it does not write. */
export type Owns = (path: string) => boolean;

/** Makes a folder hold these files, and of those that are owned no other. */
export function writeFolder(folder: string, files: Files, owns?: Owns): void {
  for (const path of readFiles(folder, owns).keys()) if (!files.has(path)) rmSync(join(folder, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The paths of the files that are missing in a folder, superfluous or other than these; empty when it is current. */
export function differencesIn(folder: string, files: Files, owns?: Owns): string[] {
  const found = readFiles(folder, owns);
  const paths = new Set([...files.keys(), ...found.keys()]);
  return [...paths].filter((path) => files.get(path) !== found.get(path)).sort();
}

/** The files below a folder, none when it does not exist. */
export function readFiles(folder: string, owns: Owns = () => true): Files {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => pathBelow(folder, join(parentPath, name)));
  const owned = paths.filter(owns).sort();
  return new Map(owned.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** A file's path below a folder, with slashes on every system. */
export function pathBelow(folder: string, file: string): string {
  return relative(folder, file).split(sep).join("/");
}

/** Puts `fresh`, beside which it lies, into the place of a folder; of the old content, only what `keeps` names stays. */
export function replaceFolder(folder: string, fresh: string, keeps: readonly string[] = []): void {
  const old = `${folder}.old`;
  rmSync(old, { recursive: true, force: true });
  const kept = keeps.filter((name) => existsSync(join(folder, name)));
  for (const name of kept) renameSync(join(folder, name), join(fresh, name));
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(fresh, folder);
  rmSync(old, { recursive: true, force: true });
}

/** What a generator that writes files makes of an empty folder, which is removed afterwards. */
export async function withTemporaryFolder<T>(use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "generated-"));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
