import { pipeline } from "node:stream/promises";
import { textOf } from "../../api/dataPlane/jsonLines";
import { CommandError, failureText } from "../errors";
import { isStandard, openOutput } from "../outputFile";
import { createProgress, type Progress } from "../progress";
import { type NodeOptions, withNodes } from "../service";
import type { Terminal } from "../terminal";

export interface ExportOptions extends NodeOptions {
  readonly collection: string;
  readonly filter?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

/**
 * Runs `searchcloud documents export`.
 * @throws CommandError if the export is incomplete: then there is no file, or one with the ending `.incomplete`.
 */
export async function exportCommand(
  file: string | undefined,
  options: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const { collection, filter, force = false, json = false } = options;
  const { signal, stdout, stderr } = terminal;
  await withNodes(options, terminal, "to export documents", async (nodes) => {
    const { ExportIncompleteError, exportDocuments } = await import("../../dataPlane");
    const target = isStandard(file)
      ? null
      : await openOutput(file, { replace: force, advice: " Replace it with --force.", signal });
    let progress: Progress | undefined;
    let exported = 0;
    const notes: string[] = [];
    const documents = exportDocuments(
      nodes,
      { collection, filterBy: filter },
      {
        signal,
        onTotal: (total) => {
          progress = createProgress(terminal, "documents", total);
        },
        onNote: (note) => notes.push(note),
      },
    );
    let failure: unknown;
    const written = async function* () {
      try {
        for await (const lines of documents) {
          exported += lines.length;
          progress?.update(exported, exported);
          yield textOf(lines);
        }
      } catch (error) {
        // The documents received so far are still written.
        failure = error;
      }
    };
    try {
      await pipeline(written, target?.stream ?? stdout.raw, { end: false });
    } catch (error) {
      await target?.discard();
      // The reader has closed the pipe, as `head` does.
      const { code, message } = error as NodeJS.ErrnoException;
      if (target === null && code === "EPIPE") return;
      throw new CommandError(
        `${target ? file : "Standard output"} cannot be written: ${message}. Not all documents were exported.`,
      );
    } finally {
      progress?.stop();
    }
    if (failure !== undefined) {
      const isKept = failure instanceof ExportIncompleteError && failure.reachedEnd;
      const kept = isKept ? ((await target?.keepIncomplete()) ?? null) : null;
      if (kept === null) await target?.discard();
      const where = kept === null ? "" : `\nThe documents received so far are in ${kept}.`;
      throw failure instanceof ExportIncompleteError
        ? new CommandError(`${failureText(failure)}${where}`)
        : failure;
    }
    await target?.finish();
    stderr.write(
      `Exported ${exported} documents of ${collection}${target ? ` to ${file}` : ""}.\n${notes.map((note) => `${note}\n`).join("")}`,
    );
    if (json && target)
      stdout.write(`${JSON.stringify({ collection, exported, verified: notes.length === 0 })}\n`);
  });
}
