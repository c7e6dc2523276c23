import type { ClusterRecord } from "../../client";
import { TerraformError } from "../../framework";
import { clientOf, type Service } from "../service";

/** How old the listing may be that answers for the looks before a POST (docs/design/laws.md#l1). */
export const LISTING_MAX_AGE = 60_000;

/**
 * Refuses a create whose name a cluster of the account has already: it may be the one that an earlier, cut-off run of
 * this very create has made, and a second one would be billed beside it.
 */
export async function refuseDuplicate(
  service: Service,
  name: string | null,
  ownId: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (name === null || service.allowDuplicateNames) return;
  const client = clientOf(service);
  // A create of this run whose outcome nobody knows: its cluster may still appear under this name.
  if (client.createsInFlight().some((body) => body.name === name)) throw takenInThisRun(name);
  const { clusters } = await client.clusterListing({ maxAge: LISTING_MAX_AGE, signal });
  const same = sameName(clusters, name, ownId);
  if (same.length > 0) throw duplicate(name, same);
}

/** The clusters of that name, except our own and those that are going away. */
export function sameName(
  clusters: readonly ClusterRecord[],
  name: string,
  ownId: string | undefined,
): ClusterRecord[] {
  return clusters.filter(
    (cluster) =>
      cluster.name === name &&
      cluster.id !== ownId &&
      cluster.status !== "deprovisioning" &&
      cluster.status !== "terminated",
  );
}

function duplicate(name: string, same: readonly ClusterRecord[]): TerraformError {
  const found = same.map((cluster) => `  ${cluster.id} (${cluster.status})`).join("\n");
  const [first] = same;
  return new TerraformError(
    `A cluster named "${name}" exists already`,
    `The account has:\n${found}\n\nCreating another one would bill both. If it is the one this configuration means (an earlier run ` +
      "may have been cut off after it was made), take it over with an import block, and apply again:\n\n" +
      `  import {\n    to = searchcloud_cluster.NAME\n    id = "${first?.id}"\n  }\n\n` +
      "If the resource is in state and marked as tainted, `terraform untaint` keeps its cluster and `-replace` makes a new one. " +
      "A replacement with create_before_destroy has to be let through, because its predecessor still has the name. " +
      "If a second cluster of that name is what you want, give it another name, or set allow_duplicate_names = true " +
      "in the provider block.",
    ["name"],
  );
}

/** Two creates of one name in one run: the second fails before its POST. */
export function takenInThisRun(name: string): TerraformError {
  return new TerraformError(
    `A cluster named "${name}" is being created by this same run`,
    "Two resources of this configuration have the same name. Nothing was sent for this one. If the other create has failed with an " +
      "unknown outcome, settle that first. Give one of them another name, " +
      "or set allow_duplicate_names = true in the provider block.",
    ["name"],
  );
}
