import { isUnknown, type Plannable, type Update } from "../../../framework";
import { hasSummary } from "../../model/errors";
import { childId, resolveNodesAtPlan } from "../../shared/dataPlane";
import { loadDataPlane, type Service } from "../../shared/service";
import { behind, createdBy } from "./destination";
import { evidenceAgainst } from "./identity";
import type { DocumentsPlanning, DocumentsPrivateState, DocumentsValues } from "./schema";

/**
 * An edit of `collection`. Another name of the collection that has the documents, such as the alias of a live collection that it has become a
 * version of, is stored; any other collection gets the documents by a create.
 */
export const renameCollection: Update<DocumentsValues, Service, DocumentsPrivateState> = {
  request:
    "none: another name of the same collection is stored; for another collection, a create replaces this one",
  requiresReplace: (changed, _, planned, stored) =>
    changed.length === 0 || stored?.renamed === planned.collection ? [] : changed,
  apply: async ({ privateState, setPrivateState }) => {
    const { renamed: _, ...rest } = privateState ?? {};
    setPrivateState(rest);
  },
};

/** Finds out whether the new name leads to the collection that has the documents. Terraform plans again inside apply, and this reads again. */
export async function planRename(planning: DocumentsPlanning): Promise<void> {
  const { prior, planned, changed, privateState, service } = planning;
  if (!prior || !planned || !changed.includes("collection")) return;
  const { collection: name, cluster_id, node_urls } = planned;
  if (isUnknown(name) || isUnknown(cluster_id) || isUnknown(node_urls)) return;
  const { into } = privateState ?? {};
  const after = { ...prior, cluster_id, node_urls, collection: name };
  if (into === undefined || childId(after, "") !== childId(prior, "")) return;
  const { versions } = behind({ service }, after);
  if (!versions?.has(into.name) && !(await isFoundUnder(planning, planned, after))) return;
  planning.setPrivateState({ ...privateState, renamed: name });
  planning.set("id", childId(after, name));
}

async function isFoundUnder(
  planning: DocumentsPlanning,
  where: Plannable<DocumentsValues>,
  after: DocumentsValues,
): Promise<boolean> {
  try {
    const nodes = await resolveNodesAtPlan(planning, where, "to compare the collections");
    if (!nodes) return false;
    const { readCollectionOrAlias } = await loadDataPlane();
    const record = await readCollectionOrAlias(nodes, after.collection, planning);
    if (record === null) return false;
    const { into } = planning.privateState ?? {};
    const made = createdBy(planning, after, record);
    return evidenceAgainst(into, after.num_imported, record, made, behind(planning, after)) === undefined;
  } catch (error) {
    // Without an answer, the documents are imported under the new name.
    if (hasSummary(error)) return false;
    throw error;
  }
}
