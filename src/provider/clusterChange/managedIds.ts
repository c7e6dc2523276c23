import type { Client } from "../../client";

const managedBy = new WeakMap<Client, Set<string>>();

/**
 * Records that a cluster, or a change or clone of it, belongs to a resource: this run has requested it, or the state names it.
 * @param id of the change or clone; left out, the cluster itself is meant
 */
export function markManaged(client: Client, clusterId: string, id?: string | null): void {
  const managed = managedBy.get(client) ?? new Set();
  managedBy.set(client, managed.add(keyOf(clusterId, id)));
}

/**
 * Whether a cluster, or a change or clone of it, is known to belong to a resource. Of those in the state, only what this run
 * has read or applied is known.
 */
export function isManaged(client: Client, clusterId: string, id?: string): boolean {
  return managedBy.get(client)?.has(keyOf(clusterId, id)) === true;
}

/** Records that a cluster is the clone of a cloning operation that belongs to a resource. */
export function markClone(client: Client, clusterId: string | null): void {
  if (clusterId !== null) markManaged(client, CLONE, clusterId);
}

export const isManagedClone = (client: Client, clusterId: string) => isManaged(client, CLONE, clusterId);

/** Stands where the id of a cluster stands; none holds a space. */
const CLONE = "a clone";

function keyOf(clusterId: string, id: string | null | undefined): string {
  return id === undefined ? clusterId : `${clusterId}/${id}`;
}
