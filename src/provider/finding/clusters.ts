import { isLeaving } from "../../api/enumerations";
import type { ClusterRecord, ConfigurationChangeRecord } from "../../client";
import { failedAs } from "../model/errors";
import { liveSizing } from "../model/sizing";
import { isStarting, observedValues } from "../resources/cluster/model";
import { pendingValues } from "../resources/cluster/pendingState";
import type { ClusterValues } from "../resources/cluster/schema";
import { isInFlight } from "../shared/changes/inFlight";
import type { NodeCall } from "../shared/dataPlane";
import { clientOf } from "../shared/service";

/** A cluster and the time at which it was read. */
export interface FoundCluster {
  readonly record: ClusterRecord;
  /** The start of the read by the service's clock, in milliseconds since the epoch. */
  readonly at: number;
}

/** A cluster as an import sees it. */
export interface SeenCluster {
  readonly record: ClusterRecord;
  /** The values after its pending change, because an import plans against the result of that change. */
  readonly values: Partial<ClusterValues>;
  readonly changes: readonly ConfigurationChangeRecord[];
  /** The change that is pending or in progress. */
  readonly active: ConfigurationChangeRecord | undefined;
}

/**
 * Iterates over the clusters of the account, as their pages arrive.
 * @param needsRest see the client
 */
export async function* findClusters(
  { service, signal }: NodeCall,
  needsRest: (pages: number | null) => boolean,
): AsyncGenerator<FoundCluster, void, void> {
  const client = clientOf(service);
  for await (const page of client.clusterPages({ needsRest, signal })) {
    for (const { at, cluster } of page)
      yield { record: cluster, at: client.serverNow() - (client.clock.now() - at) };
  }
}

/** Returns the reason why no code can describe a cluster now, or undefined if its record gives none. */
export function reasonToLeaveOut(record: ClusterRecord): string | undefined {
  if (isLeaving(record)) return `it is being terminated (its status is ${record.status})`;
  if (isStarting(record)) return `it is still starting (its status is ${record.status})`;
  return undefined;
}

/** The service rounds times to whole seconds. */
const SECOND = 1000;

/**
 * Reads the changes of a cluster that was found: one request. If one has ended since then, the cluster is read again.
 * @returns undefined if it no longer exists
 */
export async function readFoundCluster(
  { service, signal }: NodeCall,
  { record, at }: FoundCluster,
): Promise<SeenCluster | undefined> {
  const { id } = record;
  const client = clientOf(service);
  const changes = await client.changes(id, { signal }).catch((error: unknown) => {
    if (failedAs(error, "not_found")) return undefined;
    throw error;
  });
  if (!changes) return undefined;
  const hasEndedSince = changes.some(({ completed_at: end }) => end !== null && end * SECOND >= at - SECOND);
  const now = hasEndedSince ? await readClusterNow({ service, signal }, id) : record;
  if (!now) return undefined;
  const active = changes.find(isInFlight);
  const values = { ...observedValues(now), ...pendingValues(liveSizing(now), active, active) };
  return { record: now, values, changes, active };
}

/** Reads a cluster; undefined if the service answers 404. */
export async function readClusterNow(
  { service, signal }: NodeCall,
  id: string,
): Promise<ClusterRecord | undefined> {
  const seen = await clientOf(service).read(id, "fresh", { signal });
  return seen.kind === "missing" ? undefined : seen.cluster;
}
