import { createHash, type Hash, randomBytes } from "node:crypto";
import { readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { type Line, lacksId } from "../../api/dataPlane/jsonLines";
import type { ImportProgress } from "../../dataPlane";
import { writeAtomically } from "../../files/atomicWrite";
import { CommandError } from "../errors";

/** Where an import of a file stands, for `--resume`. */
export interface Checkpoint extends ImportProgress {
  /** Number of the last line whose answer has arrived. */
  readonly line: number;
  /** Of all lines up to it. */
  readonly sha256: string;
  /** Numbers of the lines that the server rejected; null: too many to keep. */
  readonly rejected: readonly number[] | null;
  /** Whether nothing after that line was sent without an answer. */
  readonly settled: boolean;
}

/** How many numbers of rejected lines are kept. */
const REJECTED_KEPT = 10_000;

/**
 * The file in which an import keeps where it stands: beside the input, one for each target, until the import reaches its end.
 *
 * @param target tells this import from others of the same file
 */
export function checkpointFile(input: string, target: readonly unknown[]) {
  const id = createHash("sha256").update(JSON.stringify(target)).digest("hex").slice(0, 8);
  const path = `${realpathSync(input)}.${id}.resume`;
  return {
    path,
    /** @throws CommandError for a file that this user's import has not written. */
    read(): Checkpoint | null {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found === undefined) return null;
      const isForeign = process.getuid !== undefined && found.uid !== process.getuid();
      const read = isForeign || !found.isFile() ? null : parsed(readFileSync(path, "utf8"));
      if (read !== null) return read;
      throw new CommandError(
        `${path} does not say where an import of yours was interrupted. Nothing was sent. Remove it, and import without --resume.`,
      );
    },
    /** @returns why it could not be written; undefined: it was. */
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

/** Follows an import from its beginning, or from a checkpoint. @param before null: from its beginning */
export function trackImport(before: Checkpoint | null) {
  const hash = createHash("sha256");
  const rejected: number[] = [];
  let isRejectedKept = true;
  let line = 0;
  return {
    /** Takes note of lines whose answers have arrived, in their order; of a resumed import, those from before as well. */
    answered(lines: readonly Line[]): void {
      for (const one of lines) add(hash, one);
      line = lines.at(-1)?.number ?? line;
    },
    rejected({ number }: Line): void {
      if (rejected.length < REJECTED_KEPT) rejected.push(number);
      else isRejectedKept = false;
    },
    /** Whether the lines up to the checkpoint are those that were imported. */
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

/** What a resumed import has come to in all. */
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

/** How many lines, and bytes, one request may have had under way when an import was interrupted. */
export interface RequestLimits {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * The lines that are left after a checkpoint.
 *
 * @param onRejected told of each line from before that the server has rejected
 * @throws CommandError before anything is sent, where the lines before are others, or where those that were under way could be
 * stored twice.
 */
export async function* linesAfter(
  before: Checkpoint,
  lines: AsyncIterable<readonly Line[]>,
  standing: ReturnType<typeof trackImport>,
  {
    file,
    mayDouble,
    limits,
    onRejected,
  }: {
    readonly file: string;
    /** Whether a line without an id that is sent twice is stored twice. */
    readonly mayDouble: boolean;
    readonly limits: RequestLimits;
    readonly onRejected: (line: Line) => void;
  },
): AsyncGenerator<readonly Line[]> {
  const rejected = new Set(before.rejected);
  let isPast = false;
  let [count, bytes] = [0, 0];
  const pass = () => {
    isPast = true;
    if (!standing.isAtCheckpoint()) throw changedError(file, before.line);
  };
  for await (const some of lines) {
    const done = some.filter(({ number }) => number <= before.line);
    standing.answered(done);
    for (const line of done) {
      if (!rejected.has(line.number)) continue;
      standing.rejected(line);
      onRejected(line);
    }
    const rest = some.slice(done.length);
    if (rest.length === 0) continue;
    if (!isPast) pass();
    for (const line of rest) {
      [count, bytes] = [count + 1, bytes + line.bytes.length + 1];
      const wasUnderWay = !before.settled && count <= limits.lines && (count === 1 || bytes <= limits.bytes);
      if (wasUnderWay && mayDouble && lacksId(line)) throw doubledError(file, before.line, line.number);
    }
    yield rest;
  }
  if (!isPast) pass();
}

function changedError(file: string, line: number): CommandError {
  return new CommandError(
    `The import of ${file} cannot be resumed: the lines up to line ${line}, which were imported, have changed since. Nothing was sent. ` +
      "Import the whole file, without --resume.",
  );
}

function doubledError(file: string, answered: number, line: number): CommandError {
  return new CommandError(
    `The import of ${file} cannot be resumed: it was interrupted while lines after line ${answered} were on their way, and line ${line} has no ` +
      '"id", so it would be stored twice if it was imported. Nothing was sent. Find out which of these lines are in the collection, and ' +
      'import a file with the others. Or give every document an "id".',
  );
}
