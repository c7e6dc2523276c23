import { isApiError } from "../../http/error";
import type { Nodes } from "../nodes";
/** The number of documents according to the server, or why it is unknown. */
export type Count =
  | {
      readonly documents: number;
      /** The collection that was counted: an alias may point to another one afterwards. Null: the answer does not name it. */
      readonly collection: string | null;
      /** URLs of the nodes that have so many. */
      readonly newest?: readonly string[];
    }
  | {
      /** The rest of the sentence "the number of documents could not be read: …". */
      readonly unknown: string;
    };

/** The result of an export, beside its documents. */
export interface Received {
  /** Documents that arrived. */
  readonly documents: number;
  readonly before: Count;
  readonly after: Count;
  /** True if the answer says where it ends. Otherwise a broken connection looks like the end. */
  readonly hasEnd: boolean;
  /** True if only documents that pass a filter were requested; the counts are then of these. */
  readonly isFiltered: boolean;
  /** Documents by which their number may differ from the counts, because others write meanwhile. @default 0 */
  readonly tolerance?: number;
}

/** The verdict on an export: complete (`note` says what could not be checked), or the problem in words. */
export type Verdict = { readonly note: string | null } | { readonly problem: string };

/** Judges if an export is complete. Anything that is not proved is reported. */
export function judgeExport({
  documents,
  before,
  after,
  hasEnd,
  isFiltered,
  tolerance = 0,
}: Received): Verdict {
  const pass = isFiltered ? " that match the filter" : "";
  const sent = `sent ${documents}`;
  if ("documents" in before && "documents" in after) {
    if (before.collection !== after.collection)
      return {
        problem: `The name pointed to collection "${before.collection}" before the export and to "${after.collection}" after it, so it is unknown which documents were exported.`,
      };
    const [least, most] = [before.documents, after.documents].sort((a, b) => a - b) as [number, number];
    if (least === most && documents === least) return { note: null };
    const isNear = documents >= least - tolerance && documents <= most + tolerance;
    if (least === most && !(isNear && hasEnd))
      return {
        problem: `The server reports ${countOf(least)}${pass}, both before and after the export, but ${sent}.`,
      };
    const went = `The server reported ${countOf(before.documents)}${pass} before the export and ${after.documents} after it`;
    if (!isNear) return { problem: `${went}, but ${sent}.` };
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
  /** The only fields that are sent. @default all */
  readonly includeFields?: readonly string[] | undefined;
  /** Fields that are not sent. @default none */
  readonly excludeFields?: readonly string[] | undefined;
}

/** Counts the documents that an export must bring. Throws InterruptedError; failures of nodes become an unknown count. */
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
    seen.map(({ url, value }) => ({
      url,
      documents: value?.num_documents,
      collection: value?.name ?? null,
    })),
  );
}

/** A search for everything finds what passes the filter; without rules that curate results or count queries. */
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
    return { unknown: "the search exceeded its time limit" };
  return most(seen.map(({ url, value }) => ({ url, documents: value?.found, collection: null })));
}

/** Returns the count of the node that has the most: a node that lags behind would send an export that matches its own count. */
function most(
  counts: readonly {
    readonly url: string;
    readonly documents: number | null | undefined;
    readonly collection: string | null;
  }[],
): Count {
  let found:
    | (Exclude<Count, { readonly unknown: string }> & { readonly newest: readonly string[] })
    | undefined;
  for (const { url, documents, collection } of counts) {
    if (documents === undefined) continue;
    // Some servers answer a negative number.
    if (documents === null || documents < 0) return { unknown: `a node answered ${documents}` };
    if (found === undefined || found.documents < documents) found = { documents, collection, newest: [url] };
    else if (found.documents === documents) found = { ...found, newest: [...found.newest, url] };
  }
  return found ?? { unknown: "no node has the collection" };
}
