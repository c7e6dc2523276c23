import { isLeaving } from "../../../api/enumerations";
import { LISTING_MAX_AGE_MS } from "../../../api/limits";
import type {
  Client,
  CloningOperationRecord,
  ClusterRecord,
  CreateCloningOperationBody,
} from "../../../client";
import { TerraformError } from "../../../framework";
import { describeClone } from "../../model/describe";
import { importBlock } from "../../model/words";
import { isInFlight } from "../../shared/changes/inFlight";
import { isManaged } from "../../shared/changes/managedIds";
import { isOrphanedClone } from "../../shared/changes/orphans";
import { cloneIn } from "../../shared/cloning/end";
import { isEarlier } from "../../shared/cloning/proof";

/**
 * Finds a clone that is in progress or exists, matches the request exactly, and belongs to no resource that this run knows: a
 * killed apply records nothing (docs/design/laws.md#l1).
 */
export async function findOrphanedClone(
  client: Client,
  source: string,
  clones: readonly CloningOperationRecord[],
  body: CreateCloningOperationBody,
  signal: AbortSignal,
): Promise<CloningOperationRecord | undefined> {
  const same = clones.filter((one) => isOrphanedClone(client, source, one, body));
  const inProgress = same.find((one) => isInFlight(one) || isAboutToName(client, one));
  if (inProgress) return inProgress;
  const [newest, ...older] = same.filter(
    (one) => one.status === "succeeded" && cloneIn(one, source) !== null,
  );
  const clone = newest && cloneIn(newest, source);
  if (!clone) return undefined;
  const seen = await client.read(clone, "shared", { signal });
  if (seen.kind === "present" && mayBeCloneOf(client, newest, seen.cluster)) return newest;
  if (older.length === 0) return undefined;
  // Rehearsing one version every night leaves many of them, and the listing covers all at once.
  const { clusters } = await client.clusterListing({ maxAge: LISTING_MAX_AGE_MS, signal });
  const alive = new Map(clusters.filter((one) => !isLeaving(one)).map((one) => [one.id, one]));
  return older.find((one) => {
    const cluster = alive.get(cloneIn(one, source) ?? "");
    return cluster && mayBeCloneOf(client, one, cluster);
  });
}

/**
 * True unless another resource manages the cluster, or it is older than the operation: a record alone does not make it a clone
 * (docs/design/laws.md#named-by-an-answer).
 */
function mayBeCloneOf(client: Client, record: CloningOperationRecord, cluster: ClusterRecord): boolean {
  return !isManaged(client, cluster.id) && !isEarlier(cluster, record.created_at);
}

/** Milliseconds after its end in which a cloning operation may still name its clone. */
const UNNAMED_FOR_MS = 3_600_000;

function isAboutToName(client: Client, record: CloningOperationRecord): boolean {
  const { status, target_cluster_reference_id: clone, completed_at, created_at } = record;
  const ended = completed_at ?? created_at ?? 0;
  return status === "succeeded" && clone === null && client.serverNow() - ended * 1000 < UNNAMED_FOR_MS;
}

/** Returns the error for an orphaned clone, beside which another one would be billed. It explains how to end it, or to keep it. */
export function orphanError(
  client: Pick<Client, "baseUrl" | "keyHeader">,
  source: string,
  record: CloningOperationRecord,
): TerraformError {
  const { id, target_cluster_reference_id: clone } = record;
  const what = clone === null ? `cloning operation ${id}` : `cluster ${clone}`;
  return new TerraformError(
    `Cluster ${source} already has a clone that a rehearsal may have left: ${what}`,
    `${describeClone(record)}${clone === null ? "" : ` created cluster ${clone}`}. It is exactly what this rehearsal would request, no state that this run ` +
      `has read contains it, and it is billed: an interrupted apply may have left it. Nothing was requested.\n\n${howToEndIt(client, source, id, clone)}\n\n` +
      "If another run is rehearsing, wait for its end. If a rehearsal of this state owns it (an unfinished one, or one that " +
      "create_before_destroy replaces), or to keep it and rehearse beside it, set allow_duplicate_names = true in the provider block for this apply.",
  );
}

/** Explains how to end the clone. The plan fails while the clone exists, so it cannot be imported in the same configuration. */
function howToEndIt(
  { baseUrl, keyHeader }: Pick<Client, "baseUrl" | "keyHeader">,
  source: string,
  id: string,
  clone: string | null,
): string {
  const elsewhere = "in a separate configuration";
  if (clone === null)
    return `To end it, import it ${elsewhere} with terminate_clone_on_destroy = true, apply, and destroy it:\n\n${importBlock("cloning_operation", `${source}/${id}`)}`;
  return (
    `To end it, import it ${elsewhere} and destroy it:\n\n${importBlock("cluster", clone)}\n\nor send this request:\n\n` +
    `  curl -X POST ${baseUrl}/clusters/${clone}/lifecycle \\\n    -H "${keyHeader}: $SEARCHCLOUD_API_KEY" \\\n` +
    `    -H "content-type: application/json" -d '{"lifecycle_action": "terminate"}'`
  );
}
