import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  type Stats,
} from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

/** Whose files may be run, and what is asked of the system. Tests pass others in. */
export interface Owner {
  readonly platform: NodeJS.Platform;
  /** The user's id; undefined on Windows. */
  readonly uid: number | undefined;
  /** The id of the system's administrator, who may own what is above the folder. */
  readonly root: number;
  /** The folder of the user's profile, as the system knows it. */
  readonly profile: () => string;
  /** Follows no link. @throws ENOENT */
  readonly lstat: (path: string) => Found;
}

type Found = Pick<Stats, "uid" | "mode" | "isDirectory">;

/** This process. */
export const SELF: Owner = {
  platform: process.platform,
  uid: process.geteuid?.(),
  root: 0,
  // The environment has no say in it, unlike in homedir().
  profile: () => userInfo().homedir || homedir(),
  lstat: lstatSync,
};

/** Why files below a folder must not be run. */
export interface FolderProblem {
  /** The component of the path that is the reason. */
  readonly path: string;
  readonly reason: string;
  /** The only reason: it is not there. Whatever is above it is safe. */
  readonly isMissing?: true;
}

/** Bits of a mode: others may write; others may do anything; in a folder, only the owner of a file may remove it. */
const [WRITTEN, USED, STICKY] = [0o022, 0o077, 0o1000];

/**
 * Says why somebody else than this user and root may be able to change what a folder holds; undefined: nobody can. Each component
 * of the path is looked at from the root down, and no link is followed. Once a component is safe, nobody else can replace the one
 * below it, so that what was safe here still is when the folder is used. Access lists do not show, but those of POSIX, which widen
 * the group's bits.
 *
 * On Windows, Node shows no owner. There, only the user's profile is safe, because the system lets nobody else write in it.
 */
export function folderProblem(folder: string, owner: Owner = SELF): FolderProblem | undefined {
  if (!isAbsolute(folder)) return { path: folder, reason: "it is not absolute" };
  const path = componentsOf(resolve(folder));
  const { platform, lstat } = owner;
  if (platform === "win32" && !isBelow(folder, owner.profile()))
    return {
      path: folder,
      reason: "it is not in the user's profile, and elsewhere others may be able to write",
    };
  let isShared = false;
  for (const [depth, component] of path.entries()) {
    try {
      const found = lstat(component);
      const reason = reasonAgainst(found, owner, { isShared, isLast: depth === path.length - 1 });
      if (reason !== undefined) return { path: component, reason };
      isShared = platform !== "win32" && (found.mode & WRITTEN) !== 0;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { path: component, reason: message, ...(code === "ENOENT" && { isMissing: true }) };
    }
  }
  return undefined;
}

function reasonAgainst(
  found: Found,
  { platform, uid: user, root }: Owner,
  { isShared, isLast }: { readonly isShared: boolean; readonly isLast: boolean },
): string | undefined {
  if (!found.isDirectory()) return "it is a link, or not a folder";
  if (platform === "win32") return undefined;
  const { uid, mode } = found;
  if (uid !== user && (uid !== root || isLast)) return "it belongs to another user";
  if (isShared && (uid !== user || (mode & USED) !== 0))
    return "others can write in the folder above it, and it is not for its owner alone (mode 0700)";
  if ((mode & WRITTEN) !== 0 && (isLast || (mode & STICKY) === 0)) return "others can write in it";
  return undefined;
}

/** The root first. */
function componentsOf(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...componentsOf(above), path];
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !isAbsolute(way) && way.split(/[\\/]/)[0] !== "..";
}

/**
 * Makes a folder, with what is missing above it, for this user alone.
 * @returns as {@link folderProblem}: then nothing was made below what is not safe.
 * @throws when it cannot be made.
 */
export function makeOwnFolder(folder: string, owner: Owner = SELF): FolderProblem | undefined {
  for (;;) {
    const problem = folderProblem(folder, owner);
    if (problem?.isMissing === undefined) return problem;
    try {
      mkdirSync(problem.path, { mode: 0o700 });
    } catch (error) {
      // Another process has made it: it is looked at again.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Windows has neither, and no files there that block when they are opened. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** The content of a file that only this user and root can have written; undefined where the file does not exist. */
export function readOwnFile(file: string, owner: Owner = SELF): Buffer | undefined {
  if (folderProblem(dirname(file), owner) !== undefined) return undefined;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = fstatSync(descriptor);
    if (!isOwnFile(found, owner)) return undefined;
    const content = Buffer.allocUnsafe(found.size);
    return readSync(descriptor, content) === found.size ? content : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Whether what `lstat` or `fstat` has found is a file of this user that nobody else can write. */
export function isOwnFile(
  found: Pick<Stats, "uid" | "mode" | "isFile">,
  { uid, platform }: Owner = SELF,
): boolean {
  if (!found.isFile()) return false;
  return platform === "win32" || (found.uid === uid && (found.mode & WRITTEN) === 0);
}

/** Where a user's programs keep what they can make again: XDG Base Directory, and its like on other systems. */
export function userCache(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: () => string): string {
  if (platform === "win32") return env.LOCALAPPDATA || join(home(), "AppData", "Local");
  if (platform === "darwin") return join(home(), "Library", "Caches");
  const given = env.XDG_CACHE_HOME ?? "";
  return isAbsolute(given) ? given : join(home(), ".cache");
}
