import { createReadStream, fstatSync, type Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { linesOf } from "../../api/dataPlane/jsonLines";
import type { ImportAction } from "../../api/dataPlane/requests";
import type { ImportProgress } from "../../nodes";
import { CommandFailure, WrongUsage } from "../failure";
import { type NodeOptions, withNodes } from "../nodes";
import { createProgress } from "../progress";
import type { Terminal } from "../terminal";
import { openFailures } from "./failures";
import { isStandard } from "./standard";

export interface ImportOptions extends NodeOptions {
  readonly collection: string;
  readonly action: ImportAction;
  readonly failed?: string;
  readonly json?: boolean;
}

/** How many failed documents are shown; all of them go to `--failed`. */
const SHOWN = 10;

/** `searchcloud documents import`. @throws CommandFailure when a document failed. */
export async function importCommand(
  file: string | undefined,
  options: ImportOptions,
  terminal: Terminal,
): Promise<void> {
  const { collection, action, json = false } = options;
  const { signal, stderr } = terminal;
  if (options.failed === "" || options.failed === "-")
    throw new WrongUsage(
      `--failed "${options.failed}" names no file. For standard output, it is /dev/stdout; for a file called "-", it is ./-.`,
    );
  const found = isStandard(file) ? null : await readable(file);
  await withNodes(options, terminal, "to import documents", async (nodes) => {
    const { importDocuments } = await import("../../nodes");
    const input = found ?? statsOf(terminal.stdin);
    const failures = options.failed === undefined ? null : await openFailures(options.failed, input, signal);
    const source = isStandard(file) ? terminal.stdin : createReadStream(file);
    const progress = createProgress(terminal, "documents", found?.isFile() ? found.size : null);
    const shown: { line: number; error: string }[] = [];
    let read = 0;
    const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        read += chunk.length;
        yield chunk;
      }
    };
    let done: ImportProgress;
    try {
      done = await importDocuments(nodes, { collection, action }, linesOf(counted(source)), {
        signal,
        onFailed({ line, words }) {
          if (shown.length < SHOWN) shown.push({ line: line.number, error: words });
          failures?.add(line);
        },
        onProgress: ({ imported, failed }) => progress.update(read, imported + failed),
        onWithoutId: ({ number }) => stderr.write(withoutIdWords(number)),
      });
    } catch (error) {
      progress.stop();
      throw failures ? await failures.brokenOff(error) : error;
    }
    progress.stop();
    const where = (await failures?.end()) ?? "Name a file with --failed to have them written there.";
    report(done, shown, where, options, terminal, json);
  });
}

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
  if (all === 0) throw new CommandFailure("There was no document to import: the input is empty.");
  const before = existing === 0 ? "" : ` (${existing} of them were already there and identical)`;
  stderr.write(`Imported ${imported} of ${all} documents into ${collection}${before}.\n`);
  if (failed === 0) return;
  const lines = shown.map(({ line, error }) => `  line ${line}: ${error}`);
  const rest = failed > shown.length ? [`  and ${failed - shown.length} more`] : [];
  throw new CommandFailure([`${failed} failed:`, ...lines, ...rest, where].join("\n"));
}

/** @throws CommandFailure for what is no file that can be read. */
async function readable(file: string): Promise<Stats> {
  try {
    const found = await stat(file);
    if (!found.isDirectory()) return found;
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}.`);
  }
  throw new CommandFailure(`${file} is a folder, not a file of documents.`);
}

/** What standard input is; null where that is no file of the system. */
function statsOf(source: object): Stats | null {
  const { fd } = source as { readonly fd?: unknown };
  return typeof fd === "number" ? fstatSync(fd) : null;
}
