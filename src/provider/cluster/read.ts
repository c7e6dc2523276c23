import { LEAVING_STATUSES } from "../../api/enumerations";
import type { ClusterRecord, Observed } from "../../client";
import { GONE, type Gone, TerraformError } from "../../framework";
import { type Capacity, compareCapacity } from "../api/capacity";
import { describeCluster } from "../api/describe";
import { markManaged } from "../clusterChange/managedIds";
import { clientOf } from "../service";
import { noteGone } from "./existing";
import { observedValues } from "./model";
import { readParameters } from "./parameters/read";
import { readPendingState } from "./pendingState";
import { privateStateOf, restartKeys } from "./privateState";
import type { ClusterCall, ClusterValues } from "./types";

/** Reads the cluster as Terraform is to see it: its values, or that it is gone (docs/design/laws.md#l2). */
export async function readCluster(
  call: ClusterCall,
  state: ClusterValues,
): Promise<Partial<ClusterValues> | Gone> {
  const client = clientOf(call.service);
  const id = state.id ?? "";
  markManaged(client, id);
  const seen = await client.read(id, "shared", { signal: call.signal });
  if (seen.kind === "present") return readPresent(call, seen.cluster, state);
  if (call.privateState?.imported) throw importError(id, seen, client.host);
  if (seen.kind === "missing") {
    refuseToForget(call, state, client.host);
    await refuseIfListed(call, state);
  }
  call.warn(
    `Cluster ${describeCluster(state)} is gone`,
    `${whyGone(seen)} It has been removed from the state.`,
  );
  noteGone(client, state);
  return GONE;
}

async function readPresent(
  call: ClusterCall,
  cluster: ClusterRecord,
  state: ClusterValues,
): Promise<Partial<ClusterValues>> {
  if (cluster.status === "suspended") warnSuspended(call, describeCluster(cluster));
  const { values: parameters, writtenAt } = await readParameters(call, cluster, state);
  const { values, change, restart } = await readPendingState(call, cluster, state, writtenAt);
  const raisedFrom = raisedCapacity(cluster, state);
  call.setPrivateState({
    ...privateStateOf(cluster.id, clientOf(call.service).host, state, call.privateState),
    ...(change !== undefined && { change }),
    ...restartKeys(restart),
    ...(raisedFrom && { raised_from: raisedFrom }),
  });
  return { ...observedValues(cluster), ...values, ...parameters };
}

/** The pair in state, where the cluster has a larger one now (docs/design/laws.md#l6). */
function raisedCapacity(cluster: ClusterRecord, state: ClusterValues): Capacity | undefined {
  const { memory, vcpu, auto_upgrade_capacity: mayRise } = state;
  return mayRise === true && compareCapacity(cluster, state) === "larger" ? { memory, vcpu } : undefined;
}

/** A 404 is no proof: for a protected cluster, or from a host that never knew it, the state stays. */
function refuseToForget(call: ClusterCall, state: ClusterValues, host: string): void {
  const known = call.privateState?.host;
  if (known !== undefined && known !== host) {
    throw new TerraformError(
      `Cluster ${describeCluster(state)} is not at ${host}`,
      `The state was written against ${known}. The provider now calls ${host}, which answers 404. Nothing was changed. ` +
        "Set base_url back. If the cluster has really moved, remove it from the state and import it again.",
    );
  }
  if (state.termination_protection === true) {
    throw new TerraformError(
      `Cluster ${describeCluster(state)} is protected and cannot be found`,
      "The service answers 404: the cluster is gone, or this key cannot see it. Because of termination_protection, the cluster " +
        "stays in the state. Check that the key belongs to the right account. If the cluster is really gone, remove it with " +
        "`terraform state rm`.",
    );
  }
}

/**
 * A 404 counts only where the list, from the same address with the same key, does not show the cluster: another server at a
 * wrong base_url cannot list clusters, and that call fails.
 */
export async function refuseIfListed(call: ClusterCall, state: ClusterValues): Promise<void> {
  const client = clientOf(call.service);
  // An older listing already leaves out what has answered 404.
  const { clusters } = await client.clusterListing({ maxAge: 0, signal: call.signal });
  const listed = clusters.find(({ id }) => id === state.id);
  if (!listed || LEAVING_STATUSES.includes(listed.status)) return;
  throw new TerraformError(
    `Cluster ${describeCluster(state)} cannot be read`,
    `${client.host} answers 404 for it, but lists it as ${listed.status}. Nothing was changed, and the cluster stays in the state. ` +
      "Run again in a few minutes.",
  );
}

function whyGone(seen: Exclude<Observed, { kind: "present" }>): string {
  return seen.kind === "missing"
    ? "The service answers 404: it was terminated outside of Terraform, or this key cannot see it (another account, or a key restricted to other clusters)."
    : `Its status is ${seen.cluster.status}: it was terminated outside of Terraform, which cannot be undone.`;
}

function importError(id: string, seen: Exclude<Observed, { kind: "present" }>, host: string): TerraformError {
  const why =
    seen.kind === "missing"
      ? `${host} answers 404 for it: there is no such cluster, or this key cannot see it.`
      : `Its status is ${seen.cluster.status}: it is being terminated.`;
  return new TerraformError(
    `Cannot import cluster ${id}`,
    `${why} Give the cluster reference ID, as the service shows it.`,
  );
}

function warnSuspended(call: ClusterCall, name: string): void {
  call.warn(
    `Cluster ${name} is suspended`,
    "The service has stopped it, usually because of billing, and stores its data for some days. Terraform leaves the cluster as it is. " +
      "Settle the account with the service.",
  );
}
