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
 * Where the tools of this checkout keep what they have downloaded and verified, in the user's cache folder. Links on the way to that
 * folder are the machine's (`/home` may be one): what they lead to is checked. None is followed below it.
 */
export function downloadsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(resolved(userCache(env, process.platform, homedir)), "cdktf-provider-searchcloud", "downloads");
}

/** The path without links, as far as it is there. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT" && path !== dirname(path);
    return isMissing ? join(resolved(dirname(path)), basename(path)) : path;
  }
}

/**
 * The folder of that path, filled by `fill` if it is not there yet. It is filled beside its place and then renamed, so that
 * it is whole or missing, however many processes fill it at once. What `fill` has verified holds from then on, because nobody else can
 * change it.
 * @throws where others could.
 */
export async function fillOnce(folder: string, fill: (draft: string) => Promise<void>): Promise<string> {
  if (isSafeFolder(folder)) return folder;
  refuse(folder, makeOwnFolder(dirname(folder)));
  const draft = mkdtempSync(`${folder}.`);
  try {
    await fill(draft);
    renameSync(draft, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!isSafeFolder(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/**
 * Whether a folder is there that nobody but this user, and root, can have put or changed there.
 * @throws where others could.
 */
export function isSafeFolder(folder: string): boolean {
  const problem = folderProblem(folder);
  if (!problem?.isMissing) refuse(folder, problem);
  return problem === undefined;
}

/** Whether a file is there that nobody but this user, and root, can have put or changed there. */
export function isSafeFile(path: string): boolean {
  if (folderProblem(dirname(path)) !== undefined) return false;
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && isOwnFile(found);
}

function refuse(folder: string, problem: FolderProblem | undefined): void {
  if (problem === undefined) return;
  throw new Error(
    `${folder} cannot hold downloads, because others could put programs there: ${problem.path} is not safe (${problem.reason}). ` +
      "Correct its owner or mode (chmod go-w), remove it, or set XDG_CACHE_HOME to a folder that only you can write",
  );
}
