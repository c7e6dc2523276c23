import { createHash } from "node:crypto";
import type { ClusterRecord, ConfigurationChangeRecord } from "../client";
import { TerraformError } from "../framework";
import {
  type FoundCluster,
  findClusters as findAllClusters,
  readClusterNow,
  readFoundCluster,
  reasonToLeaveOut,
  type SeenCluster,
} from "../provider/finding/clusters";
import { type ConfigurableParameter, configurableParameters } from "../provider/finding/parameters";
import { describeChange } from "../provider/model/describe";
import type { NodeCounts } from "../provider/model/topology";
import { type ClusterConfiguration, configurationFor } from "../provider/resources/cluster/configuration";
import { observedValues } from "../provider/resources/cluster/model";
import { lastWrite } from "../provider/resources/cluster/parameters/difference";
import { NOT_FOUND } from "../provider/resources/cluster/read";
import { NO_RESTART, restartAfterWrite } from "../provider/shared/changes/restart";
import type { NodeCall } from "../provider/shared/dataPlane";
import { clientOf } from "../provider/shared/service";

/** A cluster as code can describe it, or the reason why no code can. */
export type ClusterDescription =
  | {
      readonly kind: "configurable";
      readonly configuration: ClusterConfiguration;
      /** Attributes for `ignore_changes`. */
      readonly ignored: readonly (keyof ClusterConfiguration & string)[];
      readonly nodeCounts: NodeCounts | null;
      /** True if it has no hostnames now. */
      readonly isWithoutNodes: boolean;
      /** Server parameters sorted by name; empty unless requested. */
      readonly parameters: readonly ConfigurableParameter[];
      /** Comments for readers of the code, one sentence each. */
      readonly notes: readonly string[];
    }
  | { readonly kind: "left out"; readonly status: string; readonly why: string };

/**
 * Lists the clusters of the account, or reads the clusters with the given ids.
 *
 * @throws TerraformError if a cluster is not found
 */
export async function findClusters(
  call: NodeCall,
  ids?: readonly string[],
): Promise<readonly FoundCluster[]> {
  if (ids === undefined) {
    const all: FoundCluster[] = [];
    for await (const found of findAllClusters(call, () => true)) all.push(found);
    return all;
  }
  const client = clientOf(call.service);
  const begun = client.clock.now();
  const records = await Promise.all([...new Set(ids)].map((id) => readExistingCluster(call, id)));
  const at = client.serverNow() - (client.clock.now() - begun);
  return records.map((record) => ({ record, at }));
}

async function readExistingCluster(call: NodeCall, id: string): Promise<ClusterRecord> {
  const record = await readClusterNow(call, id);
  if (record) return record;
  throw new TerraformError(`Cluster ${id} not found`, NOT_FOUND);
}

/** Returns a hash that changes with the values that code contains. */
export function signatureOf(record: ClusterRecord): string {
  const { provisioned_by: _, ...values } = observedValues(record);
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url");
}

/**
 * Describes a cluster with its pending change, because an import plans against the result of that change. One request, rarely two.
 *
 * @param withParameters reads the server parameters, too, with one more request
 */
export async function readClusterDescription(
  call: NodeCall,
  found: FoundCluster,
  withParameters: boolean,
): Promise<ClusterDescription> {
  const { id, status } = found.record;
  const seen = await readFoundCluster(call, found);
  if (!seen) return { kind: "left out", status, why: "it no longer exists: the service responds with 404" };
  const description = descriptionFor(seen);
  return description.kind === "configurable" && withParameters
    ? withParametersOf(call, id, description, seen.changes)
    : description;
}

/**
 * Adds the server parameters, unless they were written after the last change of the cluster: the first apply that sets them would
 * restart it, which nobody has requested.
 */
async function withParametersOf(
  call: NodeCall,
  id: string,
  description: Extract<ClusterDescription, { readonly kind: "configurable" }>,
  changes: readonly ConfigurationChangeRecord[],
): Promise<ClusterDescription> {
  const records = await clientOf(call.service).parameters(id, { signal: call.signal });
  const { parameters } = configurableParameters(records);
  const writtenAt = lastWrite(records);
  const isDue = writtenAt !== undefined && restartAfterWrite(NO_RESTART, writtenAt, changes).due;
  if (!isDue) return { ...description, parameters };
  const names = parameters.map(({ name, value }) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`);
  const note = `Server parameters (${names.join(", ")}) are left out: they were written after the last change of the cluster, so an apply that sets them would request a restart.`;
  return { ...description, notes: [...description.notes, note] };
}

/** Describes a cluster with its changes. */
function descriptionFor({ record, values, active }: SeenCluster): ClusterDescription {
  const { status, hostnames } = record;
  const leave = (why: string): ClusterDescription => ({ kind: "left out", status, why });
  const reason = reasonToLeaveOut(record);
  if (reason !== undefined) return leave(reason);
  const found = configurationFor(values, record.regions);
  if ("why" in found) return leave(`no valid configuration describes it. ${found.why}`);
  const { configuration, ignored } = found;
  return {
    kind: "configurable",
    configuration,
    ignored,
    nodeCounts: values.region_node_counts ?? null,
    isWithoutNodes: hostnames === null,
    parameters: [],
    notes: [
      ...(status === "suspended"
        ? [
            "Suspended: the service has stopped it, usually because of billing. Terraform does not change that.",
          ]
        : []),
      ...(active ? [`${describeChange(active)}: these are the values after it.`] : []),
      ...(ignored.length > 0
        ? ["No valid configuration describes the location of its nodes, so edits of its regions are ignored."]
        : []),
    ],
  };
}
