import type { Client } from "../../client";

const ownedBy = new WeakMap<Client, Set<string>>();

/** Takes note that a change or a clone is a resource's: this run has asked for it, or the state names it. */
export function own(client: Client, clusterId: string, id: string | null): void {
  const owned = ownedBy.get(client) ?? new Set();
  ownedBy.set(client, owned.add(`${clusterId}/${id}`));
}

/**
 * Whether a change or a clone is known to be a resource's. Of those in the state, only what this run has looked at or
 * applied is known.
 */
export function isOwned(client: Client, clusterId: string, id: string): boolean {
  return ownedBy.get(client)?.has(`${clusterId}/${id}`) === true;
}
