import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { linesOf } from "../../api/dataPlane/jsonLines";
import type { ImportAction } from "../../api/dataPlane/requests";
import { CommandFailure } from "../failure";
import { type NodeOptions, withNodes } from "../nodes";
import { createProgress } from "../progress";
import type { Terminal } from "../terminal";
import { isStandard, newFile } from "./files";

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
  const size = isStandard(file) ? null : await sizeOf(file);
  await withNodes(options, terminal, "to import documents", async (nodes) => {
    const { importDocuments } = await import("../../nodes");
    const failures = options.failed === undefined ? null : await newFile(options.failed, { force: true });
    const progress = createProgress(terminal, "documents", size);
    const shown: { line: number; error: string }[] = [];
    let read = 0;
    const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        read += chunk.length;
        yield chunk;
      }
    };
    const source = isStandard(file) ? terminal.stdin : createReadStream(file);
    let done = { imported: 0, failed: 0 };
    try {
      done = await importDocuments(nodes, { collection, action }, linesOf(counted(source)), {
        signal: terminal.signal,
        onFailed({ line, words }) {
          if (shown.length < SHOWN) shown.push({ line: line.number, error: words });
          failures?.write(line.bytes);
        },
        onProgress: ({ imported, failed }) => progress.update(read, imported + failed),
      });
    } finally {
      progress.stop();
      await failures?.finish();
    }
    report(done, shown, options, terminal, json);
  });
}

function report(
  { imported, failed }: { readonly imported: number; readonly failed: number },
  shown: readonly { readonly line: number; readonly error: string }[],
  { collection, failed: file }: ImportOptions,
  { stdout, stderr }: Terminal,
  json: boolean,
): void {
  if (json) stdout.write(`${JSON.stringify({ collection, imported, failed, failures: shown })}\n`);
  const all = imported + failed;
  if (all === 0) throw new CommandFailure("There was no document to import: the input is empty.");
  stderr.write(`Imported ${imported} of ${all} documents into ${collection}.\n`);
  if (failed === 0) return;
  const lines = shown.map(({ line, error }) => `  line ${line}: ${error}`);
  const rest = failed > shown.length ? [`  and ${failed - shown.length} more`] : [];
  const where =
    file === undefined
      ? "Name a file with --failed to have them written there."
      : `They are in ${file}: mend them, and import that file.`;
  throw new CommandFailure([`${failed} failed:`, ...lines, ...rest, where].join("\n"));
}

/** @throws CommandFailure for what is no file that can be read. */
async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (!found.isDirectory()) return found.size;
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}.`);
  }
  throw new CommandFailure(`${file} is a folder, not a file of documents.`);
}
