import { type IdentityValues, TerraformError } from "../../framework";

/**
 * Returns the cluster in an identity; null if it has none.
 * @throws TerraformError if an import by id would read another owner, and so another object
 */
export function clusterIn({ cluster_id: cluster }: IdentityValues): string | null {
  if (typeof cluster !== "string" || cluster === "") return null;
  if (!cluster.includes("/")) return cluster;
  throw new TerraformError(
    "Invalid identity",
    "The cluster_id has a slash, which no id of a cluster has. Set it to the cluster reference ID alone, such as kq3v9x2m7c1d.",
  );
}
