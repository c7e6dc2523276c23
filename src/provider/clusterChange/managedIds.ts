import type { Client } from "../../client";

const managedBy = new WeakMap<Client, Set<string>>();

/**
 * Takes note that a cluster, or a change or clone of it, is a resource's: this run has asked for it, or the state names it.
 * @param id of the change or clone; left out, the cluster itself is meant
 */
export function markManaged(client: Client, clusterId: string, id?: string | null): void {
  const owned = managedBy.get(client) ?? new Set();
  managedBy.set(client, owned.add(keyOf(clusterId, id)));
}

/**
 * Whether a cluster, or a change or clone of it, is known to be a resource's. Of those in the state, only what this run has looked at or
 * applied is known.
 */
export function isManaged(client: Client, clusterId: string, id?: string): boolean {
  return managedBy.get(client)?.has(keyOf(clusterId, id)) === true;
}

/** Takes note that a cluster is the clone of a cloning operation that a resource manages. */
export function markClone(client: Client, clusterId: string | null): void {
  if (clusterId !== null) markManaged(client, CLONE, clusterId);
}

export function isManagedClone(client: Client, clusterId: string): boolean {
  return isManaged(client, CLONE, clusterId);
}

/** Stands where the id of a cluster stands; none holds a space. */
const CLONE = "a clone";

function keyOf(clusterId: string, id: string | null | undefined): string {
  return id === undefined ? clusterId : `${clusterId}/${id}`;
}
