import { isWithoutId, type Line, LineTooLongError, linesOf, problemIn } from "../../api/dataPlane/jsonLines";
import { isApiError } from "../../http/error";
import type { Nodes } from "../nodes";
import { countDocuments, type ExportSource, judgeExport } from "./completeness";
import { ExportIncompleteError } from "./errors";

export interface ExportOptions {
  readonly signal: AbortSignal;
  /** Told how many documents there are before the first one comes; null: nobody knows. */
  readonly onTotal?: (total: number | null) => void;
  /** Told at the end what could not be checked, in words. */
  readonly onNote?: (note: string) => void;
}

/**
 * Exports the documents of a collection, some lines at a time. The node sends as fast as they are taken. Ends normally only
 * when nothing says that documents are missing: each line is a JSON object, the answer came to its end, and there are as many
 * as the server counts before and after. What of this could not be checked is told (`onNote`).
 *
 * @throws ExportIncomplete at the end, or in the middle. What came until then is not all.
 * @throws ApiError, Interrupted
 */
export async function* exportDocuments(
  nodes: Nodes,
  source: ExportSource,
  { signal, onTotal, onNote }: ExportOptions,
): AsyncGenerator<readonly Line[], void, void> {
  const { collection, filterBy } = source;
  const named = `collection "${collection}" of ${nodes.target.named}`;
  const before = await countDocuments(nodes, source, signal);
  const total = "documents" in before ? before.documents : null;
  onTotal?.(total);
  const query = filterBy === undefined ? {} : { filter_by: filterBy };
  const answer = await nodes.stream("exportDocuments", { path: { name: collection }, query }, { signal });
  let documents = 0;
  const brokenOff = (problem: string, cause?: unknown) => {
    const came = `By then, ${documents} of ${total ?? "an unknown number of"} documents had arrived.`;
    return new ExportIncompleteError(named, `${problem} ${came}`, false, cause);
  };
  try {
    for await (const lines of linesOf(answer)) {
      for (const line of lines) {
        // Each document that is stored has an id. An error that arrives in the place of one has none.
        const problem = problemIn(line) ?? (isWithoutId(line) ? 'has no "id"' : undefined);
        if (problem !== undefined)
          throw brokenOff(
            `Line ${line.number} of the answer ${problem}: it was cut off, or did not come from a node.`,
          );
        documents += 1;
      }
      yield lines;
    }
  } catch (error) {
    if (isApiError(error)) throw brokenOff(`${error.summary}.`, error);
    throw error instanceof LineTooLongError ? brokenOff(`In the answer, ${error.message}.`, error) : error;
  }
  const after = await countDocuments(nodes, source, signal);
  const isFiltered = filterBy !== undefined;
  const verdict = judgeExport({ documents, before, after, hasEnd: answer.hasEnd, isFiltered });
  if ("problem" in verdict) throw new ExportIncompleteError(named, verdict.problem, true);
  if (verdict.note !== null) onNote?.(verdict.note);
}
