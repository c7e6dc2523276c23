import type { Client, ClusterRecord } from "../../../client";
import { describeCluster } from "../../model/describe";
import { hasFailed } from "../../model/errors";
import { CHANGES_NOT_READ } from "../../model/refreshChanges";
import type { Changes } from "../../shared/changes/observe";
import { runState } from "../../shared/runState";
import { clientOf } from "../../shared/service";
import type { ClusterCall } from "./types";

/** By cluster: whether its refresh has read its changes. */
const refreshed = runState((_: Client) => new Map<string, boolean>());

/** Records that this process has refreshed a cluster, and whether that read its changes. */
export function noteRefreshed(client: Client, clusterId: string, hasRead: boolean): void {
  refreshed(client).set(clusterId, hasRead);
}

/**
 * Whether this process has refreshed a cluster without reading its changes. The plan inside an apply refreshes nothing: what it would
 * find has been said, and the apply itself looks again.
 */
export function mayHaveUnseenChanges(client: Client, clusterId: string): boolean {
  return refreshed(client).get(clusterId) === false;
}

/**
 * The changes of a cluster, where nothing depends on them but what a plan says: undefined, with a warning, where the service does not
 * answer the list.
 */
export async function lookForChanges(
  { service, signal, warn }: Pick<ClusterCall, "service" | "signal" | "warn">,
  cluster: Pick<ClusterRecord, "id" | "name">,
  options: { readonly repeats?: number },
): Promise<Changes | undefined> {
  try {
    return await clientOf(service).changes(cluster.id, { signal, ...options });
  } catch (error) {
    if (signal.aborted || !hasFailed(error)) throw error;
    warn(
      `${CHANGES_NOT_READ} for cluster ${describeCluster(cluster)}`,
      `${error.summary}. ${error.detail}\n\nIf somebody has scheduled a change of the cluster, this plan does not show it. An apply that requests ` +
        "a change looks again first.",
    );
    return undefined;
  }
}
