import { createHash } from "node:crypto";
import type { ShownSettings, StoredChange } from "./change";
import type { Changing } from "./changeTransitions";
import { cancel, finish, statusAt } from "./workflow";

/** A cluster as the emulator keeps it: what was asked for, and when; everything else follows from these and the time. */
export interface StoredCluster extends Changing {
  readonly id: string;
  name: string | null;
  auto_upgrade_capacity: boolean | null;
  provisioned_by: Readonly<{ user_name: string; user_type: string }>;
  /** Epoch milliseconds. */
  provisionedAt: number;
  /** Epoch milliseconds at which it is in service. */
  inServiceAt: number;
  /** Epoch milliseconds at which terminate was accepted, or null. */
  terminatedAt: number | null;
  /** Its configuration changes, in the order in which they were made. */
  changes: StoredChange[];
  /** Whether the next change that is made fails. */
  failsNext: boolean;
  /** Fields of the answer that the control path holds at a value, whatever the time says. */
  held: Readonly<Record<string, unknown>>;
}

/** A cluster as the API answers it (management-api.md, Cluster). */
export interface ClusterAnswer extends Omit<ShownSettings, "search_server_version"> {
  id: string;
  name: string | null;
  search_server_version: string | null;
  regions: string[];
  auto_upgrade_capacity: boolean | null;
  hostnames?: Hostnames | null;
  usage: { runtime_hours: number; used_bandwidth_kb: { last_7_days: Record<string, number> } };
  provisioned_by: { user_name: string; user_type: string };
  provisioned_at: number;
  status: string;
}

export interface Hostnames {
  nodes: string[];
  load_balanced?: string;
  search_delivery_network?: string;
}

/**
 * Starts the termination of a cluster, whatever status it was held at. A change that waits is cancelled, one
 * under way fails.
 */
export function terminate(cluster: StoredCluster, now: number): void {
  for (const change of cluster.changes) {
    const status = statusAt(change, now);
    if (status === "pending") cancel(change, now);
    if (status === "in_progress") finish(change, "failed", now);
  }
  const { status: _, ...held } = cluster.held;
  cluster.held = held;
  cluster.terminatedAt = now;
}

/** A number that depends on the text alone, from 0 up to but not including `below`; nearby texts lie apart. */
export function spread(text: string, below: number): number {
  return createHash("sha256").update(text).digest().readUInt32BE() % below;
}
