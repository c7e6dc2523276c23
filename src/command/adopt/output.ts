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

/** @throws CommandFailure that names the files that exist. */
export function refuseExisting(directory: string, paths: Iterable<string>): void {
  const existing = [...paths].map((path) => join(directory, path)).filter(isTaken);
  if (existing.length === 0) return;
  const are = existing.length === 1 ? "exists already, and was" : "exist already, and were";
  throw new CommandError(
    `${existing.join(", ")} ${are} left alone. Give another folder with --out; --force replaces what is there.`,
  );
}

/**
 * Makes sure that a folder can be written, or made: makes an empty one in it, or in the nearest folder above that exists, and
 * removes it again. @throws CommandFailure
 */
export function requireWritable(directory: string): void {
  let place = directory;
  try {
    let found = statOf(place);
    while (found === undefined && dirname(place) !== place) {
      if (isTaken(place)) throw new Error("it is a link that leads to nothing");
      place = dirname(place);
      found = statOf(place);
    }
    if (!found?.isDirectory()) throw new Error("it is not a folder");
    rmdirSync(mkdtempSync(join(place, ".searchcloud-adopt-")));
  } catch (error) {
    const where = place === directory ? directory : `${directory} cannot be made: ${place}`;
    throw new CommandError(
      `${where} cannot be written: ${(error as Error).message}. Nothing was read; give another folder with --out.`,
    );
  }
}

/** Undefined for what is not there, or could not be: a file is above it. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/** A link that leads to nothing takes its name, too. */
function isTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Not in a folder. Writing says so.
    return false;
  }
}

/** Writes files that appear under their names only when all of them are complete. @throws CommandFailure */
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
