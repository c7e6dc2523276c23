import { isWithinVersion } from "../../../api/versions";
import type { ClusterRecord, CreateCloningOperationBody } from "../../../client";
import { toInstant } from "../../model/convert";

/** The account when a clone was requested. No later response can change it. */
export interface Baseline {
  /** Ids of the clusters that existed just before. */
  readonly clusters: readonly string[];
  /** Time of the request, in epoch seconds by the service's clock. */
  readonly at: number;
  /** Name of the source. */
  readonly name: string | null;
  /** The requested region and version; null if the service chose. */
  readonly region: string | null;
  readonly version: string | null;
}

/** The private state that distinguishes the clone of a cloning operation from any other cluster. */
export interface CloneProof {
  /** From the response to POST until the clone is proved. */
  readonly baseline?: Baseline;
  /** Id of the cluster that was proved to be the clone. */
  readonly clone?: string;
}

/** Returns the part of the private state that identifies the clone. */
export function proofIn(stored: CloneProof | undefined): CloneProof {
  const { baseline, clone } = stored ?? {};
  return { ...(baseline && { baseline }), ...(clone !== undefined && { clone }) };
}

/** Returns the state of the account just before a clone is requested. */
export function baselineOf(
  clusters: readonly Pick<ClusterRecord, "id">[],
  name: string | null,
  { target_region: region, search_server_version: version }: CreateCloningOperationBody,
  at: number,
): Baseline {
  const ids = clusters.map(({ id }) => id);
  return { clusters: ids, at, name, region: region ?? null, version: version ?? null };
}

/** The state of a cloning operation. */
export interface CloningState {
  readonly id: string | null;
  readonly status: string | null;
  readonly cluster_id: string;
  readonly target_cluster_id: string | null;
  readonly target_region: string | null;
  readonly search_server_version: string | null;
  /** RFC 3339. */
  readonly created_at: string | null;
}

/**
 * Returns why a cluster that a response names cannot be the clone, given what was known before, as a sentence; undefined if
 * nothing contradicts it.
 */
export function contradictionOf(
  { target_cluster_id }: Pick<CloningState, "target_cluster_id">,
  named: string,
  { baseline, clone = target_cluster_id ?? undefined }: CloneProof,
): string | undefined {
  if (clone !== undefined && clone !== named) return `The state holds cluster ${clone} as the clone.`;
  // An earlier run may have stored a claim in the state.
  if (baseline?.clusters.includes(named)) return "It was in the account before the clone was requested.";
  return undefined;
}

/** Seconds by which two times of one service may differ although they mean the same moment. */
const SLACK = 5;

/** True if a cluster existed before a moment (epoch seconds); false if either time is unknown. */
export function isEarlier(
  { provisioned_at: made }: Pick<ClusterRecord, "provisioned_at">,
  since: number | null,
): boolean {
  return made !== null && since !== null && made + SLACK < since;
}

/**
 * Returns why a cluster is not proved to be the clone, given its own record, as a sentence; undefined if it is proved.
 *
 * @param sourceName undefined if unknown
 */
export function mismatchOf(
  operation: Omit<CloningState, "id" | "status">,
  cluster: ClusterRecord,
  baseline: Baseline | undefined,
  sourceName: string | null | undefined,
): string | undefined {
  const { provisioned_at: made, search_server_version: runs, name } = cluster;
  const since = baseline?.at ?? secondsOf(operation.created_at);
  if (isEarlier(cluster, since))
    return `It was created ${toInstant(made)}, and the clone was requested ${toInstant(since)}.`;
  if (!baseline && (made === null || since === null))
    return "It is unknown whether it was there before the clone was requested: this state does not record which clusters existed, and the service does not report when it was created.";
  const { version, region } = baseline ?? {
    version: operation.search_server_version,
    region: operation.target_region,
  };
  if (version !== null && runs !== null && !isWithinVersion(runs, version))
    return `It runs server version ${runs}, and ${version} was requested.`;
  const places = [...cluster.regions, ...Object.keys(cluster.region_node_counts ?? {})];
  if (region !== null && places.length > 0 && !places.includes(region))
    return `It is in ${[...new Set(places)].join(", ")}, and ${region} was requested.`;
  if (name !== null && sourceName !== undefined && !couldNameClone(name, sourceName, operation.cluster_id))
    return `It is named "${name}", but its source ${sourceName === null ? "has no name" : `is named "${sourceName}"`}.`;
  return undefined;
}

/** True if a service may give this name to a clone: that of its source, or one made from it. */
function couldNameClone(name: string, sourceName: string | null, source: string): boolean {
  return name.includes(source) || (sourceName !== null && name.includes(sourceName));
}

function secondsOf(instant: string | null): number | null {
  const at = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}
