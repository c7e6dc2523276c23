import { lstatSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import {
  type FolderProblem,
  folderProblem,
  isOwnFile,
  makeOwnFolder,
  userCache,
} from "../../src/startup/ownFolder";

/**
 * Returns the folder of verified downloads in the user's cache folder. Links on the path of the cache folder belong to the machine
 * (`/home` may be one): their targets are checked. Links below it are not followed.
 */
export function downloadsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(resolved(userCache(env, process.platform, homedir)), "cdktf-provider-searchcloud", "downloads");
}

/** Resolves the links of the existing part of a path. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT" && path !== dirname(path);
    return isMissing ? join(resolved(dirname(path)), basename(path)) : path;
  }
}

/**
 * Returns a folder, and fills it first if it does not exist. A draft beside it is filled and then renamed, so that the folder is complete or
 * missing even if several processes fill it at once. Its verified content stays valid, because nobody else can change it.
 * @throws if others could change it
 */
export async function fillOnce(folder: string, fill: (draft: string) => Promise<void>): Promise<string> {
  if (isSafeFolder(folder)) return folder;
  rejectUnsafe(folder, makeOwnFolder(dirname(folder)));
  const draft = mkdtempSync(`${folder}.`);
  try {
    await fill(draft);
    renameSync(draft, folder);
  } catch (error) {
    // Another process may have filled it first.
    if (!isSafeFolder(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/**
 * True if the folder exists and only this user and root can have created or changed it.
 * @throws if others could
 */
export function isSafeFolder(folder: string): boolean {
  const problem = folderProblem(folder);
  if (!problem?.isMissing) rejectUnsafe(folder, problem);
  return problem === undefined;
}

/** True if the file exists and only this user and root can have created or changed it. */
export function isSafeFile(path: string): boolean {
  if (folderProblem(dirname(path)) !== undefined) return false;
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && isOwnFile(found);
}

function rejectUnsafe(folder: string, problem: FolderProblem | undefined): void {
  if (problem === undefined) return;
  throw new Error(
    `${folder} cannot be used for downloads, because others could put programs there: ${problem.path} is not safe (${problem.reason}). ` +
      "Correct its owner or mode (chmod go-w), remove it, or set XDG_CACHE_HOME to a folder that only you can write",
  );
}
