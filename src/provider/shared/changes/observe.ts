import { isFulfilled, isSameSetting } from "../../../api/comparison";
import { CHANGE_SETTINGS } from "../../../api/settings";
import type { CallOptions, Client, ClusterRecord, ConfigurationChangeRecord } from "../../../client";
import { TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { requestedIn, type Sizing, settingsIn } from "../../model/sizing";

/** Newest first. */
export type Changes = readonly ConfigurationChangeRecord[];

/** The cluster and its changes as they were just read. */
export interface Seen {
  readonly cluster: ClusterRecord;
  readonly changes: Changes;
}

/**
 * Reads the changes, and then the cluster. If a change ends in between, the cluster shows its result. In the other order, it would seem
 * to be neither in flight nor done.
 *
 * @param followed a change to include, however long ago it ended
 */
export async function observe(
  clusterId: string,
  followed: string | undefined,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<Seen> {
  const changes = await changesWith(clusterId, followed, client, { signal }).catch((error: unknown) => {
    if (failedAs(error, "not_found")) return null;
    throw error;
  });
  const seen = await client.read(clusterId, "fresh", { signal });
  if (seen.kind !== "present" || changes === null) throw goneError(clusterId);
  return { cluster: seen.cluster, changes };
}

/** Reads the changes of a cluster, including the followed one if the list does not reach back so far. */
export async function changesWith(
  clusterId: string,
  followed: string | undefined,
  client: Client,
  options: CallOptions,
): Promise<Changes> {
  const changes = await client.changes(clusterId, options);
  if (followed === undefined || changes.some(({ id }) => id === followed)) return changes;
  const older = await client.readChange(clusterId, followed, options);
  return older ? [...changes, older] : changes;
}

/** Seconds that a cluster may take to show the result of a change. */
const CATCHING_UP = 600;

/**
 * True if a change succeeded a moment ago, and the cluster does not show all of it yet. False if a later change has ended, or if a live
 * value is neither the old nor the new one: then something else has changed the cluster since.
 *
 * @param changes of the cluster, newest first, including this one
 * @param now the service's time, in milliseconds since the epoch
 */
export function isCatchingUp(
  change: ConfigurationChangeRecord,
  changes: Changes,
  live: Sizing,
  now: number,
): boolean {
  const { status, completed_at: completed } = change;
  if (status !== "succeeded" || completed === null || now / 1000 - completed >= CATCHING_UP) return false;
  const later = changes.slice(0, changes.indexOf(change));
  if (later.some((other) => other.status === "succeeded" || other.status === "failed")) return false;
  const [before, requested] = [settingsIn(change, "old"), requestedIn(change)];
  const names = CHANGE_SETTINGS.filter((name) => requested[name] !== null);
  const isShown = (name: keyof Sizing) => isFulfilled(name, requested[name], live[name]);
  // A missing old value may have been anything.
  const isAsBefore = (name: keyof Sizing) =>
    live[name] === null || before[name] === null || isSameSetting(live[name], before[name]);
  return !names.every(isShown) && names.every((name) => isShown(name) || isAsBefore(name));
}

export function goneError(id: string): TerraformError {
  return new TerraformError(
    `Cluster ${id} is gone`,
    "It existed when the plan was created. Now the service answers 404, or the cluster is being terminated. Plan again.",
  );
}
