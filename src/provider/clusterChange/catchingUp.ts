import type { ConfigurationChangeRecord } from "../../client";
import { requestedIn, SIZING_NAMES, type Sizing, sameSetting, settingsIn } from "../api/sizing";

/** Seconds that a cluster may take to show what a change of it has brought. */
const CATCHING_UP = 600;

/**
 * Whether a change has succeeded just now, and the cluster does not show yet what it brought. Not so when a later change has
 * ended, nor when what runs is neither what ran before nor what the change brings: then something else has changed it since.
 *
 * @param changes of the cluster
 * @param now server's time, in milliseconds since the epoch
 */
export function isCatchingUp(
  change: ConfigurationChangeRecord,
  changes: readonly ConfigurationChangeRecord[],
  live: Sizing,
  now: number,
): boolean {
  const { id, status, completed_at: completed } = change;
  if (status !== "succeeded" || completed === null || now / 1000 - completed >= CATCHING_UP) return false;
  const isOvertaken = changes.some(
    (other) =>
      other.id !== id &&
      (other.status === "succeeded" || other.status === "failed") &&
      (other.completed_at ?? 0) > completed,
  );
  if (isOvertaken) return false;
  const [before, requested] = [settingsIn(change, "old"), requestedIn(change)];
  const names = SIZING_NAMES.filter((name) => requested[name] !== null);
  const isAsBefore = (name: keyof Sizing) => sameSetting(live[name], before[name]);
  return (
    names.some(isAsBefore) &&
    names.every((name) => isAsBefore(name) || sameSetting(live[name], requested[name]))
  );
}
