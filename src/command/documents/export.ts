import { pipeline } from "node:stream/promises";
import type { Nodes } from "../../nodes";
import { type NodeOptions, withNodes } from "../nodes";
import { createProgress } from "../progress";
import type { Terminal } from "../terminal";
import { isStandard, newFile } from "./files";

export interface ExportOptions extends NodeOptions {
  readonly collection: string;
  readonly filter?: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

const LINE_FEED = 0x0a;

/** `searchcloud documents export`. */
export async function exportCommand(
  file: string | undefined,
  options: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const { collection, filter, force = false, json = false } = options;
  const { signal, stdout, stderr } = terminal;
  await withNodes(options, terminal, "to export documents", async (nodes) => {
    const { exportDocuments } = await import("../../nodes");
    const target = isStandard(file) ? null : await newFile(file, { force });
    const total = filter === undefined ? await countOf(nodes, collection, signal) : null;
    const progress = createProgress(terminal, "documents", total);
    let exported = 0;
    let isEnded = true;
    const counted = async function* () {
      for await (const chunk of exportDocuments(nodes, { collection, filterBy: filter }, { signal })) {
        for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) exported += 1;
        isEnded = chunk.at(-1) === LINE_FEED;
        progress.update(exported, exported);
        yield chunk;
      }
    };
    try {
      await pipeline(counted, target?.stream ?? stdout.raw, { end: target !== null });
    } catch (error) {
      await target?.discard();
      // Whoever reads has enough, as `head` does.
      if (target === null && (error as NodeJS.ErrnoException).code === "EPIPE") return;
      throw error;
    } finally {
      progress.stop();
    }
    await target?.finish();
    // Servers leave out the end of the last line.
    if (!isEnded) exported += 1;
    stderr.write(`Exported ${exported} documents of ${collection}${target ? ` to ${file}` : ""}.\n`);
    if (json && target) stdout.write(`${JSON.stringify({ collection, exported })}\n`);
  });
}

/** How many documents there are, for the time left; null where the key may not ask. */
async function countOf(nodes: Nodes, name: string, signal: AbortSignal): Promise<number | null> {
  try {
    return (await nodes.call("getCollection", { path: { name } }, { signal })).num_documents ?? null;
  } catch {
    return null;
  }
}
