import { createHash } from "node:crypto";
import { isLeaving } from "../api/enumerations";
import type { ClusterRecord, ConfigurationChangeRecord } from "../client";
import { findDecomposed, TerraformError } from "../framework";
import { describeChange } from "../provider/model/describe";
import { failedAs } from "../provider/model/errors";
import { liveSizing } from "../provider/model/sizing";
import type { NodeCounts } from "../provider/model/topology";
import { isStarting, observedValues } from "../provider/resources/cluster/model";
import { lastWrite } from "../provider/resources/cluster/parameters/difference";
import { pendingValues } from "../provider/resources/cluster/pendingState";
import { NOT_FOUND } from "../provider/resources/cluster/read";
import { type ClusterValues, clusterSchema } from "../provider/resources/cluster/schema";
import { isInFlight } from "../provider/shared/changes/inFlight";
import { NO_RESTART, restartAfterWrite } from "../provider/shared/changes/restart";
import type { NodeCall } from "../provider/shared/dataPlane";
import { clientOf } from "../provider/shared/service";
import { type ClusterConfiguration, configurationFor } from "./configuration";

export type { ClusterConfiguration } from "./configuration";

/** A cluster and the time at which it was read. */
export interface FoundCluster {
  readonly record: ClusterRecord;
  /** The start of the read by the service's clock, in milliseconds since the epoch. */
  readonly at: number;
}

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
  { service, signal }: NodeCall,
  ids?: readonly string[],
): Promise<readonly FoundCluster[]> {
  const client = clientOf(service);
  const begun = client.clock.now();
  const records =
    ids === undefined
      ? (await client.clusterListing({ maxAge: 0, signal })).clusters
      : await Promise.all([...new Set(ids)].map((id) => readExistingCluster({ service, signal }, id)));
  const at = client.serverNow() - (client.clock.now() - begun);
  return records.map((record) => ({ record, at }));
}

async function readClusterNow({ service, signal }: NodeCall, id: string): Promise<ClusterRecord | undefined> {
  const seen = await clientOf(service).read(id, "fresh", { signal });
  return seen.kind === "missing" ? undefined : seen.cluster;
}

async function readExistingCluster(call: NodeCall, id: string): Promise<ClusterRecord> {
  const record = await readClusterNow(call, id);
  if (record) return record;
  throw new TerraformError(`Cluster ${id} not found`, NOT_FOUND);
}

/** Returns the reason why no code can describe a cluster now, or undefined if its record gives none. */
export function reasonToLeaveOut(record: ClusterRecord): string | undefined {
  if (isLeaving(record)) return `it is being terminated (its status is ${record.status})`;
  if (isStarting(record)) return `it is still starting (its status is ${record.status})`;
  return undefined;
}

/** Returns a hash that changes with the values that code contains. */
export function signatureOf(record: ClusterRecord): string {
  const { provisioned_by: _, ...values } = observedValues(record);
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url");
}

/** The service rounds times to whole seconds. */
const SECOND = 1000;

/**
 * Describes a cluster with its pending change, because an import plans against the result of that change. One request, rarely two.
 *
 * @param withParameters reads the server parameters, too, with one more request
 */
export async function readClusterDescription(
  call: NodeCall,
  { record, at }: FoundCluster,
  withParameters: boolean,
): Promise<ClusterDescription> {
  const { id } = record;
  const client = clientOf(call.service);
  const changes = await client.changes(id, { signal: call.signal }).catch((error: unknown) => {
    if (failedAs(error, "not_found")) return undefined;
    throw error;
  });
  const hasEndedSince = changes?.some(({ completed_at: end }) => end !== null && end * SECOND >= at - SECOND);
  const now = hasEndedSince ? await readClusterNow(call, id) : record;
  if (changes && now) {
    const description = descriptionFor(now, changes);
    return description.kind === "configurable" && withParameters
      ? withParametersOf(call, id, description, changes)
      : description;
  }
  return {
    kind: "left out",
    status: record.status,
    why: "it no longer exists: the service responds with 404",
  };
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
  const { parameters, writtenAt } = await readConfigurableParameters(call, id);
  const isDue = writtenAt !== undefined && restartAfterWrite(NO_RESTART, writtenAt, changes).due;
  if (!isDue) return { ...description, parameters };
  const names = parameters.map(({ name, value }) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`);
  const note = `Server parameters (${names.join(", ")}) are left out: they were written after the last change of the cluster, so an apply that sets them would request a restart.`;
  return { ...description, notes: [...description.notes, note] };
}

/** Returns the regions of the record, for a cluster whose node counts the service does not report. */
function regionsOf({ regions }: ClusterRecord) {
  return { regions: regions.length === 0 ? null : [...new Set(regions)].sort() };
}

/** Describes a cluster with its changes. */
function descriptionFor(
  record: ClusterRecord,
  changes: readonly ConfigurationChangeRecord[],
): ClusterDescription {
  const { status, hostnames } = record;
  const leave = (why: string): ClusterDescription => ({ kind: "left out", status, why });
  const reason = reasonToLeaveOut(record);
  if (reason !== undefined) return leave(reason);
  const active = changes.find(isInFlight);
  const values: Partial<ClusterValues> = {
    ...observedValues(record),
    ...pendingValues(liveSizing(record), active, active),
  };
  const found = configurationFor({ ...values, ...(!values.regions && regionsOf(record)) });
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

export interface ConfigurableParameter {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** Reads the server parameters that a configuration may set, sorted by name, and the time of the last write (epoch seconds). One request. */
async function readConfigurableParameters(
  { service, signal }: NodeCall,
  clusterId: string,
): Promise<{
  readonly parameters: readonly ConfigurableParameter[];
  readonly writtenAt: number | undefined;
}> {
  const records = await clientOf(service).parameters(clusterId, { signal });
  const [isNamed] = clusterSchema.server_parameters.validators;
  const parameters = records
    .map(({ id, parameter_name: name, parameter_value: value }) => ({ id, name, value }))
    .filter(
      ({ name, value }) =>
        isNamed?.({ [name]: value }) === undefined && findDecomposed([name, value]) === undefined,
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { parameters, writtenAt: lastWrite(records) };
}
