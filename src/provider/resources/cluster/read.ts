import type { ClusterRecord } from "../../../client";
import { GONE, type Gone, TerraformError } from "../../../framework";
import { describeCluster } from "../../model/describe";
import { compareCapacity } from "../../model/sizing";
import { markManaged } from "../../shared/changes/managedIds";
import { refuseOtherHost } from "../../shared/child";
import { clientOf } from "../../shared/service";
import { refuseIfListed } from "../../shared/termination";
import { recordRemoval } from "./existing";
import { observedValues } from "./model";
import { readParameters } from "./parameters/read";
import { readPendingState } from "./pendingState";
import { privateStateOf, restartKeys } from "./privateState";
import type { ClusterCall, ClusterValues } from "./schema";

/** The explanation of a 404 for a cluster. */
export const NOT_FOUND =
  "The service answers 404: the cluster was terminated outside of Terraform, or this key cannot see it (another account, or a key " +
  "restricted to other clusters).";

/** Reads the values of the cluster for the state, or that it is gone (docs/design/laws.md#l2). */
export async function readCluster(
  call: ClusterCall,
  state: ClusterValues,
): Promise<Partial<ClusterValues> | Gone> {
  const client = clientOf(call.service);
  const id = state.id ?? "";
  markManaged(client, id);
  const seen = await client.read(id, "shared", call);
  if (seen.kind === "present") return readPresent(call, seen.cluster, state);
  const why =
    seen.kind === "missing"
      ? NOT_FOUND
      : `Its status is ${seen.cluster.status}: it was terminated outside of Terraform, which cannot be undone.`;
  if (call.privateState?.imported) {
    throw new TerraformError(
      `Cannot import cluster ${id}`,
      `${why} Give the cluster reference ID, as the service shows it.`,
    );
  }
  if (seen.kind === "missing") {
    refuseOtherHost(call, `Cluster ${describeCluster(state)}`);
    refuseToForget(state);
    await refuseIfListed(call, id, `Cluster ${describeCluster(state)}`);
  }
  call.warn(`Cluster ${describeCluster(state)} is gone`, `${why} It has been removed from the state.`);
  recordRemoval(client, state);
  return GONE;
}

async function readPresent(
  call: ClusterCall,
  cluster: ClusterRecord,
  state: ClusterValues,
): Promise<Partial<ClusterValues>> {
  if (cluster.status === "suspended") {
    call.warn(
      `Cluster ${describeCluster(cluster)} is suspended`,
      "The service has stopped it, usually because of billing, and stores its data for some days. Terraform leaves the cluster as it is. " +
        "Settle the account with the service.",
    );
  }
  const { values: parameters, writtenAt, read } = await readParameters(call, cluster, state);
  const { values: pending, change, restart } = await readPendingState(call, cluster, state, writtenAt);
  const { memory, vcpu, auto_upgrade_capacity: mayRise } = state;
  const isRaised = mayRise === true && compareCapacity(cluster, state) === "larger";
  const { host } = clientOf(call.service);
  call.setPrivateState({
    ...privateStateOf(host, { ...state, id: cluster.id }, call.privateState),
    ...(change !== undefined && { change }),
    ...restartKeys(restart),
    ...(read && { parameters_read: read }),
    // Until the following plan has reported it (docs/design/laws.md#l6).
    ...(isRaised && { raised_from: { memory, vcpu } }),
  });
  return { ...observedValues(cluster), ...pending, ...parameters };
}

/** Throws for a protected cluster, because a 404 does not prove that it is gone. */
function refuseToForget(state: ClusterValues): void {
  if (state.termination_protection !== true) return;
  throw new TerraformError(
    `Cluster ${describeCluster(state)} is protected and cannot be found`,
    "The service answers 404: the cluster is gone, or this key cannot see it. Because of termination_protection, the cluster " +
      "stays in the state. Check that the key belongs to the right account. If the cluster is really gone, remove it with " +
      "the command `state rm`.",
  );
}
