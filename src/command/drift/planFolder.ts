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
import { folderProblem, THIS_PROCESS } from "../../startup/ownFolder";
import { CommandError } from "../errors";

const PREFIX = "searchcloud-drift-";
const FOLDER = /^searchcloud-drift-[A-Za-z0-9]{6}$/;
const PLAN = /^\d+\.plan$/;
/** In milliseconds. No check takes that long. */
const DAY = 24 * 3_600_000;

/** A directory for plan files, which contain the state with its keys. */
interface PlanFolder {
  /** Returns the path for the plan of the stack at this index. */
  fileOf(place: number): string;
  /** Removes the directory while plans may still be written. Ignores failures: it is removed again at exit. */
  removeSoon(): void;
  /** Removes the directory. @throws CommandError if it cannot be removed */
  remove(): void;
}

/**
 * Creates a directory for plan files that only this user can access. It is removed at the latest when the process exits. Directories
 * that killed runs (SIGKILL) left more than a day ago are removed, too.
 * @param candidates parent directories, the best first
 * @param now milliseconds since the epoch
 * @throws CommandError if other users could replace the directory in all of them
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
        // A terraform that is still running wrote to it meanwhile.
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
            `Cannot remove the plan files in ${folder}, which contain the state with its keys: ${(error as Error).message}. Remove that directory.`,
          );
        }
        process.off("exit", removeSoon);
      },
    };
  }
  throw new CommandError(
    `No safe directory for plan files, which contain the state with its keys: ${problems.join("; ")}. ` +
      "Fix that, or set TMPDIR to a directory that only you can write, whose parents belong to you or to root. Nothing was planned.",
  );
}

function madeIn(candidate: string): { readonly folder: string } | { readonly problem: string } {
  try {
    const folder = mkdtempSync(join(realpathSync(candidate), PREFIX));
    // On Windows, the directory for temporary files belongs to the user.
    const problem =
      THIS_PROCESS.platform === "win32"
        ? undefined
        : folderProblem(folder, { ...THIS_PROCESS, root: rootUserId() });
    if (problem === undefined) return { folder };
    rmdirSync(folder);
    return { problem: `${problem.path} is not safe (${problem.reason})` };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Removes directories of this user that contain only plan files and were not changed since a time. */
function removeLeftovers(parent: string, before: number): void {
  for (const folder of foldersIn(parent)) {
    try {
      if (!isLeftover(folder, before)) continue;
      for (const file of readdirSync(folder)) unlinkSync(join(folder, file));
      rmdirSync(folder);
    } catch {
      // Already removed, or owned by another user.
    }
  }
}

function foldersIn(parent: string): string[] {
  try {
    const names = readdirSync(parent).filter((one) => FOLDER.test(one));
    return names.map((name) => join(parent, name));
  } catch {
    // A directory that can be written but not listed.
    return [];
  }
}

function isLeftover(folder: string, before: number): boolean {
  const found = lstatSync(folder);
  // A link is not a directory.
  if (!found.isDirectory() || found.mtimeMs >= before) return false;
  if (THIS_PROCESS.uid !== undefined && (found.uid !== THIS_PROCESS.uid || (found.mode & 0o077) !== 0))
    return false;
  return readdirSync(folder, { withFileTypes: true }).every(
    (file) => PLAN.test(file.name) && file.isFile() && lstatSync(join(folder, file.name)).mtimeMs < before,
  );
}

/**
 * Returns the user id that owns root's files. It is 0, except in a Linux user namespace without its own root (a sandbox, some
 * containers): there, all ids from outside appear as the same one.
 * @param read reads a file. Tests replace it.
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
