import type { Client } from "../../../client";
import { runState } from "../runState";

const managedBy = runState((_: Client) => new Set<string>());

/** The operations that name a cluster as their clone. */
const clonesBy = runState((_: Client) => new Map<string, Set<string | null>>());

/**
 * Records that a cluster, or a change or clone of it, belongs to a resource: this run requested it, or it is in the state.
 * @param id of the change or clone. @default - the cluster itself
 */
export function markManaged(client: Client, clusterId: string, id?: string | null): void {
  managedBy(client).add(keyOf(clusterId, id));
}

/**
 * True if a cluster, or a change or clone of it, is known to belong to a resource. Of those in the state, only those that this run has
 * read or applied are known.
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

/** True if a cluster is the clone of another cloning operation that belongs to a resource. */
export function isCloneOfAnother(client: Client, clusterId: string, operation: string | null): boolean {
  const operations = clonesBy(client).get(clusterId) ?? [];
  return [...operations].some((one) => one !== operation);
}

/** Takes the place of a cluster id. No id contains a space. */
const CLONE = "a clone";

function keyOf(clusterId: string, id: string | null | undefined): string {
  return id === undefined ? clusterId : `${clusterId}/${id}`;
}
