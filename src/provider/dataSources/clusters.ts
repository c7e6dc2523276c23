import type { ClusterRecord } from "../../client";
import { define, TerraformError } from "../../framework";
import { clientOf, type Service } from "../shared/service";
import { recordFields, recordValues } from "./clusterRecord";
import { byText } from "./listing";
import { clusterId, filter, listed } from "./schema";

/** Milliseconds that the shared listing may be old: the data sources of one plan share one. */
const LISTING_MAX_AGE = 60_000;

/** `data.searchcloud_cluster`: one cluster as it is now. */
export const clusterData = define<Service>().dataSource({
  name: "cluster",
  description: "One cluster as it is now, whether or not Terraform manages it.",
  schema: { ...recordFields, id: clusterId },
  read: async ({ service, signal }, { id }) => {
    const client = clientOf(service);
    const seen = await client.read(id, "shared", { signal });
    if (seen.kind !== "missing") return { ...recordValues(seen.cluster), id };
    throw new TerraformError(
      `There is no cluster ${id}`,
      `${client.host} answers 404 for it: there is no such cluster, or this key cannot see it. Give the cluster reference ID, as the service shows it.`,
      ["id"],
    );
  },
});

/** `data.searchcloud_clusters`: the clusters of the account that a filter lets through. */
export const clustersData = define<Service>().dataSource({
  name: "clusters",
  description: "The clusters of the account, as they are now.",
  schema: {
    name: filter("Only clusters of exactly this name."),
    region: filter("Only clusters with a node in this region, such as `oregon`."),
    status: filter("Only clusters of this status, such as `in_service`; without it, all that are listed."),
    clusters: listed("The clusters, sorted by id.", recordFields),
  },
  read: async ({ service, signal }, filter) => {
    const { clusters } = await clientOf(service).clusterListing({ maxAge: LISTING_MAX_AGE, signal });
    const found = clusters.filter((cluster) => passes(cluster, filter));
    return { clusters: found.sort((a, b) => byText(a.id, b.id)).map(recordValues) };
  },
});

/** Whether a cluster passes every part of the filter that is set. */
export function passes(
  cluster: ClusterRecord,
  { name, region, status }: { readonly [part in "name" | "region" | "status"]: string | null },
): boolean {
  const regions = [...cluster.regions, ...Object.keys(cluster.region_node_counts ?? {})];
  return (
    (name === null || cluster.name === name) &&
    (region === null || regions.includes(region)) &&
    (status === null || cluster.status === status)
  );
}
