import { isWithoutId, type Line, LineTooLongError, linesOf, problemIn } from "../../api/dataPlane/jsonLines";
import { isApiError } from "../../http/error";
import type { Nodes } from "../nodes";
import { countDocuments, type ExportSource, judgeExport } from "./completeness";
import { ExportIncompleteError } from "./errors";

export interface ExportOptions {
  readonly signal: AbortSignal;
  /** Called with the number of documents before the first one arrives; null: unknown. */
  readonly onTotal?: (total: number | null) => void;
  /** Called at the end with what could not be checked, in words. */
  readonly onNote?: (note: string) => void;
  /** Returns the number of documents by which the export may be off, of so many. @default 0 */
  readonly tolerance?: (documents: number) => number;
}

/**
 * Exports the documents of a collection, some lines at a time. The node sends them as fast as they are read. Ends normally only
 * if nothing suggests that documents are missing: each line is a JSON object, the answer reached its end, and the number is
 * what the server counts before and after. What could not be checked is reported (`onNote`).
 *
 * @throws ExportIncompleteError at the end, or in the middle. What arrived until then is incomplete.
 * @throws ApiError, InterruptedError
 */
export async function* exportDocuments(
  nodes: Nodes,
  source: ExportSource,
  { signal, onTotal, onNote, tolerance = () => 0 }: ExportOptions,
): AsyncGenerator<readonly Line[], void, void> {
  const { collection, filterBy, includeFields, excludeFields } = source;
  const named = `collection "${collection}" of ${nodes.target.named}`;
  const before = await countDocuments(nodes, source, signal);
  const total = "documents" in before ? before.documents : null;
  onTotal?.(total);
  const query = {
    ...(filterBy !== undefined && { filter_by: filterBy }),
    ...(includeFields?.length && { include_fields: includeFields.join(",") }),
    ...(excludeFields?.length && { exclude_fields: excludeFields.join(",") }),
  };
  // A node that lags behind would send an export of old documents.
  const among = "documents" in before ? before.newest : undefined;
  const input = { path: { name: collection }, query };
  const answer = await nodes.stream("exportDocuments", input, { signal, among });
  let documents = 0;
  const brokenOff = (problem: string, cause?: unknown) => {
    const came = `By then, ${documents} of ${total ?? "an unknown number of"} documents had arrived.`;
    return new ExportIncompleteError(named, `${problem} ${came}`, false, cause);
  };
  try {
    for await (const lines of linesOf(answer)) {
      for (const line of lines) {
        // Each stored document has an id. An error that arrives in its place has none.
        const problem = problemIn(line) ?? (isWithoutId(line) ? 'has no "id"' : undefined);
        if (problem !== undefined)
          throw brokenOff(
            `Line ${line.number} of the answer ${problem}: it was truncated, or did not come from a node.`,
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
  const verdict = judgeExport({
    documents,
    before,
    after,
    hasEnd: answer.hasEnd,
    isFiltered,
    tolerance: tolerance(documents),
  });
  if ("problem" in verdict) throw new ExportIncompleteError(named, verdict.problem, true);
  if (verdict.note !== null) onNote?.(verdict.note);
}
