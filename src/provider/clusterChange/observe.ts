import type { CallOptions, Client, ClusterRecord, ConfigurationChangeRecord } from "../../client";
import { TerraformError } from "../../framework";
import { failedAs } from "../api/errors";

/** The cluster and its changes as they were just read. */
export interface Seen {
  readonly cluster: ClusterRecord;
  readonly changes: readonly ConfigurationChangeRecord[];
}

/**
 * The changes, and then the cluster: of a change that ends in between, the cluster shows what it has brought. The other
 * way round it would seem to be neither in flight nor done.
 *
 * @param followed a change to show, however long ago it ended
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

/** The changes of a cluster, with the one that is followed even where the list is not read so far back. */
export async function changesWith(
  clusterId: string,
  followed: string | undefined,
  client: Client,
  options: CallOptions,
): Promise<readonly ConfigurationChangeRecord[]> {
  const changes = await client.changes(clusterId, options);
  if (followed === undefined || changes.some(({ id }) => id === followed)) return changes;
  const older = await client.readChange(clusterId, followed, options);
  return older ? [...changes, older] : changes;
}

export function goneError(id: string): TerraformError {
  return new TerraformError(
    `Cluster ${id} is gone`,
    "It existed when the plan was created. Now the service answers 404, or the cluster is being terminated. Run terraform plan again.",
  );
}
