import { isApiError } from "../../http/error";
import type { Nodes } from "../nodes";
/** How many documents a server says there are, or why it does not say. */
export type Count =
  | {
      readonly documents: number;
      /** The collection that was counted: an alias may lead to another one meanwhile. Null: the answer does not name it. */
      readonly collection: string | null;
    }
  | {
      /** As the rest of the sentence "the number of documents could not be read: …". */
      readonly unknown: string;
    };

/** What came of an export, beside its documents. */
export interface Received {
  /** Documents that came. */
  readonly documents: number;
  readonly before: Count;
  readonly after: Count;
  /** Whether the answer says by itself where it ends. Otherwise a connection that broke looks like the end. */
  readonly hasEnd: boolean;
  /** Whether only documents were asked for that pass a filter; then the counts are of these. */
  readonly isFiltered: boolean;
}

/** Whether all documents came: yes (`note` says what could not be checked), or the problem in words. */
export type Verdict = { readonly note: string | null } | { readonly problem: string };

/** Judges whether an export has come to its end. Nothing that is not proved passes without a word. */
export function judgeExport({ documents, before, after, hasEnd, isFiltered }: Received): Verdict {
  const pass = isFiltered ? " that match the filter" : "";
  const sent = `sent ${documents}`;
  if ("documents" in before && "documents" in after) {
    if (before.collection !== after.collection)
      return {
        problem: `The name pointed to collection "${before.collection}" before the export and to "${after.collection}" after it, so it is unknown which documents were exported.`,
      };
    const [least, most] = [before.documents, after.documents].sort((a, b) => a - b) as [number, number];
    if (least === most && documents === least) return { note: null };
    if (least === most)
      return {
        problem: `The server reports ${countOf(least)}${pass}, both before and after the export, but ${sent}.`,
      };
    const went = `The server reported ${countOf(before.documents)}${pass} before the export and ${after.documents} after it`;
    if (documents < least || documents > most) return { problem: `${went}, but ${sent}.` };
    if (!hasEnd) return { problem: `${went}, and ${sent}; ${NO_END}.` };
    return {
      note: `${went}, and ${sent}. Documents written or deleted in the meantime may or may not be included.`,
    };
  }
  const known = "documents" in before ? before : "documents" in after ? after : null;
  const unknown = "unknown" in before ? before.unknown : "unknown" in after ? after.unknown : "";
  if (known !== null && known.documents !== documents)
    return {
      problem: `The server reports ${countOf(known.documents)}${pass}, but ${sent}. A second count failed: ${unknown}.`,
    };
  if (!hasEnd)
    return {
      problem: `The server sent ${countOf(documents)}; ${NO_END}, and the number of documents could not be read: ${unknown}.`,
    };
  return {
    note: `Whether these are all documents${pass} was not checked, because their number could not be read: ${unknown}. Each line is complete, and the answer reached its end.`,
  };
}

const NO_END = "its answer does not say where it ends, so a broken connection would look the same";

function countOf(documents: number): string {
  return `${documents} ${documents === 1 ? "document" : "documents"}`;
}

/** The documents to export. */
export interface ExportSource {
  readonly collection: string;
  /** Only documents that pass this filter. @default all */
  readonly filterBy?: string | undefined;
}

/** How many documents an export has to bring. Throws Interrupted, and nothing that a node says. */
export async function countDocuments(
  nodes: Nodes,
  source: ExportSource,
  signal: AbortSignal,
): Promise<Count> {
  const { collection: name, filterBy } = source;
  try {
    return filterBy === undefined
      ? await countAll(nodes, name, signal)
      : await countFiltered(nodes, name, filterBy, signal);
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.kind !== "auth") return { unknown: error.summary };
    const action = filterBy === undefined ? "collections:get" : "documents:search";
    return { unknown: `the key may not read it (it needs the action ${action})` };
  }
}

async function countAll(nodes: Nodes, name: string, signal: AbortSignal): Promise<Count> {
  const { seen } = await nodes.everywhere("getCollection", { path: { name } }, { signal });
  return most(
    seen.map(({ value }) => ({ documents: value?.num_documents, collection: value?.name ?? null })),
  );
}

/** A search for everything finds what passes the filter; rules that curate results and those that count queries are left out. */
async function countFiltered(
  nodes: Nodes,
  name: string,
  filterBy: string,
  signal: AbortSignal,
): Promise<Count> {
  const quietly = { enable_overrides: false, enable_analytics: false };
  const query = { q: "*", filter_by: filterBy, per_page: 0, ...quietly };
  const { seen } = await nodes.everywhere("searchDocuments", { path: { name }, query }, { signal });
  if (seen.some(({ value }) => value?.search_cutoff === true))
    return { unknown: "the search was cut off by its time limit" };
  return most(seen.map(({ value }) => ({ documents: value?.found, collection: null })));
}

/** What the node has that has the most: one that lags behind would send an export that fits its own number. */
function most(
  counts: readonly { readonly documents: number | null | undefined; readonly collection: string | null }[],
): Count {
  let found: Count | undefined;
  for (const { documents, collection } of counts) {
    if (documents === undefined) continue;
    // Servers have been seen to answer a negative number.
    if (documents === null || documents < 0) return { unknown: `a node answered ${documents}` };
    if (found === undefined || ("documents" in found && found.documents < documents))
      found = { documents, collection };
  }
  return found ?? { unknown: "no node has the collection" };
}
