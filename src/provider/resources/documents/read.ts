import type { CollectionRecord, Nodes } from "../../../dataPlane";
import type { Gone } from "../../../framework";
import { capitalized, countOf } from "../../model/words";

import { refreshOnNodes, refuseOtherNodes } from "../../shared/dataPlane";
import { loadDataPlane } from "../../shared/service";
import { createdBy, unlessUnauthorized } from "./destination";
import { compareNodes, doubtOf, evidenceAgainst, identityOf, mergedIdentity, type Verdict } from "./identity";

import type { Destination, DocumentsCall, DocumentsValues } from "./schema";
import { describeDestination } from "./source";

/**
 * Looks whether the collection is there that the documents went into; a list for all collections of the nodes tells it. The
 * documents themselves are not read: what becomes of them is not Terraform's.
 */
export async function readDocuments(
  call: DocumentsCall,
  state: DocumentsValues,
): Promise<Partial<DocumentsValues> | Gone> {
  const what = capitalized(describeDestination(state));
  let verdict: Verdict = { kind: "same" };
  let holds: number | null = null;
  const seen = await refreshOnNodes(call, state, what, async (nodes, { readCollectionOrAliasEverywhere }) => {
    const record = await unlessUnauthorized(readUnder(nodes, state.collection, call.signal));
    if (record === null) return {};
    holds = record.num_documents;
    const made = createdBy(call, state, record);
    const { into: before, other, ...stored } = call.privateState ?? {};
    if (evidenceAgainst(before, state.num_imported, record, made) === undefined) {
      const why = doubtOf(before, state.num_imported, record) ?? filledSince(other, record);
      if (why !== undefined) verdict = { kind: "unclear", why };
      call.setPrivateState({ ...stored, into: mergedIdentity(before, identityOf(record, made)) });
      return {};
    }
    // What speaks against it stays what it is until all nodes agree: nothing of it is noted.
    const sights = await readCollectionOrAliasEverywhere(nodes, state.collection, { signal: call.signal });
    verdict = compareNodes(before, state.num_imported, sights, made);
    // What other nodes than before have under this name tells nothing.
    if (verdict.kind === "other") refuseOtherNodes(call, state, what);
    const now = { name: record.name, documents: record.num_documents };
    call.setPrivateState({
      ...stored,
      ...(before && { into: before }),
      ...(verdict.kind === "other" && { other: now }),
    });
    return {};
  });
  const { kind, why } = verdict as Verdict & { readonly why?: string };
  if (kind === "unclear") warnUnclear(call, what, why ?? "");
  if (kind === "other")
    call.warn(
      `${what} is not the one with the imported documents`,
      `${why} The documents are to be imported again.${describeOverwritten(holds, state)}`,
    );
  return seen;
}

/** Somebody else has filled a collection that was empty, or an import into it was cut off. */
function filledSince(other: Destination | undefined, record: CollectionRecord): string | undefined {
  if (other?.documents !== 0 || other.name !== record.name) return undefined;
  const { num_documents: documents } = record;
  return `It held no documents when it was read before, and holds ${documents === null ? "some" : countOf(documents)} now.`;
}

function describeOverwritten(holds: number | null, { action }: DocumentsValues): string {
  if (holds === 0 || action === "create") return "";
  return ` It holds ${holds === null ? "an unknown number of documents" : countOf(holds)}: those with the id of an imported one are overwritten.`;
}

function warnUnclear({ warn }: Pick<DocumentsCall, "warn">, what: string, why: string): void {
  warn(
    `${what} may be another one than that with the imported documents`,
    `${why} Nothing is imported again, because that would overwrite what applications have written since. If the documents are ` +
      "missing, import them again with terraform apply -replace, and the address of this searchcloud_documents.",
  );
}

/** What answers under a name. @throws ApiError when nothing does (`not_found`). */
async function readUnder(nodes: Nodes, name: string, signal: AbortSignal): Promise<CollectionRecord> {
  const { readSharedCollection } = await loadDataPlane();
  // Under an alias, only a read by the name finds it.
  return (
    (await readSharedCollection(nodes, name, { signal })) ??
    (await nodes.call("getCollection", { path: { name } }, { signal }))
  );
}
