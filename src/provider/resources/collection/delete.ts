import type { Deleted, Nodes } from "../../../dataPlane";
import { collectionDisplayName } from "../../shared/collection/model";
import { refuseUncounted, refuseUnnamed } from "../../shared/collection/named";
import { isPartOfLiveError, liveAliasOf } from "../../shared/collection/versionNames";
import { removeOnNodes } from "../../shared/dataPlane";
import type { DataPlane } from "../../shared/service";
import { collectionProtectedError } from "./plan";
import { ALLOW, type CollectionCall, type CollectionValues } from "./schema";

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
  {
    readCollectionEverywhere,
    deleteCollection: remove,
    isMinority,
    isMissingEverywhere,
    tooFewError,
  }: DataPlane,
): Promise<Deleted> {
  const { signal, deadline } = call;
  const { name, replacement } = state;
  const before = await readCollectionEverywhere(nodes, name, { signal });
  // No DELETE is sent for a name that is an alias now: the server would delete the collection that it points to.
  if (isMissingEverywhere(before)) {
    if (isMinority(before)) throw tooFewError(before);
    return "missing";
  }
  // Terraform does not plan the destroy of a tainted collection with its provider.
  for (const { value: record } of before.seen) {
    if (!record) continue;
    const alias = liveAliasOf(call.service, state, record);
    if (alias !== undefined) throw isPartOfLiveError(collectionDisplayName(state), alias);
  }
  if (isMinority(before)) refuseUncounted(state, before);
  const { named } = call.privateState ?? {};
  refuseUnnamed(call, state, before, { named, isAllowed: replacement === ALLOW, otherwise: KEEP });
  return remove(nodes, name, { signal, deadline, before });
}

const KEEP =
  'To keep a tainted collection, run `terraform untaint`. To replace it together with its documents, set replacement = "allow" and apply that first.';
