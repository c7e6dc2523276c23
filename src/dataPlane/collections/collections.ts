import { isDeepStrictEqual } from "node:util";
import type { CollectionRecord } from "../../api/dataPlane/records";
import type { NodeCallOptions, Nodes, NodesTarget, Sights } from "../nodes";
import { nullIfMissing } from "../snapshots";
import { type Deleted, deleteOnce } from "../once/once";
import { sharedList } from "../sharedList";
import { withinDeadline } from "../request/times";

type Options = Pick<NodeCallOptions, "signal">;

const collections = sharedList((nodes, signal) => nodes.call("listCollections", {}, { signal }));

/** Milliseconds in which those that are refreshed together come together. */
const GATHERING_MS = 20;

/** What a plan asks before a create: it may be older, because the create asks again. Writes do not make it read anew. */
const planned = sharedList((nodes, signal) => collections.get(nodes, signal));

/** How often a collection of these nodes has been asked for; by the target, as the list is. */
const asked = new WeakMap<NodesTarget, number>();

/** Whether others are asked for, too: then one list is cheaper. */
async function isOneOfSeveral({ target, clock }: Nodes, signal: AbortSignal): Promise<boolean> {
  asked.set(target, (asked.get(target) ?? 0) + 1);
  await clock.sleep(GATHERING_MS, signal);
  return (asked.get(target) ?? 0) > 1;
}

/**
 * One collection, for a refresh: a single one is read by its name, several share one list. One that the list lacks is read by
 * its name, and so is each where the key may not list them. Null: it is not there.
 */
export async function sharedCollection(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  if (!(await isOneOfSeveral(nodes, signal))) return readCollection(nodes, name, { signal });
  const all = await collections.get(nodes, signal);
  const found = all.find((collection) => collection.name === name);
  return found ?? readCollection(nodes, name, { signal });
}

/** A collection that is about to be created, as far as a list of these last minutes knows of it. */
export async function existingCollection(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  if (!(await isOneOfSeveral(nodes, signal))) return readCollection(nodes, name, { signal });
  const all = await planned.get(nodes, signal);
  return all.find((collection) => collection.name === name) ?? null;
}

/** One collection as it is now; null where there is none of that name: an alias answers with the collection that it stands for. */
export async function readCollection(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  const record = await collectionUnder(nodes, name, { signal });
  return record?.name === name ? record : null;
}

/** What answers under a name: the collection that is called so, or the one that an alias of this name stands for. */
export function collectionUnder(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<CollectionRecord | null> {
  return nullIfMissing(nodes.call("getCollection", { path: { name } }, { signal }));
}

/** What answers under a name at every node. */
export function everywhereUnder(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<Sights<CollectionRecord>> {
  return nodes.everywhere("getCollection", { path: { name } }, { signal });
}

/** A collection as every node has it; what an alias of this name stands for is not there. */
export async function collectionEverywhere(
  nodes: Nodes,
  name: string,
  { signal }: Options,
): Promise<Sights<CollectionRecord>> {
  const { seen, unseen } = await everywhereUnder(nodes, name, { signal });
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
  }: Options & { readonly deadline?: number; readonly before?: Sights<CollectionRecord> },
): Promise<Deleted> {
  collections.forget(nodes);
  return deleteOnce(nodes, signal, {
    what: "collection",
    name,
    before,
    look: () => collectionEverywhere(nodes, name, { signal }),
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

/** Whoever writes makes the next reader read anew. */
export function forgetCollections(nodes: Nodes): void {
  collections.forget(nodes);
}
