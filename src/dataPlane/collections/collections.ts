import { isDeepStrictEqual } from "node:util";
import type { CollectionRecord } from "../../api/dataPlane/records";
import type { NodeCallOptions, Nodes, Snapshots } from "../nodes";
import { type Deleted, deleteOnce } from "../once/once";
import { withinDeadline } from "../request/times";
import { listedOrNone } from "../shared";
import { nullIfMissing } from "../snapshots";

type Options = Pick<NodeCallOptions, "signal">;

/** Milliseconds in which those that are refreshed together come together. */
const GATHERING_MS = 20;

/** True if others are requested, too: then one list is cheaper. */
async function isOneOfSeveral({ shared, clock }: Nodes, signal: AbortSignal): Promise<boolean> {
  shared.collectionRequests += 1;
  await clock.sleep(GATHERING_MS, signal);
  return shared.collectionRequests > 1;
}

function listCollections(nodes: Nodes, signal: AbortSignal): Promise<readonly CollectionRecord[]> {
  return nodes.shared.collections.get(
    (stop) => listedOrNone(nodes.call("listCollections", {}, { signal: stop })),
    signal,
  );
}

/**
 * One collection, for a refresh: a single one is read by its name, several share one list. One that the list lacks is read by
 * its name, and so is each where the key may not list them. Null: it is not there.
 */
export async function readSharedCollection(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  if (!(await isOneOfSeveral(nodes, signal))) return readCollection(nodes, name, { signal });
  const all = await listCollections(nodes, signal);
  const found = all.find((collection) => collection.name === name);
  return found ?? readCollection(nodes, name, { signal });
}

/** A collection that is about to be created, as far as a list of these last minutes knows of it. */
export async function findCollectionAtPlan(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  if (!(await isOneOfSeveral(nodes, signal))) return readCollection(nodes, name, { signal });
  const all = await nodes.shared.plannedCollections.get((stop) => listCollections(nodes, stop), signal);
  return all.find((collection) => collection.name === name) ?? null;
}

/** One collection as it is now; null where there is none of that name: an alias answers with the collection that it stands for. */
export async function readCollection(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  const record = await readCollectionOrAlias(nodes, name, { signal });
  return record?.name === name ? record : null;
}

/** What answers under a name: the collection that is called so, or the one that an alias of this name stands for. */
export function readCollectionOrAlias(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  return nullIfMissing(nodes.call("getCollection", { path: { name } }, { signal }));
}

/** What answers under a name at every node. */
export function readCollectionOrAliasEverywhere(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<Snapshots<CollectionRecord>> {
  return nodes.everywhere("getCollection", { path: { name } }, { signal });
}

/** A collection as every node has it; what an alias of this name stands for is not there. */
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
 * Deletes a collection with all its documents. Once: see {@link deleteOnce}; it is sent again only where every node shows the
 * collection with just the documents, the schema and the time of creation that it had before.
 *
 * @param options `deadline`: when it gives up, in milliseconds of the nodes' clock; `before`: what the nodes showed right before
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
      "But its time of creation is another one: a restart of the node sets it anew, and so does somebody who creates it anew.",
    describe: ({ num_documents: documents }) => `It holds ${documents ?? "an unknown number of"} documents.`,
    deadline,
    send: () =>
      nodes.call("deleteCollection", { path: { name } }, { signal, ...withinDeadline(nodes, deadline) }),
  });
}

/** The time of creation is each node's own, and a restart sets it anew (docs/design/data-plane.md#identity). */
function isSameCollection(
  { created_at: _, ...before }: CollectionRecord,
  { created_at: __, ...now }: CollectionRecord,
): boolean {
  return isDeepStrictEqual(before, now);
}
