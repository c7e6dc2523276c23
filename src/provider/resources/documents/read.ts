import type { CollectionRecord, Nodes } from "../../../dataPlane";
import type { Gone } from "../../../framework";
import { failedAs } from "../../model/errors";
import { capitalized, countIfKnown, countOf } from "../../model/words";

import { refreshOnNodes, refuseOtherNodes } from "../../shared/dataPlane";
import { unlessUnauthorized } from "../../shared/documents/send";
import { describeDestination } from "../../shared/documents/source";
import { loadDataPlane } from "../../shared/service";
import { behind, createdBy } from "./destination";
import {
  type Behind,
  compareNodes,
  doubtOf,
  evidenceAgainst,
  identityOf,
  isMovedBack,
  mergedIdentity,
  type Verdict,
} from "./identity";
import type { Destination, DocumentsCall, DocumentsValues } from "./schema";

/**
 * Checks that the collection with the imported documents still exists, from a list that all collections of the nodes share. The documents
 * themselves are not read, because Terraform does not manage them afterwards.
 */
export async function readDocuments(
  call: DocumentsCall,
  state: DocumentsValues,
): Promise<Partial<DocumentsValues> | Gone> {
  const what = capitalized(describeDestination(state));
  let verdict: Verdict = { kind: "same" };
  let holds: number | null = null;
  const seen = await refreshOnNodes(call, state, what, async (nodes, { readCollectionOrAliasEverywhere }) => {
    const by = behind(call, state);
    const record = await unlessUnauthorized(readUnder(nodes, state.collection, call.signal)).catch(
      async (error: unknown) => {
        if (failedAs(error, "not_found") && (await hasVersion(nodes, by, call.signal))) return null;
        throw error;
      },
    );
    if (record === null) return {};
    if (isMovedBack(record, by)) return {};
    holds = record.num_documents;
    const made = createdBy(call, state, record);
    const { into: before, other, ...stored } = call.privateState ?? {};
    if (evidenceAgainst(before, state.num_imported, record, made, by) === undefined) {
      const why = doubtOf(before, state.num_imported, record) ?? filledSince(other, record);
      if (why !== undefined) verdict = { kind: "unclear", why };
      call.setPrivateState({ ...stored, into: mergedIdentity(before, identityOf(record, made)) });
      return {};
    }
    // The stored identity stays until all nodes show another collection.
    const snapshots = await readCollectionOrAliasEverywhere(nodes, state.collection, { signal: call.signal });
    verdict = compareNodes(before, state.num_imported, snapshots, made, by);
    // A collection of this name on other nodes proves nothing.
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
      `${why} The documents will be imported again.${describeOverwritten(holds, state)}`,
    );
  return seen;
}

/**
 * True if the alias of a live collection of this configuration leads nowhere, but a version is there: the next apply makes one live, which
 * has the documents, or an empty one, into which the plan after it imports them.
 */
async function hasVersion(nodes: Nodes, { versions }: Behind, signal: AbortSignal): Promise<boolean> {
  const { readSharedCollection } = await loadDataPlane();
  for (const name of versions ?? []) if (await readSharedCollection(nodes, name, { signal })) return true;
  return false;
}

/** Returns the reason to doubt a collection that was empty before: somebody has filled it, or an import was interrupted. */
function filledSince(other: Destination | undefined, record: CollectionRecord): string | undefined {
  if (other?.documents !== 0 || other.name !== record.name) return undefined;
  const { num_documents: documents } = record;
  return `It was empty at the last refresh, and holds ${documents === null ? "documents" : countOf(documents)} now.`;
}

function describeOverwritten(holds: number | null, { action }: DocumentsValues): string {
  if (holds === 0 || action === "create") return "";
  return ` It holds ${countIfKnown(holds)}: those with the id of an imported document are overwritten.`;
}

function warnUnclear({ warn }: Pick<DocumentsCall, "warn">, what: string, why: string): void {
  warn(
    `${what} may not be the one with the imported documents`,
    `${why} Nothing is imported again, because that would overwrite documents that applications have written since. If documents are ` +
      "missing, import them again: terraform apply -replace=ADDRESS, with the address of this searchcloud_documents.",
  );
}

/** Reads the collection of a name or alias. @throws ApiError (`not_found`) if there is none. */
async function readUnder(nodes: Nodes, name: string, signal: AbortSignal): Promise<CollectionRecord> {
  const { readSharedCollection } = await loadDataPlane();
  // The list does not have aliases: only a read by the name resolves them.
  return (
    (await readSharedCollection(nodes, name, { signal })) ??
    (await nodes.call("getCollection", { path: { name } }, { signal }))
  );
}
