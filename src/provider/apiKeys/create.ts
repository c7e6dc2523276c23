import { STARTING_STATUSES } from "../../api/enumerations";
import { type Call, TerraformError } from "../../framework";
import { toInstant } from "../api/convert";
import { presentCluster } from "../child";
import { untilInService } from "../clusterChange/waits";
import { whenFree } from "../clusterChange/whenFree";
import { clientOf, type Service } from "../service";
import type { ApiKeysValues } from "./schema";

const PURPOSE = "to issue keys for";

/**
 * Issues one pair of keys as soon as the cluster is in service. Only the answer ever shows the keys, so it is saved at once, and
 * nothing is sent after it. A lost answer is thrown as it is: another pair would not bring it back.
 */
export async function issueKeys(
  call: Call<ApiKeysValues, Service, undefined>,
  planned: ApiKeysValues,
  newId: () => string,
): Promise<Partial<ApiKeysValues>> {
  const { signal } = call;
  const { cluster_id: cluster } = planned;
  const client = clientOf(call.service);
  const keys = await whenFree(call, client, cluster, {
    purpose: PURPOSE,
    attempt: async () => {
      const { status } = await presentCluster(client, cluster, PURPOSE, signal);
      if (status === "suspended") throw suspendedError(cluster);
      if (STARTING_STATUSES.includes(status)) return untilInService(call, client, cluster);
      return { done: await client.issueApiKeys(cluster, { signal }) };
    },
  });
  const values = { id: newId(), ...keys, issued_at: toInstant(Math.floor(client.serverNow() / 1000)) };
  call.saveState(values);
  return values;
}

function suspendedError(id: string): TerraformError {
  return new TerraformError(
    `Cluster ${id} is suspended`,
    "Keys are issued only for a cluster in service. The service has stopped this one, usually because of billing. Nothing was issued. Settle the " +
      "account, and apply again.",
    ["cluster_id"],
  );
}
