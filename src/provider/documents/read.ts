import { GONE, type Gone } from "../../framework";
import { refreshOnNodes } from "../nodes";
import type { DocumentsCall, DocumentsValues } from "./schema";
import { collectionNamed } from "./words";

/**
 * Looks whether the collection is there that the documents went into, which costs one list for all collections of the nodes. The
 * documents themselves are not read: what became of them is not Terraform's.
 */
export async function readDocuments(
  call: DocumentsCall,
  state: DocumentsValues,
): Promise<Partial<DocumentsValues> | Gone> {
  const into = collectionNamed(state);
  return refreshOnNodes(call, state, `documents in ${into}`, async (nodes) => {
    const found = await look(nodes, state.collection, call.signal);
    // A key that may import need not be one that may read collections.
    if (found === "not allowed") return {};
    const before = call.privateState?.collection_created_at ?? null;
    const isOther = found !== null && before !== null && (found.created_at ?? before) !== before;
    if (found !== null && !isOther) return {};
    const what =
      found === null ? "There is no such collection any more" : "It was created anew since the import";
    call.warn(
      `${into.charAt(0).toUpperCase()}${into.slice(1)} is gone`,
      `${what}, so the documents that were imported into it are gone, too. They have been removed from the state, and are planned to be imported again.`,
    );
    return GONE;
  });
}
