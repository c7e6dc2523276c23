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
import type { ClusterValues } from "../provider/resources/cluster/schema";
import { clusterSchema } from "../provider/resources/cluster/schema";
import { isInFlight } from "../provider/shared/changes/inFlight";
import { NO_RESTART, restartAfterWrite } from "../provider/shared/changes/restart";
import type { NodeCall } from "../provider/shared/dataPlane";
import { clientOf } from "../provider/shared/service";
import { type ClusterConfiguration, configurationFor } from "./configuration";

export type { ClusterConfiguration } from "./configuration";

/** A cluster as a reading has shown it. */
export interface FoundCluster {
  readonly record: ClusterRecord;
  /** When that reading began, by the service's clock (milliseconds since the epoch). */
  readonly at: number;
}

/** A cluster as code can describe it, or why none can. */
export type ClusterDescription =
  | {
      readonly kind: "configurable";
      readonly configuration: ClusterConfiguration;
      /** Attributes for `ignore_changes`. */
      readonly ignored: readonly (keyof ClusterConfiguration & string)[];
      readonly nodeCounts: NodeCounts | null;
      /** It has no hostnames now. */
      readonly isWithoutNodes: boolean;
      /** Server parameters, by name; none where nobody asked for them. */
      readonly parameters: readonly ConfigurableParameter[];
      /** For whoever reads the code, a sentence each. */
      readonly notes: readonly string[];
    }
  | { readonly kind: "left out"; readonly status: string; readonly why: string };

/**
 * The clusters of the account by the pages of the list, or those of the ids, each by a read of its own.
 *
 * @throws TerraformError for an id that the service does not know.
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
  throw new TerraformError(`There is no cluster ${id}`, NOT_FOUND);
}

/** Why no code can describe a cluster now; undefined: its record says nothing against it. */
export function reasonToLeaveOut(record: ClusterRecord): string | undefined {
  if (isLeaving(record)) return `it is being terminated (its status is ${record.status})`;
  if (isStarting(record)) return `it is still starting (its status is ${record.status})`;
  return undefined;
}

/** Differs when a cluster has changed in what code says of it. */
export function signatureOf(record: ClusterRecord): string {
  const { provisioned_by: _, ...values } = observedValues(record);
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url");
}

/** Seconds are whole in what the service answers. */
const SECOND = 1000;

/**
 * Looks for a change on its way, because an import plans against what is planned for: one request, rarely two.
 *
 * @param withParameters whether to read the server parameters too, which is one request more
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
    const look = descriptionFor(now, changes);
    return look.kind === "configurable" && withParameters ? withParametersOf(call, id, look, changes) : look;
  }
  return { kind: "left out", status: record.status, why: "it is gone: the service answers 404" };
}

/**
 * Adds the server parameters. An apply that names one for the first time restarts the cluster, where no change has succeeded since it
 * was written: then none is named, because nobody has asked for a restart.
 */
async function withParametersOf(
  call: NodeCall,
  id: string,
  look: Extract<ClusterDescription, { readonly kind: "configurable" }>,
  changes: readonly ConfigurationChangeRecord[],
): Promise<ClusterDescription> {
  const { parameters, writtenAt } = await readConfigurableParameters(call, id);
  const isDue = writtenAt !== undefined && restartAfterWrite(NO_RESTART, writtenAt, changes).due;
  if (!isDue) return { ...look, parameters };
  const names = parameters.map(({ name, value }) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`);
  const note = `Server parameters (${names.join(", ")}) are left out: they were written after its last change, and an apply that names them requests a restart.`;
  return { ...look, notes: [...look.notes, note] };
}

/** Where its nodes were, in place of what the service does not say. */
function regionsOf({ regions }: ClusterRecord) {
  return { regions: regions.length === 0 ? null : [...new Set(regions)].sort() };
}

/** What code says of a cluster with these changes. */
export function descriptionFor(
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
  if ("why" in found) return leave(`no configuration may say what it is. ${found.why}`);
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
            "Suspended: the service has stopped it, usually because of billing, and Terraform leaves it as it is.",
          ]
        : []),
      ...(active ? [`${describeChange(active)}: these are the values after it.`] : []),
      ...(ignored.length > 0
        ? ["No configuration may say where its nodes are, so that edits of its regions are ignored."]
        : []),
    ],
  };
}

export interface ConfigurableParameter {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** The server parameters of a cluster that a configuration may name, by name, and when one was last written (epoch seconds): one request. */
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
