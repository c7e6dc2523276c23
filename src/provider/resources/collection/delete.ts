import type { CollectionRecord, Deleted, Nodes, Snapshots } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { countOf } from "../../model/words";
import { collectionDisplayName, describeCollection } from "../../shared/collection/model";
import { removeOnNodes } from "../../shared/dataPlane";
import type { DataPlane } from "../../shared/service";
import { collectionProtectedError } from "./plan";
import { ALLOW, type CollectionCall, type CollectionValues, type NamedDocuments } from "./schema";

/** Deletes a collection, with no more documents than the plan has shown (docs/design/laws.md#l2). */
export async function deleteCollection(call: CollectionCall, state: CollectionValues): Promise<void> {
  const what = collectionDisplayName(state);
  // Terraform does not plan the destroy of a tainted collection with its provider, so no plan has refused it.
  if (state.deletion_protection === true) throw collectionProtectedError(what);
  await removeOnNodes(call, state, what, (nodes, dataPlane) =>
    deleteFromNodes(call, state, nodes, dataPlane),
  );
}

async function deleteFromNodes(
  call: CollectionCall,
  state: CollectionValues,
  nodes: Nodes,
  { readCollectionEverywhere, deleteCollection: remove, isMinority, tooFewError }: DataPlane,
): Promise<Deleted> {
  const { signal, deadline } = call;
  const { name } = state;
  const before = await readCollectionEverywhere(nodes, name, { signal });
  const records = before.seen.flatMap(({ value }) => value ?? []);
  // No DELETE is sent for a name that is an alias now: the server would delete the collection that it points to.
  if (records.length === 0) {
    if (isMinority(before)) throw tooFewError(before);
    return "missing";
  }
  if (isMinority(before)) throw fewError(state, before);
  refuseUnnamed(call, state, mostDocuments(records));
  return remove(nodes, name, { signal, deadline, before });
}

/** Returns the largest number that a node shows: one that lags behind shows too few. Null if a node shows none. */
function mostDocuments(records: readonly CollectionRecord[]): number | null {
  const counts = records.map(({ num_documents: documents }) => documents);
  return counts.reduce((most, count) => (most === null || count === null ? null : Math.max(most, count)), 0);
}

/** Most of the nodes did not answer, and those that did may all lag behind. */
function fewError(state: CollectionValues, { seen, unseen }: Snapshots<CollectionRecord>): TerraformError {
  const all = seen.length + unseen.length;
  return new TerraformError(
    `The documents of ${describeCollection(state)} could not be counted`,
    `Only ${seen.length} of its ${all} nodes answered, and these may not have the newest documents yet. It was not deleted. Apply again when ` +
      "the other nodes answer.",
  );
}

/** @param documents null: the server does not report the number */
function refuseUnnamed(call: CollectionCall, state: CollectionValues, documents: number | null): void {
  const what = collectionDisplayName(state);
  const named = call.privateState?.named;
  const isWithin = documents !== null && documents <= (named?.documents ?? 0);
  // A plan that could not count the documents allows to drop none, whatever `replacement` says.
  const isAllowed = named ? named.more : state.replacement === ALLOW;
  if (isWithin) return;
  const holds = documents === null ? "an unknown number of documents" : countOf(documents);
  if (isAllowed) {
    if (named)
      call.warn(`${what} was deleted with ${holds}`, `At plan, it held ${countOf(named.documents ?? 0)}.`);
    return;
  }
  const before = describePlanned(named);
  throw new TerraformError(
    `${what} holds ${holds}`,
    `It was not deleted: ${before}. Plan again to see what would be dropped, then apply that plan. To keep a tainted collection, run \`terraform ` +
      'untaint`. To replace it together with its documents, set replacement = "allow" and apply that first.',
  );
}

function describePlanned(named: NamedDocuments | undefined): string {
  if (named === undefined)
    return "these documents did not appear in a plan (Terraform does not tell a provider that it replaces a tainted instance)";
  if (named.documents === null) return "the plan could not count its documents";
  return `it held ${countOf(named.documents)} at plan`;
}
