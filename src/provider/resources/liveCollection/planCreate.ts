import { isUnknown, type Plannable } from "../../../framework";
import { fieldBody } from "../../shared/collection/alteration";
import { describeCollection } from "../../shared/collection/model";
import { modelKeyOf, requireModelKeys } from "../../shared/collection/modelKeys";
import { warnOfModelKey } from "../../shared/collection/modelKeyWarning";
import { isRead, readAliasAtPlan, readAtPlan } from "../../shared/collection/snapshot";
import { childId, type NodeValues } from "../../shared/dataPlane";
import { recordPlannedCreation } from "../../shared/thisRun";
import { aliasTakenError, collectionTakenError } from "./create";
import { planLiveSuccessor } from "./planDelete";
import type { LiveCollectionValues, LivePlanning } from "./schema";

/** Plans a new live collection: its name must be free, both as an alias and as a collection. */
export async function planLiveCreate(
  planning: LivePlanning,
  planned: Plannable<LiveCollectionValues>,
): Promise<void> {
  const { privateState, plannedPrivateState, config, set, service } = planning;
  if (!isUnknown(planned.field))
    requireModelKeys(
      (planned.field as LiveCollectionValues["field"]).map(fieldBody),
      modelKeyOf(config, planned),
      "the new live collection",
    );
  warnOfModelKey(planning, planned);
  // A new collection has only the metadata of its configuration.
  if (config?.metadata === null) set("metadata", null);
  // This is the second plan of a replacement: the private state is that of the collection that would be deleted.
  if (privateState?.id !== undefined) await planLiveSuccessor(planning, planned, privateState.id);
  const { name, cluster_id, node_urls } = planned;
  if (isUnknown(name) || isUnknown(cluster_id) || isUnknown(node_urls)) return;
  const known = { name, cluster_id, node_urls, api_key: null };
  const id = childId(known, name);
  recordPlannedCreation(service, id);
  // Its own predecessor: with create_before_destroy, an error here would leave nothing in its place, and one of the create does not.
  if ((privateState ?? plannedPrivateState)?.id === id) return;
  const where: Plannable<NodeValues> & { readonly name: string } = { ...known, api_key: planned.api_key };
  const seen = await readAtPlan(planning, where, name, describeCollection(known), true);
  if (isRead(seen)) throw collectionTakenError(known, seen);
  const target = await readAliasAtPlan(planning, where);
  if (target !== undefined) throw aliasTakenError(known, target);
}
