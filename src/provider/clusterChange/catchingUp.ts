import { withinVersion } from "../../api/comparison";
import type { ConfigurationChangeRecord } from "../../client";
import { requestedIn, SIZING_NAMES, type Sizing, sameSetting, settingsIn } from "../api/sizing";

/** Seconds that a cluster may take to show what a change of it has brought. */
const CATCHING_UP = 600;

/**
 * Whether a change has succeeded just now, and the cluster does not show all of it yet. Not so when a later change has ended,
 * nor when what runs is neither what ran before nor what the change brings: then something else has changed it since.
 *
 * @param changes of the cluster, the newest first, with this one
 * @param now server's time, in milliseconds since the epoch
 */
export function isCatchingUp(
  change: ConfigurationChangeRecord,
  changes: readonly ConfigurationChangeRecord[],
  live: Sizing,
  now: number,
): boolean {
  const { status, completed_at: completed } = change;
  if (status !== "succeeded" || completed === null || now / 1000 - completed >= CATCHING_UP) return false;
  const later = changes.slice(0, changes.indexOf(change));
  if (later.some((other) => other.status === "succeeded" || other.status === "failed")) return false;
  const [before, requested] = [settingsIn(change, "old"), requestedIn(change)];
  const names = SIZING_NAMES.filter((name) => requested[name] !== null);
  const isShown = (name: keyof Sizing) =>
    sameSetting(live[name], requested[name]) ||
    (name === "search_server_version" && withinVersion(String(live[name]), String(requested[name])));
  // What a record leaves out may have been anything.
  const isAsBefore = (name: keyof Sizing) =>
    live[name] === null || before[name] === null || sameSetting(live[name], before[name]);
  return !names.every(isShown) && names.every((name) => isShown(name) || isAsBefore(name));
}
