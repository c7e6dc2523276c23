import { STARTING_STATUSES } from "../../api/enumerations";
import type { ClusterRecord } from "../../client";
import { TerraformError } from "../../framework";
import { untilInService, type Waiting } from "./changes/waits";
import { type Attempt, whenFree } from "./changes/whenFree";
import { readPresentCluster } from "./child";
import { clientOf, nodeUrlsOf, type Service } from "./service";

/**
 * Runs an attempt that needs issued keys when the cluster is in service: before, the service rejects it.
 *
 * @param purpose as in "to issue keys for" (… the cluster)
 * @throws TerraformError for a suspended cluster, and what {@link whenFree} throws.
 */
export function whenServing<T>(
  call: Waiting & { readonly service: Service },
  id: string,
  purpose: string,
  attempt: (cluster: ClusterRecord) => Promise<Attempt<T>>,
): Promise<T> {
  const client = clientOf(call.service);
  return whenFree<T>(call, client, id, {
    purpose,
    attempt: async () => {
      const cluster = await readPresentCluster(client, id, purpose, call.signal);
      if (cluster.status === "suspended") throw suspendedError(id);
      return STARTING_STATUSES.includes(cluster.status) ? untilInService(call, client, id) : attempt(cluster);
    },
  });
}

/** A cluster in service. */
export interface ServingCluster {
  readonly id: string;
  /** URLs of its nodes. */
  readonly urls: readonly string[];
}

/**
 * Waits until a cluster is in service.
 *
 * @param purpose as in "to create a key of" (… the cluster)
 */
export async function awaitServing(
  call: Waiting & { readonly service: Service },
  id: string,
  purpose: string,
): Promise<ServingCluster> {
  const record = await whenServing(call, id, purpose, async (cluster) => ({ done: cluster }));
  const urls = nodeUrlsOf(call.service, record);
  if (urls.length > 0) return { id, urls };
  throw new TerraformError(
    `Cluster ${id} names no nodes`,
    "The service reports it as in service, but lists no hostname at which it could be reached. Nothing was issued.",
    ["cluster_id"],
  );
}

function suspendedError(id: string): TerraformError {
  return new TerraformError(
    `Cluster ${id} is suspended`,
    "Keys are issued only for a cluster in service. The service has stopped this one, usually because of billing. Nothing was issued. Settle the " +
      "account, and apply again.",
    ["cluster_id"],
  );
}
