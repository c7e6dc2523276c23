import { type StoredCluster, spread } from "../clusters/record";
import { isOpen, type WorkflowTimeline } from "../workflows/life";
import type { Copying } from "./copy";

/** A cloning operation as the emulator keeps it. */
export interface StoredClone extends WorkflowTimeline, Copying {
  readonly id: string;
  readonly notification_email_addresses: readonly string[];
  /** What the request named. */
  readonly asked: { readonly target_region?: string; readonly search_server_version?: string };
  readonly made_by: Readonly<{ user_name: string; user_type: string }>;
  /** The secret of the management key that asked for it, or null. */
  readonly key: string | null;
  /** Id of the new cluster; null until there is one. */
  target: string | null;
  /** Whether its end has reached the new cluster. */
  settled: boolean;
}

/** The clone of a cluster that is pending or in progress. */
export function openClone(cluster: Pick<StoredCluster, "clones">, now: number): StoredClone | undefined {
  return cluster.clones.find((clone) => isOpen(clone, now));
}

/** Milliseconds that a clone takes: 5 to 15 minutes, fixed per id, or what the assumption says. */
export function cloneTime(id: string, assumptions: { readonly clone_seconds: number }): number {
  const fixed = assumptions.clone_seconds;
  return (fixed > 0 ? fixed : FASTEST_SECONDS + spread(id, SLOWEST_SECONDS - FASTEST_SECONDS + 1)) * 1000;
}

const FASTEST_SECONDS = 300;
const SLOWEST_SECONDS = 900;
