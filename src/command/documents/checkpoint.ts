import { createHash, type Hash, randomBytes } from "node:crypto";
import { readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { isWithoutId, type Line } from "../../api/dataPlane/jsonLines";
import type { ImportProgress } from "../../dataPlane";
import { writeAtomically } from "../../files/atomicWrite";
import { CommandError } from "../errors";

/** The progress of an import from a file, for `--resume`. */
export interface Checkpoint extends ImportProgress {
  /** Number of the last line that the server has confirmed. */
  readonly line: number;
  /** Hash of all lines up to that line. */
  readonly sha256: string;
  /** Numbers of the rejected lines. Null: too many to keep. */
  readonly rejected: readonly number[] | null;
  /** False if requests with later lines may have been in progress. */
  readonly settled: boolean;
}

/** The most numbers of rejected lines that are kept. */
const MAX_REJECTED = 10_000;

/**
 * Returns access to the checkpoint of an import: a file beside the input, one per target, until the import is complete.
 *
 * @param target identifies this import among those of the same file
 */
export function checkpointFile(input: string, target: readonly unknown[]) {
  const id = createHash("sha256").update(JSON.stringify(target)).digest("hex").slice(0, 8);
  const path = `${realpathSync(input)}.${id}.resume`;
  return {
    path,
    /** @throws CommandError if the file is not a checkpoint of this user. */
    read(): Checkpoint | null {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined) return null;
      const isForeign = process.getuid !== undefined && found.uid !== process.getuid();
      const read = isForeign || !found.isFile() ? null : parsed(readFileSync(path, "utf8"));
      if (read !== null) return read;
      throw new CommandError(
        `${path} is not a checkpoint of your import. Nothing was sent. Remove the file, and import without --resume.`,
      );
    },
    /** @returns the reason if it cannot be written */
    write(checkpoint: Checkpoint): string | undefined {
      const draft = `${path}.${randomBytes(4).toString("hex")}`;
      try {
        writeAtomically(path, `${JSON.stringify({ v: 1, ...checkpoint })}\n`, { mode: 0o600, draft });
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
    remove: () => rmSync(path, { force: true }),
  };
}

function parsed(text: string): Checkpoint | null {
  try {
    const read = JSON.parse(text) as Partial<Checkpoint> & { readonly v?: unknown };
    const counts = [read.line, read.imported, read.existing, read.failed];
    const isWhole =
      read.v === 1 &&
      counts.every((count) => Number.isSafeInteger(count) && (count as number) >= 0) &&
      /^[0-9a-f]{64}$/.test(String(read.sha256)) &&
      (read.rejected === null || Array.isArray(read.rejected)) &&
      typeof read.settled === "boolean";
    return isWhole ? (read as Checkpoint) : null;
  } catch {
    return null;
  }
}

/** Tracks an import. @param before the checkpoint to resume from; null: the import starts at line 1 */
export function trackImport(before: Checkpoint | null) {
  const hash = createHash("sha256");
  const rejected: number[] = [];
  let isRejectedKept = true;
  let line = 0;
  return {
    /** Records confirmed lines, in order, those before the checkpoint included. */
    answered(lines: readonly Line[]): void {
      for (const one of lines) add(hash, one);
      line = lines.at(-1)?.number ?? line;
    },
    rejected({ number }: Line): void {
      if (rejected.length < MAX_REJECTED) rejected.push(number);
      else isRejectedKept = false;
    },
    /** True if the lines up to the checkpoint are the lines that were imported. */
    isAtCheckpoint: () => before === null || (line === before.line && digest(hash) === before.sha256),
    checkpoint: (progress: ImportProgress, settled: boolean): Checkpoint => ({
      ...addProgress(before, progress),
      line,
      sha256: digest(hash),
      rejected: isRejectedKept && before?.rejected !== null ? rejected : null,
      settled,
    }),
  };
}

/** Adds the progress of a resumed import to that of the checkpoint. */
export function addProgress(before: ImportProgress | null, now: ImportProgress): ImportProgress {
  return {
    imported: (before?.imported ?? 0) + now.imported,
    existing: (before?.existing ?? 0) + now.existing,
    failed: (before?.failed ?? 0) + now.failed,
  };
}

function add(hash: Hash, { number, bytes }: Line): void {
  hash.update(`${number}:${bytes.length}:`);
  hash.update(bytes);
}

const digest = (hash: Hash) => hash.copy().digest("hex");

/** The most lines and bytes of the requests in progress at one time. */
interface RequestLimits {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * Yields the lines after a checkpoint.
 *
 * @param onRejected called with each line before the checkpoint that the server has rejected
 * @throws CommandError before anything is sent, if earlier lines have changed, or if lines that were in progress could be stored twice.
 */
export async function* linesAfter(
  before: Checkpoint,
  lines: AsyncIterable<readonly Line[]>,
  tracker: ReturnType<typeof trackImport>,
  {
    file,
    canDuplicate,
    limits,
    onRejected,
  }: {
    readonly file: string;
    /** True if a line without an id that is sent twice is stored twice. */
    readonly canDuplicate: boolean;
    readonly limits: RequestLimits;
    readonly onRejected: (line: Line) => void;
  },
): AsyncGenerator<readonly Line[]> {
  const rejected = new Set(before.rejected);
  let isPast = false;
  let [count, bytes] = [0, 0];
  const pass = () => {
    isPast = true;
    if (!tracker.isAtCheckpoint()) throw changedError(file, before.line);
  };
  for await (const some of lines) {
    const done = some.filter(({ number }) => number <= before.line);
    tracker.answered(done);
    for (const line of done) {
      if (!rejected.has(line.number)) continue;
      tracker.rejected(line);
      onRejected(line);
    }
    const rest = some.slice(done.length);
    if (rest.length === 0) continue;
    if (!isPast) pass();
    for (const line of rest) {
      [count, bytes] = [count + 1, bytes + line.bytes.length + 1];
      const wasInProgress =
        !before.settled && count <= limits.lines && (count === 1 || bytes <= limits.bytes);
      if (wasInProgress && canDuplicate && isWithoutId(line))
        throw duplicateError(file, before.line, line.number);
    }
    yield rest;
  }
  if (!isPast) pass();
}

function changedError(file: string, line: number): CommandError {
  return new CommandError(
    `Cannot resume the import of ${file}: the imported lines, up to line ${line}, have changed since. Nothing was sent. ` +
      "Import the whole file, without --resume.",
  );
}

function duplicateError(file: string, answered: number, line: number): CommandError {
  return new CommandError(
    `Cannot resume the import of ${file}: it was interrupted while lines after line ${answered} were being sent, and line ${line} has no ` +
      '"id", so it would be stored twice if it was already imported. Nothing was sent. Check which of these lines are in the collection, and ' +
      'import a file with the rest. Or give every document an "id".',
  );
}
