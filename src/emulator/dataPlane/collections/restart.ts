import type { ClusterData, NodeEvent, StoredCollection } from "../../domain/store/data";

/**
 * True if a node has started from a snapshot that lacks the unwritten result of the last update. Without such a
 * snapshot, a node replays the update and gets the same result.
 */
function isFromDisk({ lives }: ClusterData, hostname: string, { persisted }: StoredCollection): boolean {
  if (persisted === null) return false;
  const later = (lives.get(hostname) ?? []).filter(({ at }) => at >= persisted.since);
  const snapshot = later.findIndex(({ kind }) => kind === "snapshot");
  return snapshot >= 0 && later.slice(snapshot).some(({ kind }) => kind === "restart");
}

function asOnDisk({ persisted }: StoredCollection): Partial<StoredCollection> {
  if (persisted === null) return {};
  const { fields, default_sorting_field } = persisted;
  return { fields, default_sorting_field, persisted: null };
}

/** Returns a collection as it is on a node. */
export function collectionOnNode(
  data: ClusterData,
  hostname: string,
  collection: StoredCollection,
): StoredCollection {
  return isFromDisk(data, hostname, collection) ? { ...collection, ...asOnDisk(collection) } : collection;
}

/** Resets collections to their state on disk after every node has started from it. Unwritten results of updates are then lost. */
export function forgetUnwritten(data: ClusterData, hostnames: readonly string[]): void {
  for (const collection of data.collections.values()) {
    if (hostnames.every((hostname) => isFromDisk(data, hostname, collection))) {
      Object.assign(collection, asOnDisk(collection));
    }
  }
}

/** Records an event of a node. */
export function note({ lives }: ClusterData, hostname: string, event: NodeEvent): void {
  lives.set(hostname, [...(lives.get(hostname) ?? []), event]);
}

/**
 * Returns `created_at` of a collection on a node, in epoch milliseconds: the time at which the node applied the
 * create. After a restart a node replays every create that is not in its snapshot.
 */
export function createdAtOn(
  { lives, skews }: ClusterData,
  hostname: string,
  { createdAt }: Pick<StoredCollection, "createdAt">,
): number {
  let moment = createdAt;
  for (const { kind, at } of (lives.get(hostname) ?? []).filter((event) => event.at >= createdAt)) {
    if (kind === "snapshot") break;
    moment = at;
  }
  return moment + (skews.get(hostname) ?? 0) * 1000;
}
