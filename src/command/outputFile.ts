import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { placeNew } from "../files/atomicWrite";
import { CommandError } from "./errors";

/** Whether documents come from standard input, or go to standard output. */
export function isStandard(file: string | undefined): file is undefined | "-" {
  return file === undefined || file === "-";
}

/** Where a command writes what must not be read by others, and must not be taken for whole before it is. */
export interface OutputFile {
  readonly stream: Writable;
  /** What was there at the beginning; null: nothing. */
  readonly found: Stats | null;
  /**
   * Gives the file its name. A device has all of it already.
   * @throws CommandError that names where the content is when something has come to the name meanwhile.
   */
  finish(): Promise<void>;
  /** Leaves nothing behind, and what was there as it was. */
  discard(): Promise<void>;
  /** Keeps what has been written under a name that says so. @returns that name; null for a device. */
  keepIncomplete(): Promise<string | null>;
}

export interface OutputOptions {
  /** Whether a file that is there may be replaced in the end. */
  readonly replace: boolean;
  /** What the refusal of a file that is there says to do. */
  readonly advice?: string;
  /** Ends the wait for somebody who reads a pipe. */
  readonly signal: AbortSignal;
}

const OWNER_ONLY = 0o600;

/**
 * Opens a file that appears under its name only when it is complete, for its owner alone. Pipes, devices and sockets are
 * written to and never replaced. Of a symbolic link, the file that it leads to is replaced, and the link stays.
 * @throws CommandError
 */
export async function openOutput(path: string, options: OutputOptions): Promise<OutputFile> {
  if (path === "") throw new CommandError("The name of the file to write is empty.");
  try {
    const found = await stat(path).catch(unlessMissing);
    if (found?.isDirectory()) throw new CommandError(`${path} is a folder, not a file.`);
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
  if (found && !replace) throw new CommandError(`${path} exists already, and was left alone.${advice}`);
  const target = await targetOf(path, found !== null);
  const id = randomBytes(4).toString("hex");
  const draft = besides(target, `${id}.incomplete`);
  const { stream, settled } = writing(await open(draft, "wx", OWNER_ONLY), { flush: true });
  return {
    stream,
    found,
    async finish() {
      await ended({ stream, settled }, path, ` What could be written is in ${draft}.`);
      try {
        await (found ? replaceUntouched(draft, target, found) : placeNew(draft, target));
      } catch (error) {
        const kept = besides(target, id);
        await rename(draft, kept);
        const why =
          error instanceof ConflictError || (error as NodeJS.ErrnoException).code === "EEXIST"
            ? "appeared or changed in the meantime"
            : `cannot be written (${(error as Error).message})`;
        throw new CommandError(`${path} ${why}, and was left alone. The new content is in ${kept}.`);
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

/** A name in the same folder. The longest that file systems take, 255 bytes, is not exceeded. */
function besides(target: string, suffix: string): string {
  const name = basename(target);
  const isLong = Buffer.byteLength(name) + suffix.length + 1 > 255;
  return join(dirname(target), `${isLong ? name.slice(0, 40) : name}.${suffix}`);
}

/** Something is there that was not when the command began. */
class ConflictError extends Error {}

/** The file that is written in the end: that of a link, so that the link stays. */
async function targetOf(path: string, exists: boolean): Promise<string> {
  const own = await lstat(path).catch(unlessMissing);
  if (!own?.isSymbolicLink()) return path;
  // Whoever can make links in a shared folder would choose the file that is written.
  const isForeign = process.getuid !== undefined && ![0, process.getuid()].includes(own.uid);
  if (isForeign)
    throw new CommandError(`${path} is a link that another user has made: name the file itself.`);
  if (!exists) throw new CommandError(`${path} is a link to a file that is not there: name the file itself.`);
  return realpath(path);
}

async function replaceUntouched(draft: string, target: string, found: Stats): Promise<void> {
  const now = await lstat(target).catch(unlessMissing);
  if (now === null) return placeNew(draft, target);
  const isUntouched = isSameFile(now, found) && now.size === found.size && now.mtimeMs === found.mtimeMs;
  if (!isUntouched) throw new ConflictError();
  await rename(draft, target);
}

/** A pipe, a device or a socket. */
async function special(path: string, found: Stats, signal: AbortSignal): Promise<OutputFile> {
  const { stream, settled } = found.isSocket()
    ? watched(connect(path))
    : writing(await unlessAborted(openSpecial(path), path, signal), { flush: false });
  return {
    stream,
    found,
    async finish() {
      await ended({ stream, settled }, path);
    },
    discard: async () => void stream.destroy(),
    async keepIncomplete() {
      stream.destroy();
      return null;
    },
  };
}

/** Neither makes nor empties a file, should one have come to the name. */
async function openSpecial(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_WRONLY);
  if (!(await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new CommandError(`${path} appeared or changed in the meantime, and was left alone.`);
}

/** A pipe opens when somebody reads it, which may be never. */
function unlessAborted(opening: Promise<FileHandle>, path: string, signal: AbortSignal): Promise<FileHandle> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(new CommandError("Interrupted while waiting for somebody to read. Nothing was sent."));
      release(opening, path).catch(() => undefined);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    opening
      .then((handle) => (signal.aborted ? handle.close() : resolve(handle)), reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Ends the wait of the system, without which the process would not end: reads nothing for a moment. */
async function release(opening: Promise<unknown>, path: string): Promise<void> {
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  await opening.catch(() => undefined);
  await reader.close();
}

function writing(handle: FileHandle, { flush }: { readonly flush: boolean }) {
  return watched(handle.createWriteStream({ flush }));
}

/** A stream, and its end: a failure is kept until somebody asks for it. */
function watched(stream: Writable) {
  const end = finished(stream, { readable: false });
  end.catch(() => undefined);
  return { stream, settled: () => end };
}

/**
 * Writes what is left.
 *
 * @param left where the content is if that fails, as a sentence
 * @throws CommandError
 */
async function ended(
  { stream, settled }: ReturnType<typeof watched>,
  path: string,
  left = "",
): Promise<void> {
  stream.end();
  await settled().catch((error: Error) => {
    throw new CommandError(`${path} cannot be written: ${error.message}.${left}`);
  });
}

/** Whether two names are the same file. */
export function isSameFile(a: Pick<Stats, "dev" | "ino">, b: Pick<Stats, "dev" | "ino">): boolean {
  return a.dev === b.dev && a.ino === b.ino;
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
