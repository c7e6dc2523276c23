import type { ConfigurationChangeRecord } from "../../../client";
import { isInFlight } from "./inFlight";
import type { Changes } from "./observe";

/** The restart that written server parameters wait for (docs/design/api-assumptions.md#parameters). */
export interface Restart {
  /** Something was written, or may have been, and no change has been requested since that restarts the cluster. */
  readonly due: boolean;
  /** The change that was requested and brings it. */
  readonly by: string | undefined;
}

export const NO_RESTART: Restart = { due: false, by: undefined };

/**
 * What has become of a restart, by the changes as they are now: one that has succeeded has brought it; one that has failed,
 * was cancelled or cannot be found has not, unless another came after it.
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
 * The restart that a server parameter waits for which was written at a moment that nobody has taken note of. Only a change that
 * begins later is sure to restart the cluster for it, and none begins before its `perform_change_at`.
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
 * Whether a change has to be requested, or has to stay, because of the restart. The one in flight brings it only if it has
 * not begun: what runs may have restarted its nodes before the last write.
 *
 * @param restart of {@link currentRestart}
 * @param active the change that is pending or in progress
 */
export function needsRestart({ due, by }: Restart, active: ConfigurationChangeRecord | null): boolean {
  return due || (active?.status === "pending" && active.id === by);
}
