import { isDeepStrictEqual } from "node:util";
import type { CollectionRecord } from "../../api/dataPlane/records";
import { isApiError } from "../../http/error";
import type { NodeCallOptions, Nodes, Snapshots } from "../nodes";
import { type Deleted, deleteOnce } from "../once/once";
import { withinDeadline } from "../request/times";
import { listedOrNone } from "../shared";
import { nullIfMissing } from "../snapshots";

type Options = Pick<NodeCallOptions, "signal">;

/** Milliseconds in which concurrent refreshes are collected. */
const GATHERING_MS = 20;

/** True if others are requested, too: then one list is cheaper. */
async function isOneOfSeveral({ shared, clock }: Nodes, signal: AbortSignal): Promise<boolean> {
  shared.collectionRequests += 1;
  await clock.sleep(GATHERING_MS, signal);
  return shared.collectionRequests > 1;
}

/** Returns the collections of a list that is at most two minutes old; none if the key may not list them. */
export function listSharedCollections(
  nodes: Nodes,
  { signal }: Options,
): Promise<readonly CollectionRecord[]> {
  return nodes.shared.collections.get((stop) => listCollections(nodes, { signal: stop }), signal);
}

/** Lists the collections as they are now; none if the key may not list them. */
export function listCollections(nodes: Nodes, { signal }: Options): Promise<readonly CollectionRecord[]> {
  return listedOrNone(nodes.call("listCollections", {}, { signal }));
}

/** Lists the collections at every node; no list of a node that does not answer, and none at all if the key may not list them. */
export async function listCollectionsEverywhere(
  nodes: Nodes,
  { signal }: Options,
): Promise<readonly (readonly CollectionRecord[])[]> {
  try {
    const { seen } = await nodes.everywhere("listCollections", {}, { signal });
    return seen.map(({ value }) => value ?? []);
  } catch (error) {
    if (isApiError(error, "auth")) return [];
    throw error;
  }
}

/**
 * Reads one collection for a refresh: a single one by its name, several from one shared list. A collection that the list lacks
 * is read by its name, and so is each one if the key may not list them. Null: it does not exist.
 */
export async function readSharedCollection(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  if (!(await isOneOfSeveral(nodes, signal))) return readCollection(nodes, name, { signal });
  const all = await listSharedCollections(nodes, { signal });
  const found = all.find((collection) => collection.name === name);
  return found ?? readCollection(nodes, name, { signal });
}

/** Returns a collection that is about to be created, if a list of the last minutes has it. */
export async function findCollectionAtPlan(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  if (!(await isOneOfSeveral(nodes, signal))) return readCollection(nodes, name, { signal });
  const all = await nodes.shared.plannedCollections.get(
    (stop) => listSharedCollections(nodes, { signal: stop }),
    signal,
  );
  return all.find((collection) => collection.name === name) ?? null;
}

/** Reads one collection as it is now; null if it does not exist: an alias answers with the collection that it points to. */
export async function readCollection(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  const record = await readCollectionOrAlias(nodes, name, { signal });
  return record?.name === name ? record : null;
}

/** Reads what has a name: the collection, or the one that an alias of this name points to. */
export function readCollectionOrAlias(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  return nullIfMissing(nodes.call("getCollection", { path: { name } }, { signal }));
}

/** Reads at every node what has a name. */
export function readCollectionOrAliasEverywhere(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<Snapshots<CollectionRecord>> {
  return nodes.everywhere("getCollection", { path: { name } }, { signal });
}

/** Reads a collection at every node; a collection that only an alias of this name points to counts as missing. */
export async function readCollectionEverywhere(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<Snapshots<CollectionRecord>> {
  const { seen, unseen } = await readCollectionOrAliasEverywhere(nodes, name, { signal });
  return {
    seen: seen.map(({ value, ...sight }) => ({ ...sight, value: value?.name === name ? value : null })),
    unseen,
  };
}

/**
 * Deletes a collection with all its documents. See {@link deleteOnce}: the request is sent again only if every node shows the
 * collection with the same documents, schema and time of creation as before.
 *
 * @param options `deadline`: when it gives up, in milliseconds of the nodes' clock; `before`: the snapshots right before
 */
export async function deleteCollection(
  nodes: Nodes,
  name: string,
  {
    before,
    signal,
    deadline,
  }: Options & { readonly deadline?: number; readonly before?: Snapshots<CollectionRecord> },
): Promise<Deleted> {
  nodes.shared.collections.forget();
  return deleteOnce(nodes, signal, {
    what: "collection",
    name,
    before,
    look: () => readCollectionEverywhere(nodes, name, { signal }),
    isSame: isSameCollection,
    mayBeAnother: (one, now) => one.created_at !== now.created_at,
    doubt:
      "But its time of creation differs: a restart of the node resets it, and so does somebody who creates the collection again.",
    describe: ({ num_documents: documents }) => `It holds ${documents ?? "an unknown number of"} documents.`,
    deadline,
    send: () =>
      nodes.call("deleteCollection", { path: { name } }, { signal, ...withinDeadline(nodes, deadline) }),
  });
}

/** Ignores the time of creation: it is each node's own, and a restart resets it (docs/design/data-plane.md#identity). */
function isSameCollection(
  { created_at: _, ...before }: CollectionRecord,
  { created_at: __, ...now }: CollectionRecord,
): boolean {
  return isDeepStrictEqual(before, now);
}
