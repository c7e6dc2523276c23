import type { Client } from "../../../client";
import { runState } from "../runState";

const managedBy = runState((_: Client) => new Set<string>());

/** The operations that name a cluster as their clone. */
const clonesBy = runState((_: Client) => new Map<string, Set<string | null>>());

/**
 * Records that a cluster, or a change or clone of it, belongs to a resource: this run has requested it, or the state names it.
 * @param id of the change or clone; left out, the cluster itself is meant
 */
export function markManaged(client: Client, clusterId: string, id?: string | null): void {
  managedBy(client).add(keyOf(clusterId, id));
}

/**
 * Whether a cluster, or a change or clone of it, is known to belong to a resource. Of those in the state, only what this run
 * has read or applied is known.
 */
export function isManaged(client: Client, clusterId: string, id?: string): boolean {
  return managedBy(client).has(keyOf(clusterId, id));
}

/** Records that a cluster is the clone of a cloning operation that belongs to a resource. */
export function markClone(client: Client, clusterId: string | null, operation: string | null): void {
  if (clusterId === null) return;
  markManaged(client, CLONE, clusterId);
  const clones = clonesBy(client);
  clones.set(clusterId, (clones.get(clusterId) ?? new Set()).add(operation));
}

export const isManagedClone = (client: Client, clusterId: string) => isManaged(client, CLONE, clusterId);

/** Whether a cluster is the clone of another cloning operation that belongs to a resource. */
export function isCloneOfAnother(client: Client, clusterId: string, operation: string | null): boolean {
  const operations = clonesBy(client).get(clusterId) ?? [];
  return [...operations].some((one) => one !== operation);
}

/** Stands where the id of a cluster stands; none holds a space. */
const CLONE = "a clone";

function keyOf(clusterId: string, id: string | null | undefined): string {
  return id === undefined ? clusterId : `${clusterId}/${id}`;
}
