import type { ClusterData, NodeEvent, StoredCollection } from "../../domain/store/data";

/**
 * Whether a node has started from a snapshot that holds of a collection what is on disk, and not what the last update has left
 * in memory. A node without such a snapshot plays the updates again, and comes to the same.
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

/** A collection as a node has it. */
export function collectionOnNode(
  data: ClusterData,
  hostname: string,
  collection: StoredCollection,
): StoredCollection {
  return isFromDisk(data, hostname, collection) ? { ...collection, ...asOnDisk(collection) } : collection;
}

/** Makes collections what is on disk once every node has started from there: what updates could not write down is lost then. */
export function forgetUnwritten(data: ClusterData, hostnames: readonly string[]): void {
  for (const collection of data.collections.values()) {
    if (hostnames.every((hostname) => isFromDisk(data, hostname, collection))) {
      Object.assign(collection, asOnDisk(collection));
    }
  }
}

/** Notes what happens to a node. */
export function note({ lives }: ClusterData, hostname: string, event: NodeEvent): void {
  lives.set(hostname, [...(lives.get(hostname) ?? []), event]);
}

/**
 * When a node says that a collection was created, in epoch milliseconds: the moment at which it applied the create. A restart
 * applies the log again, and with it every create that no snapshot of this node holds.
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
