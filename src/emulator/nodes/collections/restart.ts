import type { StoredCollection } from "../record";

/**
 * A collection as a node has it that starts from a snapshot: what an update has left in memory and could not write down
 * is gone, the fields that were to be dropped and added among it. Without a snapshot the updates are played again, and it
 * is as it was.
 */
export function collectionFromSnapshot(collection: StoredCollection): StoredCollection {
  return { ...collection, ...collection.persisted, persisted: null, alteration: null };
}
