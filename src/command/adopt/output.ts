import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { draftPath, writeDraft } from "../../files/atomicWrite";
import { CommandError } from "../errors";

/** @throws CommandError if one of the files exists. */
export function refuseExisting(directory: string, paths: Iterable<string>): void {
  const existing = [...paths].map((path) => join(directory, path)).filter(isTaken);
  if (existing.length === 0) return;
  const exist = existing.length === 1 ? "already exists and was" : "already exist and were";
  throw new CommandError(
    `${existing.join(", ")} ${exist} not changed. Name another directory with --out, or replace existing files with --force.`,
  );
}

/**
 * Checks that a directory can be created or written: creates and removes an empty directory in it, or in its nearest existing parent.
 * @throws CommandError
 */
export function requireWritable(directory: string): void {
  let place = directory;
  try {
    let found = statOf(place);
    while (found === undefined && dirname(place) !== place) {
      if (isTaken(place)) throw new Error("it is a broken link");
      place = dirname(place);
      found = statOf(place);
    }
    if (!found?.isDirectory()) throw new Error("it is not a directory");
    rmdirSync(mkdtempSync(join(place, ".searchcloud-adopt-")));
  } catch (error) {
    const where = place === directory ? directory : `${directory} cannot be created: ${place}`;
    throw new CommandError(
      `${where} cannot be written: ${(error as Error).message}. Nothing was read. Name another directory with --out.`,
    );
  }
}

/** Returns undefined for a missing path, also if one of its parents is a file. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/** True if something has the name, a broken link included. */
function isTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // A parent is not a directory: writing reports it.
    return false;
  }
}

/** Writes files that appear under their names only after all of them are complete. @throws CommandError */
export function placeFiles(directory: string, files: ReadonlyMap<string, string>): void {
  const drafts: [draft: string, path: string][] = [];
  try {
    mkdirSync(directory, { recursive: true });
    for (const [name, text] of files) {
      const path = join(directory, name);
      const draft = draftPath(path);
      writeDraft(draft, text, { durable: true });
      drafts.push([draft, path]);
    }
    for (const [draft, path] of drafts) renameSync(draft, path);
  } catch (error) {
    throw new CommandError(`${directory} cannot be written: ${(error as Error).message}.`);
  } finally {
    for (const [draft] of drafts) rmSync(draft, { force: true });
  }
}
