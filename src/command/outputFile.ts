import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { placeNew } from "../files/atomicWrite";
import { CommandError } from "./errors";

/** True if the argument means standard input or output. */
export function isStandard(file: string | undefined): file is undefined | "-" {
  return file === undefined || file === "-";
}

/** A file with private content that appears under its name only when it is complete. */
export interface OutputFile {
  readonly stream: Writable;
  /** The existing file, or null. */
  readonly found: Stats | null;
  /**
   * Completes the file and gives it its name. Devices have received all content by then.
   * @throws CommandError that names the draft, if another file has appeared meanwhile.
   */
  finish(): Promise<void>;
  /** Removes the draft and keeps the existing file. */
  discard(): Promise<void>;
  /** Keeps the draft. @returns its name, which ends in `.incomplete`; null for a device */
  keepIncomplete(): Promise<string | null>;
}

interface OutputOptions {
  /** True if an existing file may be replaced. */
  readonly replace: boolean;
  /** The end of the message about an existing file. */
  readonly advice?: string;
  /** Ends the wait for the reader of a pipe. */
  readonly signal: AbortSignal;
}

const OWNER_ONLY = 0o600;

/**
 * Opens a file that appears under its name only when it is complete, readable by its owner alone. Pipes, devices and sockets are
 * written to and never replaced. For a symbolic link, the target is replaced.
 * @throws CommandError
 */
export async function openOutput(path: string, options: OutputOptions): Promise<OutputFile> {
  if (path === "") throw new CommandError("The name of the output file is empty.");
  try {
    const found = await stat(path).catch(unlessMissing);
    if (found?.isDirectory()) throw new CommandError(`${path} is a directory, not a file.`);
    if (found && !found.isFile()) return await special(path, found, options.signal);
    return await regular(path, found, options);
  } catch (error) {
    if (error instanceof CommandError || options.signal.aborted) throw error;
    throw new CommandError(`${path} cannot be written: ${(error as Error).message}.`);
  }
}

async function regular(
  path: string,
  found: Stats | null,
  { replace, advice = "" }: OutputOptions,
): Promise<OutputFile> {
  if (found && !replace) throw new CommandError(`${path} already exists and was not changed.${advice}`);
  const target = await targetOf(path, found !== null);
  const id = randomBytes(4).toString("hex");
  const draft = siblingPath(target, `${id}.incomplete`);
  const { stream, settled } = writing(await open(draft, "wx", OWNER_ONLY), { flush: true });
  return {
    stream,
    found,
    async finish() {
      await end({ stream, settled }, path, ` The content written so far is in ${draft}.`);
      try {
        await (found ? replaceUntouched(draft, target, found) : placeNew(draft, target));
      } catch (error) {
        const kept = siblingPath(target, id);
        await rename(draft, kept);
        const why =
          error instanceof ConflictError || (error as NodeJS.ErrnoException).code === "EEXIST"
            ? "appeared or changed in the meantime and was not replaced"
            : `cannot be written (${(error as Error).message})`;
        throw new CommandError(`${path} ${why}. The new content is in ${kept}.`);
      }
    },
    async discard() {
      stream.destroy();
      await rm(draft, { force: true });
    },
    async keepIncomplete() {
      stream.end();
      await settled();
      return draft;
    },
  };
}

/** Returns a name in the same directory, within the 255 bytes that file systems allow. */
function siblingPath(target: string, suffix: string): string {
  const name = basename(target);
  const isLong = Buffer.byteLength(name) + suffix.length + 1 > 255;
  return join(dirname(target), `${isLong ? name.slice(0, 40) : name}.${suffix}`);
}

/** Thrown if a file has appeared or changed since the command began. */
class ConflictError extends Error {}

/** Returns the file to write: of a link, its target, so that the link stays. */
async function targetOf(path: string, exists: boolean): Promise<string> {
  const own = await lstat(path).catch(unlessMissing);
  if (!own?.isSymbolicLink()) return path;
  // In a shared directory, other users could choose the file by creating a link.
  const isForeign = process.getuid !== undefined && ![0, process.getuid()].includes(own.uid);
  if (isForeign) throw new CommandError(`${path} is a link created by another user: name the file itself.`);
  if (!exists) throw new CommandError(`${path} is a broken link: name the file itself.`);
  return realpath(path);
}

async function replaceUntouched(draft: string, target: string, found: Stats): Promise<void> {
  const now = await lstat(target).catch(unlessMissing);
  if (now === null) return placeNew(draft, target);
  const isUntouched = isSameFile(now, found) && now.size === found.size && now.mtimeMs === found.mtimeMs;
  if (!isUntouched) throw new ConflictError();
  await rename(draft, target);
}

/** Opens a pipe, a device or a socket. */
async function special(path: string, found: Stats, signal: AbortSignal): Promise<OutputFile> {
  const { stream, settled } = found.isSocket()
    ? watched(connect(path))
    : writing(await unlessAborted(openSpecial(path), path, signal), { flush: false });
  return {
    stream,
    found,
    async finish() {
      await end({ stream, settled }, path);
    },
    discard: async () => void stream.destroy(),
    async keepIncomplete() {
      stream.destroy();
      return null;
    },
  };
}

/** Opens for writing without creating or truncating a file that has appeared meanwhile. */
async function openSpecial(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_WRONLY);
  if (!(await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new CommandError(`${path} appeared or changed in the meantime and was not replaced.`);
}

/** Opening a pipe waits for a reader, who may never come. */
function unlessAborted(opening: Promise<FileHandle>, path: string, signal: AbortSignal): Promise<FileHandle> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(new CommandError("Interrupted while waiting for a reader of the pipe. Nothing was sent."));
      release(opening, path).catch(() => undefined);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    opening
      .then((handle) => (signal.aborted ? handle.close() : resolve(handle)), reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Ends the pending open, which would keep the process alive, by opening the pipe for reading. */
async function release(opening: Promise<unknown>, path: string): Promise<void> {
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  await opening.catch(() => undefined);
  await reader.close();
}

function writing(handle: FileHandle, { flush }: { readonly flush: boolean }) {
  return watched(handle.createWriteStream({ flush }));
}

/** Returns a stream and its end. A failure is kept until `settled` is called. */
function watched(stream: Writable) {
  const settled = finished(stream, { readable: false });
  settled.catch(() => undefined);
  return { stream, settled: () => settled };
}

/**
 * Ends a stream.
 *
 * @param left a sentence that names the content if that fails
 * @throws CommandError
 */
async function end({ stream, settled }: ReturnType<typeof watched>, path: string, left = ""): Promise<void> {
  stream.end();
  await settled().catch((error: Error) => {
    throw new CommandError(`${path} cannot be written: ${error.message}.${left}`);
  });
}

/** True for two names of the same file. */
export function isSameFile(a: Pick<Stats, "dev" | "ino">, b: Pick<Stats, "dev" | "ino">): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
