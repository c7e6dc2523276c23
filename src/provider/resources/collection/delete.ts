import type { CollectionRecord, Deleted, Nodes, Snapshots } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import { countOf } from "../../model/words";
import { removeOnNodes } from "../../shared/dataPlane";
import type { DataPlane } from "../../shared/service";
import { collectionDisplayName, describeCollection } from "./model";
import { collectionProtectedError } from "./plan";
import { ALLOW, type CollectionCall, type CollectionValues, type NamedDocuments } from "./schema";

/** Deletes a collection, with no more documents than a plan has named (docs/design/laws.md#l2). */
export async function deleteCollection(call: CollectionCall, state: CollectionValues): Promise<void> {
  const what = collectionDisplayName(state);
  // No plan could have refused the destroy of a tainted collection.
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
  // Nor is a DELETE sent for a name that has become an alias: the server would delete what it stands for.
  if (records.length === 0) {
    if (isMinority(before)) throw tooFewError(before);
    return "missing";
  }
  if (isMinority(before)) throw fewError(state, before);
  refuseUnnamed(call, state, mostDocuments(records));
  return remove(nodes, name, { signal, deadline, before });
}

/** A node that lags behind shows fewer documents than there are. */
function mostDocuments(records: readonly CollectionRecord[]): number | null {
  const counts = records.map(({ num_documents: documents }) => documents);
  return counts.reduce((most, count) => (most === null || count === null ? null : Math.max(most, count)), 0);
}

/** Most of the nodes cannot say what they have: those that do may all lag behind. */
function fewError(state: CollectionValues, { seen, unseen }: Snapshots<CollectionRecord>): TerraformError {
  const all = seen.length + unseen.length;
  return new TerraformError(
    `The documents of ${describeCollection(state)} could not be counted`,
    `Only ${seen.length} of its ${all} nodes answered, and these may not know the newest documents. It was not deleted. Apply again when ` +
      "the others answer.",
  );
}

/** @param documents null: the server does not say how many there are */
function refuseUnnamed(call: CollectionCall, state: CollectionValues, documents: number | null): void {
  const what = collectionDisplayName(state);
  const named = call.privateState?.named;
  const isWithin = documents !== null && documents <= (named?.documents ?? 0);
  // A plan that could not count them has named none, whatever is allowed.
  const isAllowed = named ? named.more : state.replacement === ALLOW;
  if (isWithin) return;
  const holds = documents === null ? "documents, whose number the server does not say" : countOf(documents);
  if (isAllowed) {
    if (named)
      call.warn(
        `${what} was deleted with ${holds}`,
        `When it was planned, it held ${countOf(named.documents ?? 0)}.`,
      );
    return;
  }
  const before = describePlanned(named);
  throw new TerraformError(
    `${what} holds ${holds}`,
    `It was not deleted: ${before}. Plan again to see what is dropped, and apply that plan. A tainted collection stays with \`terraform ` +
      'untaint`, or is replaced together with its documents with replacement = "allow", applied before.',
  );
}

function describePlanned(named: NamedDocuments | undefined): string {
  if (named === undefined)
    return "no plan has said that they are dropped (Terraform does not tell a provider that it replaces a tainted instance)";
  if (named.documents === null) return "the plan could not count its documents, so it has named none";
  return `when this was planned, it held ${countOf(named.documents)}`;
}
