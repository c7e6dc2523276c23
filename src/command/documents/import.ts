import { createReadStream, fstatSync, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { type Line, linesOf, textOf } from "../../api/dataPlane/jsonLines";
import type { ImportAction } from "../../api/dataPlane/requests";
import type { ImportProgress, Nodes } from "../../dataPlane";
import { CommandError, failureText, UsageError } from "../errors";
import { isSameFile, isStandard, openOutput } from "../outputFile";
import { createProgress } from "../progress";
import { type NodeOptions, withNodes } from "../service";
import type { Terminal } from "../terminal";
import { addProgress, type Checkpoint, checkpointFile, linesAfter, trackImport } from "./checkpoint";

export interface ImportOptions extends NodeOptions {
  readonly collection: string;
  readonly action: ImportAction;
  readonly failed?: string;
  readonly resume?: boolean;
  readonly json?: boolean;
}

/** The most failed documents that are shown. All of them go to `--failed`. */
const SHOWN = 10;

/** Runs `searchcloud documents import`. @throws CommandError if a document failed */
export async function importCommand(
  file: string | undefined,
  options: ImportOptions,
  terminal: Terminal,
): Promise<void> {
  const { collection, action, json = false } = options;
  const { signal, stderr } = terminal;
  if (options.failed === "" || options.failed === "-")
    throw new UsageError(
      `--failed "${options.failed}" is not a file. Use /dev/stdout for standard output, or ./- for a file with the name "-".`,
    );
  if (options.resume && isStandard(file))
    throw new UsageError("--resume requires a file: an import from standard input has no checkpoint.");
  const found = isStandard(file) ? null : await readable(file);
  const kept =
    found?.isFile() && file !== undefined
      ? checkpointFile(file, [options.cluster ?? null, options.node ?? null, collection, action])
      : null;
  const before = (options.resume && kept?.read()) || null;
  await withNodes(options, terminal, "to import documents", async (nodes) => {
    const { BATCH_LIMITS, ImportFailedError, importDocuments } = await import("../../dataPlane");
    if (before) await refuseEmpty(nodes, collection, before, signal);
    const input = found ?? statsOf(terminal.stdin);
    const failures = options.failed === undefined ? null : await openFailures(options.failed, input, signal);
    const source = isStandard(file) ? terminal.stdin : createReadStream(file);
    const progress = createProgress(terminal, "documents", found?.isFile() ? found.size : null);
    const shown: { line: number; error: string }[] = [];
    let read = 0;
    if (before && before.rejected === null && failures !== null) {
      await failures.end();
      throw new CommandError(
        "Too many documents were rejected before the interruption to write all of them to the file of --failed. Nothing was sent. Resume without --failed, or import the whole file.",
      );
    }
    if (options.resume) stderr.write(resumeText(before));
    const tracker = trackImport(before);
    let last: ImportProgress = { imported: 0, existing: 0, failed: 0 };
    let unkept: string | undefined;
    const keep = (settled: boolean) => {
      if (kept === null || unkept !== undefined) return;
      unkept = kept.write(tracker.checkpoint(last, settled));
      if (unkept !== undefined)
        stderr.write(
          `--resume will not work if this import is interrupted: cannot write its checkpoint ${kept.path} (${unkept}).\n`,
        );
    };
    const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        read += chunk.length;
        yield chunk;
      }
    };
    const all = linesOf(counted(source));
    const lines = before
      ? linesAfter(before, all, tracker, {
          file: file ?? "",
          canDuplicate: action !== "update",
          limits: BATCH_LIMITS,
          onRejected: (line) => failures?.add(line),
        })
      : all;
    // A killed process leaves no other sign that lines may have been sent.
    const begun = async function* () {
      let isFirst = true;
      for await (const some of lines) {
        if (isFirst) keep(false);
        isFirst = false;
        yield some;
      }
    };
    let lacksIds = false;
    let done: ImportProgress;
    try {
      done = await importDocuments(nodes, { collection, action }, begun(), {
        signal,
        onAnswered(answered, now) {
          tracker.answered(answered);
          last = now;
          keep(false);
        },
        onFailed({ line, words }) {
          tracker.rejected(line);
          if (shown.length < SHOWN) shown.push({ line: line.number, error: words });
          failures?.add(line);
        },
        onProgress: ({ imported, failed }) => progress.update(read, imported + failed),
        onWithoutId({ number }) {
          lacksIds = true;
          stderr.write(withoutIdText(number));
        },
      });
    } catch (error) {
      progress.stop();
      const hasOpen = error instanceof ImportFailedError && error.hasOpen;
      const isBegun = last.imported + last.failed > 0 || hasOpen;
      if (isBegun) keep(!hasOpen);
      else if (before) kept?.write(before);
      else kept?.remove();
      const ended = failures ? await failures.interrupted(error) : error;
      if (!isBegun || (hasOpen && lacksIds) || kept === null || unkept !== undefined) throw ended;
      throw new CommandError(`${failureText(ended)}\n${resumeHint(tracker.checkpoint(last, true).line)}`);
    }
    progress.stop();
    kept?.remove();
    const where = (await failures?.end()) ?? "Use --failed FILE to write them to a file.";
    report(addProgress(before, done), shown, where, options, terminal, json);
  });
}

function resumeText(before: Checkpoint | null): string {
  if (before === null)
    return "No interrupted import of this file into this collection found: starting at line 1.\n";
  return `Resuming after line ${before.line}: ${before.imported} documents already imported.\n`;
}

/** Rejects an empty collection: the documents imported before were in another one. A key for imports may lack the permission to check. */
async function refuseEmpty(
  nodes: Nodes,
  name: string,
  before: Checkpoint,
  signal: AbortSignal,
): Promise<void> {
  const { readCollectionOrAliasEverywhere } = await import("../../dataPlane");
  const snapshots = await readCollectionOrAliasEverywhere(nodes, name, { signal }).catch((error: unknown) => {
    if (error instanceof Error && "kind" in error) return null;
    throw error;
  });
  const isEmpty = snapshots?.seen.every(({ value }) => value?.num_documents === 0) ?? false;
  if (isEmpty && before.imported > 0)
    throw new CommandError(
      `Cannot resume the import into ${name}: ${before.imported} documents were imported before line ${before.line + 1}, but the collection is ` +
        "empty. Nothing was sent. Import the whole file, without --resume.",
    );
}

const resumeHint = (line: number) =>
  line === 0
    ? "The server confirmed no line. Run the same command with --resume, which checks that nothing is stored twice."
    : `The server confirmed all lines up to line ${line}. Run the same command with --resume to continue.`;

const withoutIdText = (line: number) =>
  `Line ${line} has no "id", and later lines may lack it, too: the server generates one, so importing these documents again would store them twice.\n`;

function report(
  { imported, existing, failed }: ImportProgress,
  shown: readonly { readonly line: number; readonly error: string }[],
  where: string,
  { collection }: ImportOptions,
  { stdout, stderr }: Terminal,
  json: boolean,
): void {
  if (json) stdout.write(`${JSON.stringify({ collection, imported, existing, failed, failures: shown })}\n`);
  const all = imported + failed;
  if (all === 0) throw new CommandError("Nothing to import: the input is empty.");
  const before = existing === 0 ? "" : ` (${existing} of them already existed and are identical)`;
  stderr.write(`Imported ${imported} of ${all} documents into ${collection}${before}.\n`);
  if (failed === 0) return;
  const lines = shown.map(({ line, error }) => `  line ${line}: ${error}`);
  const rest = failed > shown.length ? [`  and ${failed - shown.length} more`] : [];
  throw new CommandError([`${failed} failed:`, ...lines, ...rest, where].join("\n"));
}

/** @throws CommandError if the file cannot be read */
async function readable(file: string): Promise<Stats> {
  try {
    const found = await stat(file);
    if (!found.isDirectory()) return found;
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  throw new CommandError(`${file} is a directory, not a file.`);
}

/** Returns the stats of standard input, or null if it has no file descriptor. */
function statsOf(source: object): Stats | null {
  const { fd } = source as { readonly fd?: unknown };
  return typeof fd === "number" ? fstatSync(fd) : null;
}

/**
 * Opens the file of `--failed`. It is only written if documents failed, at the end of the import. If it is the input itself, an
 * interrupted import does not change it, because it contains documents that were not sent.
 *
 * @param input null: not a file
 */
async function openFailures(path: string, input: Stats | null, signal: AbortSignal) {
  const output = await openOutput(path, { replace: true, signal });
  const { found } = output;
  const isInput = input !== null && found !== null && isSameFile(input, found);
  let count = 0;
  /** Gives the file its name. @returns the sentence, or the reason if that failed */
  const placed = async (sentence: string): Promise<string> => {
    try {
      await output.finish();
      return sentence;
    } catch (error) {
      return failureText(error);
    }
  };
  return {
    add(line: Line): void {
      count += 1;
      output.stream.write(textOf([line]));
    },
    /** Completes the file. @returns a sentence that names it, if documents failed */
    async end(): Promise<string> {
      if (count > 0) return placed(`They are in ${path}: fix them, then import that file.`);
      await output.discard();
      return "";
    },
    /** Completes the file of an interrupted import. @returns the error, with the content of the file */
    async interrupted(error: unknown): Promise<Error> {
      const failure = failureText(error);
      if (count === 0 || isInput) {
        await output.discard();
        return new CommandError(isInput ? `${failure}\n${path} is the input and was not changed.` : failure);
      }
      const they =
        count === 1 ? "document that has failed so far is" : "documents that have failed so far are";
      const where = await placed(
        `The ${count} ${they} in ${path}. Documents that were not sent are only in the input.`,
      );
      return new CommandError(`${failure}\n${where}`);
    },
  };
}
