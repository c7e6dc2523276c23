import { isLeaving } from "../../../api/enumerations";
import { LISTING_MAX_AGE_MS } from "../../../api/limits";
import type { Client, ClusterRecord } from "../../../client";
import { isUnknown, TerraformError } from "../../../framework";
import { failedAs } from "../../model/errors";
import { importBlock } from "../../model/words";
import { isManaged, isManagedClone } from "../../shared/changes/managedIds";
import { isEarlier } from "../../shared/cloning/proof";
import { readHint } from "../../shared/preflight/hint";
import { runState } from "../../shared/runState";
import { clientOf, type Service } from "../../shared/service";
import { plannedName } from "../../shared/thisRun";
import type { ClusterCall, ClusterPlanning, ClusterValues } from "./schema";

/** Number of unnamed clusters in a warning, newest first. */
const MOST = 5;

/**
 * Rejects a create whose name a cluster of the account already has: an interrupted run of this create may have created it, and a
 * second one would be billed as well.
 *
 * @param gives true if the plan renames that cluster first; the create itself checks again. @default - no cluster
 */
export async function refuseDuplicate(
  { service, signal, privateState: own }: Pick<ClusterCall, "service" | "signal" | "privateState">,
  name: string | null,
  gives: (clusterId: string) => boolean = () => false,
): Promise<void> {
  if (name === null || service.allowDuplicateNames) return;
  const client = clientOf(service);
  // The outcome of such a create is unknown: its cluster may still appear with this name.
  if (client.createsInFlight().some((body) => body.name === name)) throw nameInUseError(name);
  const { clusters } = await client.clusterListing({ maxAge: LISTING_MAX_AGE_MS, signal });
  const named = clusters.filter((one) => one.name === name && one.id !== own?.id);
  const leaving = named.filter(isLeaving);
  const predecessors = [own?.id, removedByName(client).get(name), ...leaving.map(({ id }) => id)];
  const others = named.filter((one) => !isLeaving(one) && !gives(one.id));
  const same = await excludeClones(client, predecessors, others, signal);
  if (same.length > 0) throw duplicateError(client, name, same);
}

/** True if the same plan gives a cluster another name. */
export function isRenamed(service: Service, clusterId: string, from: string): boolean {
  const name = plannedName(service, clusterId);
  return name !== undefined && !isUnknown(name) && name !== from;
}

/** The ids of clusters that have left the state in this run, by name. */
const removedByName = runState((_: Client) => new Map<string, string>());

/** Records that a cluster has left the state, because its clones may still have its name. */
export function recordRemoval(client: Client, { id, name }: Pick<ClusterValues, "id" | "name">): void {
  if (id !== null && name !== null) removedByName(client).set(name, id);
}

/** Excludes clones: they have the name of their source, and their operations prove that no interrupted create left them. */
async function excludeClones(
  client: Client,
  sources: readonly (string | undefined)[],
  clusters: readonly ClusterRecord[],
  signal: AbortSignal,
): Promise<readonly ClusterRecord[]> {
  let left = clusters.filter(({ id }) => !isManagedClone(client, id));
  for (const source of new Set(sources)) {
    if (source === undefined || left.length === 0) continue;
    const operations = await client.cloningOperations(source, { signal }).catch((error: unknown) => {
      // The operations may be gone with their cluster.
      if (failedAs(error, "not_found")) return [];
      throw error;
    });
    const clones = new Map(operations.map((one) => [one.target_cluster_reference_id, one.created_at]));
    // A record may name any cluster as its clone; one that existed before is not.
    left = left.filter((one) => !clones.has(one.id) || isEarlier(one, clones.get(one.id) ?? null));
  }
  return left;
}

function duplicateError(client: Client, name: string, same: readonly ClusterRecord[]): TerraformError {
  const isOurs = same.every(({ id }) => isManaged(client, id));
  const advice = isOurs
    ? "A resource of this configuration manages it. "
    : "If it is the cluster of this configuration (an earlier run may have been interrupted after creating it), import it, and apply " +
      `again:\n\n${importBlock("cluster", same[0]?.id ?? "")}\n\nIf it is the clone of a searchcloud_cloning_operation, or another resource manages it, do not ` +
      "import it: set allow_duplicate_names = true. ";
  return new TerraformError(
    `A cluster named "${name}" already exists`,
    `The account has:\n${listed(same)}\n\nCreating another one would bill both. ${advice}` +
      "If the resource is in state and tainted, the command `untaint` keeps its cluster and `-replace` creates a new one. " +
      "A replacement with create_before_destroy needs allow_duplicate_names, because its predecessor still has the name. " +
      "If you want a second cluster of that name, give it another name, or set allow_duplicate_names = true " +
      "in the provider block.",
    ["name"],
  );
}

/** Builds the error for the second of two creates with one name in one run. It fails before its POST. */
export function nameInUseError(name: string): TerraformError {
  return new TerraformError(
    `A cluster named "${name}" is being created by this same run`,
    "Two resources of this configuration have the same name. Nothing was sent for this one. If the other create has failed with an " +
      "unknown outcome, resolve that first. Otherwise give one of them another name, or set allow_duplicate_names = true in the " +
      "provider block.",
    ["name"],
  );
}

/**
 * Warns of unnamed clusters that match a create without a name: an interrupted apply may have created one, and nothing else would show
 * it (docs/design/laws.md#l1). Only a hint, because without a name nothing identifies them.
 */
export async function warnOfUnnamed(planning: ClusterPlanning): Promise<void> {
  const { planned, service, privateState, plannedPrivateState } = planning;
  const { client } = service;
  if (!planned || !client || planned.name !== null) return;
  const { memory, vcpu, regions } = planned;
  if (isUnknown(memory) || isUnknown(vcpu) || isUnknown(regions)) return;
  const clusters = await readHint(
    planning,
    async (_, options) => (await client.clusterListing({ maxAge: LISTING_MAX_AGE_MS, ...options })).clusters,
  );
  const wanted = { memory, vcpu, regions: regions ?? [] };
  const predecessor = (privateState ?? plannedPrivateState)?.id;
  const alike = (clusters ?? [])
    .filter((one) => isSimilar(one, wanted) && one.id !== predecessor && !isManaged(client, one.id))
    .sort((a, b) => (b.provisioned_at ?? 0) - (a.provisioned_at ?? 0))
    .slice(0, MOST);
  if (alike.length === 0) return;
  planning.warn(
    `The account already has unnamed clusters of this kind: ${alike.map(({ id }) => id).join(", ")}`,
    `Each of these is billed:\n${listed(alike)}\n\nIf an interrupted apply created one of them, import it instead of ` +
      `creating another one:\n\n${importBlock("cluster", alike[0]?.id ?? "")}\n\n` +
      "If another resource or another person owns it, there is nothing to do. A cluster with a name is protected against this by its name.",
    ["name"],
  );
}

/** True if a cluster has no name, and a key created it with this size in these regions. */
export function isSimilar(
  { name, memory, vcpu, regions, region_node_counts, provisioned_by: by }: ClusterRecord,
  wanted: { readonly memory: string; readonly vcpu: string; readonly regions: readonly string[] },
): boolean {
  const places = new Set([...regions, ...Object.keys(region_node_counts ?? {})]);
  return (
    name === null &&
    by?.user_type !== "User" &&
    memory === wanted.memory &&
    vcpu === wanted.vcpu &&
    // A new cluster shows no node yet.
    (places.size === 0 || wanted.regions.length === 0 || wanted.regions.every((region) => places.has(region)))
  );
}

function listed(clusters: readonly ClusterRecord[]): string {
  return clusters.map(({ id, status }) => `  ${id} (${status})`).join("\n");
}
