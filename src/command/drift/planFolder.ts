import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { folderProblem, SELF } from "../../startup/ownFolder";
import { CommandFailure } from "../failure";

const PREFIX = "searchcloud-drift-";
const FOLDER = /^searchcloud-drift-[A-Za-z0-9]{6}$/;
const PLAN = /^\d+\.plan$/;
/** In milliseconds. No check takes as long. */
const DAY = 24 * 3_600_000;

/** A folder for plan files, which hold the state, keys included. */
export interface PlanFolder {
  /** The file for the plan of the stack at this place. */
  fileOf(place: number): string;
  /** Removes all of it. */
  remove(): void;
}

/**
 * Makes a folder for plan files that only this user can enter. It goes on request, and at the latest when the process exits. What a
 * killed run (SIGKILL) has left of the kind more than a day ago goes, too.
 * @param candidates where it may lie, the best first.
 * @param now milliseconds since the epoch.
 * @throws CommandFailure where others could put another folder into its place.
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
    const remove = () => {
      process.off("exit", remove);
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    };
    process.on("exit", remove);
    return { fileOf: (place) => join(folder, `${place}.plan`), remove };
  }
  throw new CommandFailure(
    `There is no safe place for plan files, which hold the state with its keys: ${problems.join("; ")}. ` +
      "Set TMPDIR to a folder that only you can write. Nothing was planned.",
  );
}

function madeIn(candidate: string): { readonly folder: string } | { readonly problem: string } {
  try {
    const folder = mkdtempSync(join(realpathSync(candidate), PREFIX));
    // On Windows, the folder for temporary files is the user's own.
    const problem = SELF.platform === "win32" ? undefined : folderProblem(folder);
    if (problem === undefined) return { folder };
    rmdirSync(folder);
    return { problem: `${problem.path} is not safe (${problem.reason})` };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Removes folders that were not touched since a moment, if they are this user's and hold nothing but plan files. */
function removeLeftovers(parent: string, before: number): void {
  for (const name of readdirSync(parent).filter((one) => FOLDER.test(one))) {
    const folder = join(parent, name);
    try {
      if (!isLeftover(folder, before)) continue;
      for (const file of readdirSync(folder)) unlinkSync(join(folder, file));
      rmdirSync(folder);
    } catch {
      // It is gone already, or another user's.
    }
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
