import type { ClusterRecord } from "../../client";
import { isUnknown } from "../../framework";
import { isManaged } from "../clusterChange/managedIds";
import { readHint } from "../preflight/hint";
import { LISTING_MAX_AGE } from "./duplicates";
import type { ClusterPlanning } from "./plan";

/** So many are named, newest first. */
const MOST = 5;

/**
 * Names the unnamed clusters that are just what a create without a name asks for: an apply that was cut off may have made
 * one, and nothing else would ever tell (docs/design/laws.md#l1). A hint only, because a name is what a refusal could go by.
 */
export async function warnOfUnnamed(planning: ClusterPlanning): Promise<void> {
  const { planned, service, privateState } = planning;
  const { client } = service;
  if (!planned || !client || planned.name !== null) return;
  const { memory, vcpu, regions } = planned;
  if (isUnknown(memory) || isUnknown(vcpu) || isUnknown(regions)) return;
  const clusters = await readHint(
    planning,
    async (_, options) => (await client.clusterListing({ maxAge: LISTING_MAX_AGE, ...options })).clusters,
  );
  const wanted = { memory, vcpu, regions: regions ?? [] };
  const alike = (clusters ?? [])
    .filter((one) => isAlike(one, wanted) && one.id !== privateState?.id && !isManaged(client, one.id))
    .sort((a, b) => (b.provisioned_at ?? 0) - (a.provisioned_at ?? 0))
    .slice(0, MOST);
  const [newest] = alike;
  if (!newest) return;
  const names = alike.map(({ id, status }) => `  ${id} (${status})`).join("\n");
  planning.warn(
    `The account has unnamed clusters of this kind already: ${alike.map(({ id }) => id).join(", ")}`,
    `Each of these is billed:\n${names}\n\nIf an apply that was cut off has made one of them, take it over with an import block instead of ` +
      `making another one:\n\n  import {\n    to = searchcloud_cluster.NAME\n    id = "${newest.id}"\n  }\n\n` +
      "If another resource or another person has it, there is nothing to do. A cluster with a name is protected against this by its name.",
    ["name"],
  );
}

/** An unnamed cluster that a key has made, of this size, in these regions. */
export function isAlike(
  { name, memory, vcpu, regions, region_node_counts, provisioned_by: by }: ClusterRecord,
  wanted: { readonly memory: string; readonly vcpu: string; readonly regions: readonly string[] },
): boolean {
  const places = new Set([...regions, ...Object.keys(region_node_counts ?? {})]);
  return (
    name === null &&
    by?.user_type !== "User" &&
    memory === wanted.memory &&
    vcpu === wanted.vcpu &&
    // A cluster that has just been made shows no node yet.
    (places.size === 0 || wanted.regions.length === 0 || wanted.regions.every((region) => places.has(region)))
  );
}
