import type { Client, Observed } from "../../client";
import { type Call, TerraformError } from "../../framework";
import { toInstant } from "../api/convert";
import { failedAs, NoCluster } from "../api/errors";
import { clientOf, type Service } from "../service";
import type { ApiKeysValues } from "./schema";

type ApiKeysCall = Call<ApiKeysValues, Service, undefined>;

/** How often a cluster may leave service between the poll and the request. */
const MAX_ROUNDS = 3;

/**
 * Issues one pair of keys as soon as the cluster is in service. Only the answer ever shows the keys, so it is saved at once, and
 * nothing is sent after it. A lost answer is thrown as it is: another pair would not bring it back.
 */
export async function issueKeys(
  call: ApiKeysCall,
  planned: ApiKeysValues,
  newId: () => string,
): Promise<Partial<ApiKeysValues>> {
  const client = clientOf(call.service);
  const keys = await issueInService(call, client, planned.cluster_id);
  const values = { id: newId(), ...keys, issued_at: toInstant(Math.floor(client.serverNow() / 1000)) };
  call.saveState(values);
  return values;
}

async function issueInService(call: ApiKeysCall, client: Client, clusterId: string) {
  const { signal } = call;
  for (let round = 1; ; round += 1) {
    await awaitService(call, client, clusterId);
    try {
      return await client.exclusively(clusterId, signal, () => client.issueApiKeys(clusterId, { signal }));
    } catch (error) {
      if (!failedAs(error, "refused", "not_found")) throw error;
      // The cluster may have left service since the last poll.
      const seen = await client.read(clusterId, "fresh", { signal });
      if (judge(seen, clusterId) === "done" || round === MAX_ROUNDS) throw error;
    }
  }
}

async function awaitService(
  { signal, deadline }: ApiKeysCall,
  client: Client,
  clusterId: string,
): Promise<void> {
  await client.waitForCluster(clusterId, {
    describe: `cluster ${clusterId} to be in service, before keys can be issued for it`,
    judge: (seen) => judge(seen, clusterId),
    deadline,
    signal,
  });
}

/** @throws NoCluster for one that is gone or going away, TerraformError for one that is suspended. */
function judge(seen: Observed, id: string): "done" | "pending" {
  if (seen.kind !== "present")
    throw new NoCluster(id, "to issue keys for", seen.kind === "leaving" ? seen.cluster.status : null);
  if (seen.cluster.status === "suspended")
    throw new TerraformError(
      `Cluster ${id} is suspended`,
      "Keys are issued only for a cluster in service. The service has stopped this one, usually because of billing. Nothing was issued. Settle the " +
        "account, and apply again.",
      ["cluster_id"],
    );
  return seen.cluster.status === "in_service" ? "done" : "pending";
}
