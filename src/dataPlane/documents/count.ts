import { isApiError } from "../../client";
import type { Nodes } from "../nodes";
import type { Count } from "./completeness";

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
