import type { Client } from "../../../client";

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
export function markClone(client: Client, clusterId: string | null, operation: string | null): void {
  if (clusterId === null) return;
  markManaged(client, CLONE, clusterId);
  const clones = clonedBy.get(client) ?? new Map<string, Set<string | null>>();
  clonedBy.set(client, clones.set(clusterId, (clones.get(clusterId) ?? new Set()).add(operation)));
}

export const isManagedClone = (client: Client, clusterId: string) => isManaged(client, CLONE, clusterId);

/** Whether a cluster is the clone of another cloning operation that belongs to a resource. */
export function isCloneOfAnother(client: Client, clusterId: string, operation: string | null): boolean {
  const operations = clonedBy.get(client)?.get(clusterId) ?? [];
  return [...operations].some((one) => one !== operation);
}

const clonedBy = new WeakMap<Client, Map<string, Set<string | null>>>();

/** Stands where the id of a cluster stands; none holds a space. */
const CLONE = "a clone";

function keyOf(clusterId: string, id: string | null | undefined): string {
  return id === undefined ? clusterId : `${clusterId}/${id}`;
}
