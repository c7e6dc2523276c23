import type { CollectionRecord } from "../../../dataPlane";
import type { Plannable } from "../../../framework";
import { failedAs, hasSummary } from "../../model/errors";
import { type NodeCall, type NodeValues, resolveNodesAtPlan } from "../../shared/dataPlane";
import { runState } from "../../shared/runState";
import { loadDataPlane, type Service } from "../../shared/service";
import type { NamedDocuments } from "./schema";

/** What a plan has seen of a collection: its record, that it is not there, or why it could not be read. */
export type CollectionSnapshot = CollectionRecord | "missing" | UnreadCollection;

interface UnreadCollection {
  readonly unread: string;
}

/**
 * Looks at a collection while planning. Nothing that is read here may fail a plan: whoever cannot do without it says so.
 *
 * @param what within a sentence: `collection "products" of cluster c-1`
 * @param isNew whether it is about to be created: a list that is some minutes old will do
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
    if (!nodes) return { unread: "Its nodes, or the key to them, are not known yet, or cannot answer now." };
    const { findCollectionAtPlan, readSharedCollection } = await loadDataPlane();
    const read = isNew ? findCollectionAtPlan : readSharedCollection;
    return (await read(nodes, name, call)) ?? "missing";
  } catch (error) {
    if (!hasSummary(error) || failedAs(error, "contract")) throw error;
    return { unread: `${error.summary}.` };
  }
}

/** The collection that an alias stands for; undefined: there is none, or nobody can tell now. The apply looks again. */
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

/** How many documents a plan knows of; null: it could not tell. */
export function documentsIn(seen: CollectionSnapshot): number | null {
  if (seen === "missing") return 0;
  return isRead(seen) ? seen.num_documents : null;
}

/**
 * What the first plan of a replacement has named, for the second one, which alone is stored beside the instance that goes
 * (docs/design/protocol.md#replacement). Both are made in one process.
 */
export const namedByPlan = runState((_: Service) => new Map<string, NamedDocuments>());
