import { LEAVING_STATUSES } from "../../api/enumerations";
import type { Observed } from "../../client";
import { type Call, GONE, type Gone, TerraformError } from "../../framework";
import { describeCluster } from "../api/describe";
import { markManaged } from "../clusterChange/managedIds";
import { clientOf, type Service } from "../service";
import { observedValues } from "./model";
import { readParameters } from "./parameters/read";
import { effectiveValues } from "./pendingState";
import { type Kept, keptOf, keptRestart } from "./privateState";
import type { ClusterValues } from "./schema";

export type ClusterCall = Call<ClusterValues, Service, Kept>;

/** One look at the cluster, as Terraform is to see it: its values, or that it is gone (docs/design/laws.md#l2). */
export async function readCluster(
  call: ClusterCall,
  state: ClusterValues,
): Promise<Partial<ClusterValues> | Gone> {
  const client = clientOf(call.service);
  const id = state.id ?? "";
  markManaged(client, id);
  const seen = await client.read(id, "shared", { signal: call.signal });
  if (seen.kind === "present") {
    if (seen.cluster.status === "suspended") warnSuspended(call, describeCluster(seen.cluster));
    const { values, change, restart } = await effectiveValues(call, seen.cluster, state);
    const parameters = await readParameters(call, seen.cluster, state.server_parameters);
    call.setPrivateState({
      ...keptOf(id, client.host, state),
      ...(change !== undefined && { change }),
      ...keptRestart(restart),
    });
    return { ...observedValues(seen.cluster), ...values, ...parameters };
  }
  if (call.privateState?.imported) throw cannotImport(id, seen, client.host);
  if (seen.kind === "missing") {
    refuseToForget(call, state, client.host);
    await refuseIfListed(call, state);
  }
  call.warn(
    `Cluster ${describeCluster(state)} is gone`,
    `${whyGone(seen)} It has been removed from the state.`,
  );
  return GONE;
}

/** A 404 is no proof: for a protected cluster, or from a host that never knew it, the state is kept. */
function refuseToForget(call: ClusterCall, state: ClusterValues, host: string): void {
  const known = call.privateState?.host;
  if (known !== undefined && known !== host) {
    throw new TerraformError(
      `Cluster ${describeCluster(state)} is not at ${host}`,
      `The state was written against ${known}; the provider now asks ${host}, which answers 404. Nothing was changed. ` +
        "Set base_url back, or, if the cluster has really moved there, remove it from the state and import it again.",
    );
  }
  if (state.termination_protection === true) {
    throw new TerraformError(
      `Cluster ${describeCluster(state)} is protected and cannot be found`,
      "The service answers 404, which means that it is gone or that this key cannot see it. Because of termination_protection " +
        "it is not taken for gone. Check that the key belongs to the right account; if the cluster is really gone, remove it " +
        "with `terraform state rm`.",
    );
  }
}

/**
 * A 404 counts only where the list, of the same address and key, does not show the cluster: something else that
 * answers at a wrong base_url cannot list it, which fails.
 */
export async function refuseIfListed(call: ClusterCall, state: ClusterValues): Promise<void> {
  const client = clientOf(call.service);
  // An older listing has been told of the 404 already.
  const { clusters } = await client.clusterListing({ maxAge: 0, signal: call.signal });
  const listed = clusters.find(({ id }) => id === state.id);
  if (!listed || LEAVING_STATUSES.includes(listed.status)) return;
  throw new TerraformError(
    `Cluster ${describeCluster(state)} cannot be read`,
    `${client.host} answers 404 for it, but lists it as ${listed.status}. Nothing was changed, because it is not taken for gone. ` +
      "Run again in a while.",
  );
}

function whyGone(seen: Exclude<Observed, { kind: "present" }>): string {
  return seen.kind === "missing"
    ? "The service answers 404: it was terminated outside of Terraform, or this key cannot see it (another account, or a key restricted to other clusters)."
    : `Its status is ${seen.cluster.status}: it was terminated outside of Terraform, which cannot be undone.`;
}

function cannotImport(
  id: string,
  seen: Exclude<Observed, { kind: "present" }>,
  host: string,
): TerraformError {
  const why =
    seen.kind === "missing"
      ? `${host} answers 404 for it: there is no such cluster, or this key cannot see it.`
      : `Its status is ${seen.cluster.status}: it is going away.`;
  return new TerraformError(
    `Cannot import cluster ${id}`,
    `${why} The id is the cluster reference ID, as the service shows it.`,
  );
}

function warnSuspended(call: ClusterCall, name: string): void {
  call.warn(
    `Cluster ${name} is suspended`,
    "The service has stopped it, usually because of billing; its data is kept for some days. Settle the account at the service. " +
      "Terraform leaves the cluster as it is.",
  );
}
