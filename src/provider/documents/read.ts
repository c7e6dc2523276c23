import { GONE, type Gone } from "../../framework";
import type { Nodes } from "../../nodes";
import { failedAs } from "../api/errors";
import { capitalized } from "../api/words";
import { refreshOnNodes, refuseOtherNodes } from "../nodes";
import type { DocumentsCall, DocumentsValues } from "./schema";
import { collectionNamed } from "./words";

/**
 * Looks whether the collection is there that the documents went into; a list for all collections of the nodes tells it. The
 * documents themselves are not read: what becomes of them is not Terraform's.
 */
export async function readDocuments(
  call: DocumentsCall,
  state: DocumentsValues,
): Promise<Partial<DocumentsValues> | Gone> {
  const named = collectionNamed(state);
  const what = capitalized(named);
  let isOther = false;
  const seen = await refreshOnNodes(call, state, what, async (nodes) => {
    const before = call.privateState?.collection_created_at ?? null;
    const now = await createdAt(nodes, state.collection, call.signal);
    isOther = before !== null && now !== null && before !== now;
    // What other nodes than before have under this name tells nothing.
    if (isOther) refuseOtherNodes(call, state, what);
    return {};
  });
  if (!isOther) return seen;
  call.warn(
    `${what} is another one than that with the imported documents`,
    "It was created after the import, so what was imported went with the one before. The import has been removed from the state, and is planned anew.",
  );
  return GONE;
}

/**
 * When a collection was created, in epoch seconds; null where the server does not say, or the key may not ask: one that may import
 * need not be one that may look at collections.
 *
 * @throws ApiError when there is none (`not_found`).
 */
async function createdAt(nodes: Nodes, name: string, signal: AbortSignal): Promise<number | null> {
  const { sharedCollection } = await import("../../nodes");
  try {
    const options = { signal };
    // Under an alias, only a read by the name finds it.
    const found =
      (await sharedCollection(nodes, name, options)) ??
      (await nodes.call("getCollection", { path: { name } }, options));
    return found.created_at;
  } catch (error) {
    if (failedAs(error, "auth")) return null;
    throw error;
  }
}
