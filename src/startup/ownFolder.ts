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

/** The user whose files may be run, and the system calls in use. Tests replace them. */
export interface Owner {
  readonly platform: NodeJS.Platform;
  /** The user's id; undefined on Windows. */
  readonly uid: number | undefined;
  /** The id of the system's administrator, who may own the folders above. */
  readonly root: number;
  /** Returns the folder of the user's profile from the system. */
  readonly profile: () => string;
  /** Does not follow links. @throws ENOENT */
  readonly lstat: (path: string) => Found;
}

type Found = Pick<Stats, "uid" | "mode" | "isDirectory">;

/** The user of this process. */
export const THIS_PROCESS: Owner = {
  platform: process.platform,
  uid: process.geteuid?.(),
  root: 0,
  // Independent of the environment, unlike homedir().
  profile: () => userInfo().homedir || homedir(),
  lstat: lstatSync,
};

/** The reason why files below a folder must not be run. */
export interface FolderProblem {
  /** The unsafe component of the path. */
  readonly path: string;
  readonly reason: string;
  /** The component does not exist, and everything above it is safe. */
  readonly isMissing?: true;
}

/** Bits of a mode: others may write; others have any access; only the owner of a file in a folder may remove it. */
const [WRITTEN, USED, STICKY] = [0o022, 0o077, 0o1000];

/**
 * Returns the reason why anybody but this user and root may be able to change the content of a folder. Undefined if nobody can. Checks
 * each component of the path from the root down and follows no links. If a component is safe, nobody else can replace the one below it,
 * so a safe folder is still safe when it is used. Access lists are invisible here, except POSIX ones, which widen the group's bits.
 *
 * On Windows, Node shows no owner. There, only the user's profile is safe, because the system lets nobody else write to it.
 */
export function folderProblem(folder: string, owner: Owner = THIS_PROCESS): FolderProblem | undefined {
  if (!isAbsolute(folder)) return { path: folder, reason: "it is not absolute" };
  const path = componentsOf(resolve(folder));
  const { platform, lstat } = owner;
  if (platform === "win32" && !isBelow(folder, owner.profile()))
    return {
      path: folder,
      reason: "it is not in the user's profile, and others may be able to write elsewhere",
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
    return "others can write in the folder above it, and its mode is not 0700";
  if ((mode & WRITTEN) !== 0 && (isLast || (mode & STICKY) === 0)) return "others can write in it";
  return undefined;
}

/** Returns the components of a path, the root first. */
function componentsOf(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [...componentsOf(above), path];
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !isAbsolute(way) && way.split(/[\\/]/)[0] !== "..";
}

/**
 * Creates a folder, and missing folders above it, for this user only.
 * @returns the problem, as {@link folderProblem}; nothing was created below an unsafe component
 * @throws if it cannot be created
 */
export function makeOwnFolder(folder: string, owner: Owner = THIS_PROCESS): FolderProblem | undefined {
  for (;;) {
    const problem = folderProblem(folder, owner);
    if (problem?.isMissing === undefined) return problem;
    try {
      mkdirSync(problem.path, { mode: 0o700 });
    } catch (error) {
      // Another process has created it: check it again.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Windows has neither constant, and no files that block when they are opened. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Reads a file that only this user and root can have written. Undefined if there is no such file. */
export function readOwnFile(file: string, owner: Owner = THIS_PROCESS): Buffer | undefined {
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

/** True if the result of `lstat` or `fstat` is a file of this user that nobody else can write. */
export function isOwnFile(
  found: Pick<Stats, "uid" | "mode" | "isFile">,
  { uid, platform }: Owner = THIS_PROCESS,
): boolean {
  if (!found.isFile()) return false;
  return platform === "win32" || (found.uid === uid && (found.mode & WRITTEN) === 0);
}

/** Returns the user's cache folder: XDG Base Directory, and its counterparts on other systems. */
export function userCache(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: () => string): string {
  if (platform === "win32") return env.LOCALAPPDATA || join(home(), "AppData", "Local");
  if (platform === "darwin") return join(home(), "Library", "Caches");
  const given = env.XDG_CACHE_HOME ?? "";
  return isAbsolute(given) ? given : join(home(), ".cache");
}
