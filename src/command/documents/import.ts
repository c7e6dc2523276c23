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

/** How many failed documents are shown; all of them go to `--failed`. */
const SHOWN = 10;

/** `searchcloud documents import`. @throws CommandError when a document failed. */
export async function importCommand(
  file: string | undefined,
  options: ImportOptions,
  terminal: Terminal,
): Promise<void> {
  const { collection, action, json = false } = options;
  const { signal, stderr } = terminal;
  if (options.failed === "" || options.failed === "-")
    throw new UsageError(
      `--failed "${options.failed}" names no file. For standard output, it is /dev/stdout; for a file called "-", it is ./-.`,
    );
  if (options.resume && isStandard(file))
    throw new UsageError("--resume needs a file: the position in standard input is not kept.");
  const found = isStandard(file) ? null : await readable(file);
  const kept =
    found?.isFile() && file !== undefined
      ? checkpointFile(file, [options.cluster ?? null, options.node ?? null, collection, action])
      : null;
  const before = (options.resume && kept?.read()) || null;
  await withNodes(options, terminal, "to import documents", async (nodes) => {
    const { BATCH_LIMITS, ImportFailed, importDocuments } = await import("../../dataPlane");
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
        "Too many documents were rejected before the import was interrupted for all of them to be written to the file of --failed. Nothing was sent. Resume without --failed, or import the whole file.",
      );
    }
    if (options.resume) stderr.write(resumeWords(before));
    const standing = trackImport(before);
    let last: ImportProgress = { imported: 0, existing: 0, failed: 0 };
    let unkept: string | undefined;
    const keep = (settled: boolean) => {
      if (kept === null || unkept !== undefined) return;
      unkept = kept.write(standing.checkpoint(last, settled));
      if (unkept !== undefined)
        stderr.write(
          `If this import is interrupted, --resume cannot continue it: its position cannot be written to ${kept.path} (${unkept}).\n`,
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
      ? linesAfter(before, all, standing, {
          file: file ?? "",
          mayDouble: action !== "update",
          limits: BATCH_LIMITS,
          onRejected: (line) => failures?.add(line),
        })
      : all;
    // A process that is killed leaves no other word that lines may be under way.
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
          standing.answered(answered);
          last = now;
          keep(false);
        },
        onFailed({ line, words }) {
          standing.rejected(line);
          if (shown.length < SHOWN) shown.push({ line: line.number, error: words });
          failures?.add(line);
        },
        onProgress: ({ imported, failed }) => progress.update(read, imported + failed),
        onWithoutId({ number }) {
          lacksIds = true;
          stderr.write(withoutIdWords(number));
        },
      });
    } catch (error) {
      progress.stop();
      const hasOpen = error instanceof ImportFailed && error.hasOpen;
      const isBegun = last.imported + last.failed > 0 || hasOpen;
      if (isBegun) keep(!hasOpen);
      else if (before) kept?.write(before);
      else kept?.remove();
      const ended = failures ? await failures.brokenOff(error) : error;
      if (!isBegun || (hasOpen && lacksIds) || kept === null || unkept !== undefined) throw ended;
      throw new CommandError(`${failureText(ended)}\n${resumeHint(standing.checkpoint(last, true).line)}`);
    }
    progress.stop();
    kept?.remove();
    const where = (await failures?.end()) ?? "Name a file with --failed to have them written there.";
    report(addProgress(before, done), shown, where, options, terminal, json);
  });
}

function resumeWords(before: Checkpoint | null): string {
  if (before === null)
    return "Found no interrupted import of this file into this collection: starting with line 1.\n";
  return `Resuming after line ${before.line}: ${before.imported} documents were imported before.\n`;
}

/** What was imported before went with another collection. A key that imports need not be one that may look. */
async function refuseEmpty(
  nodes: Nodes,
  name: string,
  before: Checkpoint,
  signal: AbortSignal,
): Promise<void> {
  const { everywhereUnder } = await import("../../dataPlane");
  const sights = await everywhereUnder(nodes, name, { signal }).catch((error: unknown) => {
    if (error instanceof Error && "kind" in error) return null;
    throw error;
  });
  const isEmpty = sights?.seen.every(({ value }) => value?.num_documents === 0) ?? false;
  if (isEmpty && before.imported > 0)
    throw new CommandError(
      `The import into ${name} cannot be resumed: ${before.imported} documents were imported before line ${before.line + 1}, and the collection is ` +
        "empty. Nothing was sent. Import the whole file, without --resume.",
    );
}

const resumeHint = (line: number) =>
  line === 0
    ? "No line was confirmed. Run the same command again with --resume, which checks that nothing is stored twice."
    : `To continue after line ${line}, the last one that the server confirmed, run the same command with --resume.`;

const withoutIdWords = (line: number) =>
  `Line ${line} has no "id", and later lines may have none: the server chooses one, so importing the same documents again stores them twice.\n`;

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
  if (all === 0) throw new CommandError("There was no document to import: the input is empty.");
  const before = existing === 0 ? "" : ` (${existing} of them were already there and identical)`;
  stderr.write(`Imported ${imported} of ${all} documents into ${collection}${before}.\n`);
  if (failed === 0) return;
  const lines = shown.map(({ line, error }) => `  line ${line}: ${error}`);
  const rest = failed > shown.length ? [`  and ${failed - shown.length} more`] : [];
  throw new CommandError([`${failed} failed:`, ...lines, ...rest, where].join("\n"));
}

/** @throws CommandError for what is no file that can be read. */
async function readable(file: string): Promise<Stats> {
  try {
    const found = await stat(file);
    if (!found.isDirectory()) return found;
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}.`);
  }
  throw new CommandError(`${file} is a folder, not a file of documents.`);
}

/** What standard input is; null where that is no file of the system. */
function statsOf(source: object): Stats | null {
  const { fd } = source as { readonly fd?: unknown };
  return typeof fd === "number" ? fstatSync(fd) : null;
}

/**
 * The file of `--failed`. It is written when documents failed, and only then, when the import has ended. Where it is the input
 * itself, an import that broke off leaves it as it is: it holds what was not sent.
 *
 * @param input null: not a file
 */
async function openFailures(path: string, input: Stats | null, signal: AbortSignal) {
  const output = await openOutput(path, { replace: true, signal });
  const { found } = output;
  const isInput = input !== null && found !== null && isSameFile(input, found);
  let count = 0;
  /** Gives the file its name. @returns where the documents are, as a sentence. */
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
    /** The import has reached its end. @returns where the documents are that failed. */
    async end(): Promise<string> {
      if (count > 0) return placed(`They are in ${path}: fix them, and import that file.`);
      await output.discard();
      return "";
    },
    /** The import has not reached its end. @returns the error with what the file holds. */
    async brokenOff(error: unknown): Promise<Error> {
      const failure = failureText(error);
      if (count === 0 || isInput) {
        await output.discard();
        return new CommandError(
          isInput ? `${failure}\n${path} is the input, and was left as it was.` : failure,
        );
      }
      const they =
        count === 1 ? "document that failed until then is" : "documents that failed until then are";
      const where = await placed(
        `The ${count} ${they} in ${path}. Documents that were not sent are only in the input.`,
      );
      return new CommandError(`${failure}\n${where}`);
    },
  };
}
