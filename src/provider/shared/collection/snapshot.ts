import type { CollectionRecord } from "../../../dataPlane";
import type { Plannable } from "../../../framework";
import { failedAs, hasSummary } from "../../model/errors";
import { type NodeCall, type NodeValues, resolveNodesAtPlan } from "../dataPlane";
import { loadDataPlane } from "../service";

/** The result of reading a collection at plan: its record, or the reason why it could not be read. */
export type CollectionSnapshot = CollectionRecord | "missing" | UnreadCollection;

interface UnreadCollection {
  readonly unread: string;
}

/**
 * Reads a collection at plan. A failure does not fail the plan: the caller decides.
 *
 * @param what within a sentence: `collection "products" of cluster c-1`
 * @param isNew true if it is about to be created: a list that is some minutes old suffices
 */
export async function readAtPlan(
  call: NodeCall,
  where: Plannable<NodeValues>,
  name: string,
  what: string,
  isNew = false,
): Promise<CollectionSnapshot> {
  try {
    const nodes = await resolveNodesAtPlan(call, where, `to read ${what}`);
    if (!nodes)
      return { unread: "Its nodes or their key are not known yet, or the nodes cannot answer now." };
    const { findCollectionAtPlan, readSharedCollection } = await loadDataPlane();
    const read = isNew ? findCollectionAtPlan : readSharedCollection;
    return (await read(nodes, name, call)) ?? "missing";
  } catch (error) {
    if (!hasSummary(error) || failedAs(error, "contract")) throw error;
    return { unread: `${error.summary}.` };
  }
}

/** Reads the collection that an alias points to; undefined: there is no alias, or it cannot be read now. The apply reads it again. */
export async function readAliasAtPlan(
  call: NodeCall,
  { name, ...where }: Plannable<NodeValues> & { readonly name: string },
): Promise<string | undefined> {
  try {
    const nodes = await resolveNodesAtPlan(call, where, `to look for alias "${name}"`);
    if (!nodes) return undefined;
    const { findListedAlias } = await loadDataPlane();
    return (await findListedAlias(nodes, name, call))?.collection_name;
  } catch (error) {
    if (hasSummary(error)) return undefined;
    throw error;
  }
}

export function isRead(seen: CollectionSnapshot): seen is CollectionRecord {
  return typeof seen === "object" && "fields" in seen;
}

export function isUnread(seen: CollectionSnapshot): seen is UnreadCollection {
  return seen !== "missing" && !isRead(seen);
}

/** Returns the number of documents in a collection; null: not known. */
export function documentsIn(seen: CollectionSnapshot): number | null {
  if (seen === "missing") return 0;
  return isRead(seen) ? seen.num_documents : null;
}
