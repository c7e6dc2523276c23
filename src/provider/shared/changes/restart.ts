import type { ConfigurationChangeRecord } from "../../../client";
import { isInFlight } from "./inFlight";
import type { Changes } from "./observe";

/** The restart that makes written server parameters take effect (docs/design/api-assumptions.md#parameters). */
export interface Restart {
  /** True if something was written, or may have been, and no change that restarts the cluster has been requested since. */
  readonly due: boolean;
  /** The requested change that restarts the cluster. */
  readonly by: string | undefined;
}

export const NO_RESTART: Restart = { due: false, by: undefined };

/**
 * Updates a restart from the current changes. A change that succeeded has done it; one that failed, was cancelled or is missing has
 * not, unless another one followed.
 */
export function currentRestart(restart: Restart, changes: Changes): Restart {
  const { due, by } = restart;
  if (by === undefined) return restart;
  const carrier = changes.find(({ id }) => id === by);
  if (carrier?.status === "succeeded") return { due, by: undefined };
  if (carrier && isInFlight(carrier)) return restart;
  const since = carrier?.created_at ?? Number.POSITIVE_INFINITY;
  const after = changes.filter(({ created_at: at }) => at !== null && at > since);
  if (after.some(({ status }) => status === "succeeded")) return { due, by: undefined };
  const successor = after.find(isInFlight);
  return successor ? { due, by: successor.id } : { due: true, by: undefined };
}

/**
 * Returns the restart for a server parameter that was written without being recorded. Only a change that begins later is sure to
 * restart the cluster for it, and none begins before its `perform_change_at`.
 *
 * @param writtenAt - epoch seconds
 */
export function restartAfterWrite(restart: Restart, writtenAt: number, changes: Changes): Restart {
  if (restart.due) return restart;
  const covers = ({ perform_change_at: at }: ConfigurationChangeRecord) => at !== null && at >= writtenAt;
  if (changes.some((change) => change.status === "succeeded" && covers(change))) return restart;
  const inFlight = changes.find(isInFlight);
  const isCarrier = inFlight && (inFlight.status === "pending" || covers(inFlight));
  return isCarrier ? { due: false, by: inFlight.id } : { due: true, by: undefined };
}

/**
 * True if a change must be requested or kept because of the restart. The one in flight counts only if it has not begun: a running one
 * may have restarted its nodes before the last write.
 *
 * @param restart of {@link currentRestart}
 * @param active the change that is pending or in progress
 */
export function needsRestart({ due, by }: Restart, active: ConfigurationChangeRecord | null): boolean {
  return due || (active?.status === "pending" && active.id === by);
}
