import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { folderProblem, SELF } from "../../startup/ownFolder";
import { CommandError } from "../errors";

const PREFIX = "searchcloud-drift-";
const FOLDER = /^searchcloud-drift-[A-Za-z0-9]{6}$/;
const PLAN = /^\d+\.plan$/;
/** In milliseconds. No check takes as long. */
const DAY = 24 * 3_600_000;

/** A folder for plan files, which hold the state, keys included. */
export interface PlanFolder {
  /** The file for the plan of the stack at this place. */
  fileOf(place: number): string;
  /** Removes what is there, while plans may still be written. What cannot be removed yet goes later. */
  removeSoon(): void;
  /** Removes all of it. @throws CommandError that names the folder, when it cannot be removed. */
  remove(): void;
}

/**
 * Makes a folder for plan files that only this user can enter. It goes on request, and at the latest when the process exits. What a
 * killed run (SIGKILL) has left of the kind more than a day ago goes, too.
 * @param candidates where it may lie, the best first.
 * @param now milliseconds since the epoch.
 * @throws CommandError where others could put another folder into its place.
 */
export function makePlanFolder(candidates: readonly string[], now: number): PlanFolder {
  const problems: string[] = [];
  for (const candidate of new Set(candidates)) {
    const made = madeIn(candidate);
    if ("problem" in made) {
      problems.push(made.problem);
      continue;
    }
    const { folder } = made;
    removeLeftovers(candidate, now - DAY);
    const removed = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    const removeSoon = () => {
      try {
        removed();
      } catch {
        // A terraform that has not ended yet has written meanwhile.
      }
    };
    process.on("exit", removeSoon);
    return {
      fileOf: (place) => join(folder, `${place}.plan`),
      removeSoon,
      remove: () => {
        try {
          removed();
        } catch (error) {
          throw new CommandError(
            `The plan files in ${folder}, which hold the state with its keys, cannot be removed: ${(error as Error).message}. Remove that folder.`,
          );
        }
        process.off("exit", removeSoon);
      },
    };
  }
  throw new CommandError(
    `There is no safe place for plan files, which hold the state with its keys: ${problems.join("; ")}. ` +
      "Correct that, or set TMPDIR to a folder that only you can write, below folders of yours or of root. Nothing was planned.",
  );
}

function madeIn(candidate: string): { readonly folder: string } | { readonly problem: string } {
  try {
    const folder = mkdtempSync(join(realpathSync(candidate), PREFIX));
    // On Windows, the folder for temporary files is the user's own.
    const problem =
      SELF.platform === "win32" ? undefined : folderProblem(folder, { ...SELF, root: rootUserId() });
    if (problem === undefined) return { folder };
    rmdirSync(folder);
    return { problem: `${problem.path} is not safe (${problem.reason})` };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Removes folders that were not touched since a moment, if they are this user's and hold nothing but plan files. */
function removeLeftovers(parent: string, before: number): void {
  for (const folder of foldersIn(parent)) {
    try {
      if (!isLeftover(folder, before)) continue;
      for (const file of readdirSync(folder)) unlinkSync(join(folder, file));
      rmdirSync(folder);
    } catch {
      // It is gone already, or another user's.
    }
  }
}

function foldersIn(parent: string): string[] {
  try {
    const names = readdirSync(parent).filter((one) => FOLDER.test(one));
    return names.map((name) => join(parent, name));
  } catch {
    // Folders can be made in it, and not listed.
    return [];
  }
}

function isLeftover(folder: string, before: number): boolean {
  const found = lstatSync(folder);
  // A link is no folder.
  if (!found.isDirectory() || found.mtimeMs >= before) return false;
  if (SELF.uid !== undefined && (found.uid !== SELF.uid || (found.mode & 0o077) !== 0)) return false;
  return readdirSync(folder, { withFileTypes: true }).every(
    (file) => PLAN.test(file.name) && file.isFile() && lstatSync(join(folder, file.name)).mtimeMs < before,
  );
}

/**
 * The id under which root's files show. It is 0, but in a user namespace of Linux that has no root of its own (a sandbox, some
 * containers): there all ids from outside, root's among them, show as one, and nobody inside can tell them apart.
 * @param read the text of a file. Tests pass another in.
 */
export function rootUserId(read: (path: string) => string = (path) => readFileSync(path, "utf8")): number {
  try {
    const ranges = read("/proc/self/uid_map").trim().split("\n");
    if (ranges.some((range) => Number(range.trim().split(/\s+/)[0]) === 0)) return 0;
    return Number(read("/proc/sys/kernel/overflowuid"));
  } catch {
    // Not Linux.
    return 0;
  }
}
