import type { CallOptions, Client, ClusterRecord, ConfigurationChangeRecord } from "../../client";
import { TerraformError } from "../../framework";

/** A cluster, and its changes from the newest on as far back as any is on its way. */
export interface Seen {
  readonly cluster: ClusterRecord;
  readonly changes: readonly ConfigurationChangeRecord[];
}

/**
 * The changes, and then the cluster: of a change that ends in between, the cluster shows what it has brought. The other
 * way round it would seem to be neither on its way nor done.
 *
 * @param followed a change to show, however long ago it ended
 */
export async function observe(
  clusterId: string,
  followed: string | undefined,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<Seen> {
  const changes = await changesOrNull(clusterId, followed, client, signal);
  const seen = await client.read(clusterId, "fresh", { signal });
  if (seen.kind !== "present" || changes === null) throw goneMeanwhile(clusterId);
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

/** Null when the cluster is not there. */
async function changesOrNull(
  clusterId: string,
  followed: string | undefined,
  client: Client,
  signal: AbortSignal,
) {
  try {
    return await changesWith(clusterId, followed, client, { signal });
  } catch (error) {
    if (error instanceof Error && "kind" in error && error.kind === "not_found") return null;
    throw error;
  }
}

function goneMeanwhile(id: string): TerraformError {
  return new TerraformError(
    `Cluster ${id} is gone`,
    "It was there when the plan was made; now the service answers 404, or says that it is going away. Plan again.",
  );
}
