import { isWithinVersion } from "../../../api/versions";
import type { ClusterRecord, CreateCloningOperationBody } from "../../../client";
import { toInstant } from "../../model/convert";

/** What the account was like when a clone was requested: no later answer can change it. */
export interface Baseline {
  /** Ids of the clusters that were there just before. */
  readonly clusters: readonly string[];
  /** When it was requested: epoch seconds, by the service's clock. */
  readonly at: number;
  /** Name of the source. */
  readonly name: string | null;
  /** The region and the version that were requested; null: the service chose. */
  readonly region: string | null;
  readonly version: string | null;
}

/** What is stored beside the state of a cloning operation to tell its clone from any other cluster. */
export interface CloneProof {
  /** From the answer of POST until the clone is proved. */
  readonly baseline?: Baseline;
  /** Id of the cluster that is proved to be the clone. */
  readonly clone?: string;
}

/** The part of what is stored that tells the clone from other clusters. */
export function proofIn(stored: CloneProof | undefined): CloneProof {
  const { baseline, clone } = stored ?? {};
  return { ...(baseline && { baseline }), ...(clone !== undefined && { clone }) };
}

/** What the account is like, just before a clone is requested. */
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
 * Why a cluster that an answer names cannot be the clone, by what was known before that answer; as a sentence. Undefined: nothing speaks
 * against it.
 */
export function knownOtherwise(
  { target_cluster_id }: Pick<CloningState, "target_cluster_id">,
  named: string,
  { baseline, clone = target_cluster_id ?? undefined }: CloneProof,
): string | undefined {
  if (clone !== undefined && clone !== named) return `The state holds cluster ${clone} as the clone.`;
  // The state of an earlier run may have taken over a claim.
  if (baseline?.clusters.includes(named)) return "It was in the account before the clone was requested.";
  return undefined;
}

/** Seconds by which two times of one service may be apart though they name the same moment. */
const SLACK = 5;

/** Whether a cluster was there before a moment (epoch seconds); false where either is not known. */
export function isEarlier(
  { provisioned_at: made }: Pick<ClusterRecord, "provisioned_at">,
  since: number | null,
): boolean {
  return made !== null && since !== null && made + SLACK < since;
}

/**
 * Why a cluster is not proved to be the clone, by its own record; as a sentence. Undefined: it is proved.
 *
 * @param sourceName undefined: nobody knows
 */
export function unlikeClone(
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
    return "It is unknown whether it was there before the clone was requested: this state does not say which clusters there were, and the service does not say when it was created.";
  const { version, region } = baseline ?? {
    version: operation.search_server_version,
    region: operation.target_region,
  };
  if (version !== null && runs !== null && !isWithinVersion(runs, version))
    return `It runs server version ${runs}, and ${version} was requested.`;
  const places = [...cluster.regions, ...Object.keys(cluster.region_node_counts ?? {})];
  if (region !== null && places.length > 0 && !places.includes(region))
    return `It is in ${[...new Set(places)].join(", ")}, and ${region} was requested.`;
  if (name !== null && sourceName !== undefined && !isNameOfClone(name, sourceName, operation.cluster_id))
    return `It is named "${name}", but its source ${sourceName === null ? "has no name" : `is named "${sourceName}"`}.`;
  return undefined;
}

/** What a service may call a clone: nothing, as its source, or by a name made from that. */
function isNameOfClone(name: string, sourceName: string | null, source: string): boolean {
  return name.includes(source) || (sourceName !== null && name.includes(sourceName));
}

function secondsOf(instant: string | null): number | null {
  const at = instant === null ? Number.NaN : Date.parse(instant);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}
