import { createHash } from "node:crypto";
import type { Assumptions } from "../assumptions/index";
import type { Changing } from "../changes/life";
import type { ShownSettings, StoredChange } from "../changes/record";
import type { StoredClone } from "../clones/record";
import type { StoredParameter } from "../parameters/record";
import { cancel, finish, statusAt } from "../workflows/life";

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
  parameters: StoredParameter[];
  /** Its cloning operations, in the order in which they were made. */
  clones: StoredClone[];
  /** Whether the next clone that is made fails. */
  failsNextClone: boolean;
  /** How many pairs of data-plane keys were issued; the keys themselves are not kept. */
  keysIssued: number;
  /** Fields of the answer that the control path holds at a value, whatever the time says. */
  held: Readonly<Record<string, unknown>>;
}

/** What a cluster has from the start: it stays, nothing was done to it yet, and nothing is held. */
export function freshRecord() {
  return {
    terminatedAt: null,
    moved: null,
    changes: [],
    failsNext: false,
    clones: [],
    failsNextClone: false,
    parameters: [],
    running: {},
    keysIssued: 0,
    held: {},
  } satisfies Partial<StoredCluster>;
}

/** A cluster as the API answers it (management API, Cluster). */
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
 * Starts the termination of a cluster, whatever status it was held at. A change or clone that waits is cancelled,
 * one under way fails; a clone under way may go on.
 */
export function terminate(
  cluster: StoredCluster,
  now: number,
  assumptions: Pick<Assumptions, "clone_of_terminated">,
): void {
  const ending = assumptions.clone_of_terminated === "failed" ? cluster.clones : [];
  for (const one of [...cluster.changes, ...cluster.clones]) {
    if (statusAt(one, now) === "pending") cancel(one, now);
  }
  for (const one of [...cluster.changes, ...ending]) {
    if (statusAt(one, now) === "in_progress") finish(one, "failed", now);
  }
  const { status: _, ...held } = cluster.held;
  cluster.held = held;
  cluster.terminatedAt = now;
}

/** A number that depends on the text alone, from 0 up to but not including `below`; nearby texts lie apart. */
export function spread(text: string, below: number): number {
  return createHash("sha256").update(text).digest().readUInt32BE() % below;
}
