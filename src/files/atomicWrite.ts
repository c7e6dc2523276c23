import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Options for writing a draft. */
interface DraftOptions {
  /** Permissions, whatever the umask. @default - what the umask leaves of 0666 */
  readonly mode?: number;
  /** Waits until the content is on the disk. @default false */
  readonly durable?: boolean;
}

/** Options for replacing a file. */
export interface WriteOptions extends DraftOptions {
  /** Path of the draft, on the same file system. @default - {@link draftPath} */
  readonly draft?: string;
  /** Called when the draft is complete: false keeps the file as it is. @default - it is always replaced */
  readonly mayReplace?: () => boolean;
}

/** Matches the names that {@link draftPath} makes. */
export const DRAFT_NAME = /^\..+\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.new$/;

/** A new, hidden name for a draft of a file. @param folder where the draft is written. @default - beside the file */
export function draftPath(path: string, folder: string = dirname(path)): string {
  return join(folder, `.${basename(path)}.${randomUUID()}.new`);
}

/**
 * Writes a file that appears under its name only when it is complete: other processes may read it at any time.
 * @returns whether the file was written
 */
export function writeAtomically(path: string, content: string | Buffer, options: WriteOptions = {}): boolean {
  const { draft = draftPath(path), mayReplace = () => true, ...rest } = options;
  try {
    writeDraft(draft, content, rest);
    if (!mayReplace()) return false;
    renameSync(draft, path);
    return true;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes a file that must not exist yet, and leaves nothing behind if that fails. */
export function writeDraft(path: string, content: string | Buffer, { mode, durable }: DraftOptions): void {
  try {
    writeFileSync(path, content, { flag: "wx", mode: mode ?? 0o666, flush: durable === true });
    if (mode !== undefined) chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") rmSync(path, { force: true });
    throw error;
  }
}

/** Gives a draft its name if nothing has that name. @throws with the code EEXIST if something does; the draft stays. */
export function placeNew(draft: string, path: string): void {
  try {
    linkSync(draft, path);
    unlinkSync(draft);
  } catch (error) {
    if (!WITHOUT_LINKS.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    // A file system without links: an empty file takes the name first.
    closeSync(openSync(path, "wx", 0o600));
    renameSync(draft, path);
  }
}

const WITHOUT_LINKS = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"];
