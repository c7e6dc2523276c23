import type { Nodes } from "../nodes";

/** The documents to export. */
export interface ExportSource {
  readonly collection: string;
  /** Only documents that pass this filter. @default all */
  readonly filterBy?: string | undefined;
}

/**
 * The documents of a collection as the node sends them: one JSON object per line, in pieces that end anywhere. The node sends as
 * fast as they are taken.
 *
 * @throws ApiError, also in the middle, when the answer breaks off.
 */
export async function* exportDocuments(
  nodes: Nodes,
  { collection, filterBy }: ExportSource,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const query = filterBy === undefined ? {} : { filter_by: filterBy };
  yield* await nodes.stream("exportDocuments", { path: { name: collection }, query }, { signal });
}
