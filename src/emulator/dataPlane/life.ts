import type { ClusterData, NodeEvent, StoredCollection } from "../domain/store/data";

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
