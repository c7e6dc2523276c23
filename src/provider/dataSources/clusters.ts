import type { ClusterRecord } from "../../client";
import { define, TerraformError, t } from "../../framework";
import {
  count,
  counts,
  flag,
  hostnames,
  provisionedBy,
  settingAttributes,
  text,
  texts,
} from "../model/attributes";
import { nodeCountsOf } from "../model/topology";
import { clientOf, type Service } from "../shared/service";
import { byCodeUnit, clusterId, filter, listed } from "./listing";
import { membersOf, numberOf, valuesFrom } from "./openRecords";

/** The attributes of a cluster as it is now: those of the resource, and those that change by themselves. */
const recordFields = {
  id: text("Cluster reference ID."),
  name: text("Name, or null."),
  ...settingAttributes("", "now."),
  auto_upgrade_capacity: flag("Whether the service may raise memory and vcpu by itself; null if never set."),
  high_availability_node_count: count(
    "Nodes of a single-region high-availability cluster; null for any other.",
  ),
  regions: { type: t.set(t.string), mode: "computed", description: "Regions of the cluster." },
  node_regions: texts(
    "Region of each node that is live now, one entry per node; changes while nodes are replaced.",
  ),
  status: text(
    "`provisioning`, `initializing`, `in_service`, `suspended`, `deprovisioning` or `terminated`.",
  ),
  hostnames: {
    type: hostnames,
    mode: "computed",
    description: "Hostnames of the cluster; null until it is in service.",
  },
  load_balancing: flag("Whether the service balances the load over the nodes."),
  usage: {
    type: t.nested.single({
      runtime_hours: count("Hours that the cluster has run."),
      used_bandwidth_kb: counts("Kilobytes of traffic by day, for the last 7 days."),
    }),
    mode: "computed",
    description: "Usage of the cluster.",
  },
  provisioned_at: text("When the cluster was created (RFC 3339)."),
  provisioned_by: {
    type: provisionedBy,
    mode: "computed",
    description: "Who created the cluster.",
  },
} as const;

export function recordValues(record: ClusterRecord) {
  const counts = nodeCountsOf(record) ?? null;
  return valuesFrom(recordFields, {
    ...record,
    regions: counts && Object.keys(counts).sort(),
    region_node_counts: counts,
    node_regions: record.regions,
    usage: usageOf(record.usage),
  });
}

/** Reads usage leniently: parts without the documented shape are null or left out. */
function usageOf(usage: ClusterRecord["usage"]) {
  if (!usage) return null;
  const days = Object.entries(membersOf(membersOf(usage.used_bandwidth_kb).last_7_days));
  const kilobytes = days.filter(([, kb]) => numberOf(kb) !== null).map(([day, kb]) => [day, numberOf(kb)]);
  return { runtime_hours: numberOf(usage.runtime_hours), used_bandwidth_kb: Object.fromEntries(kilobytes) };
}

/** Maximum age, in milliseconds, of the listing that the data sources of one plan share. */
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
      `Cluster ${id} not found`,
      `${client.host} answers 404 for it: there is no such cluster, or this key cannot see it. Use the cluster reference ID that the service shows.`,
      ["id"],
    );
  },
});

/** `data.searchcloud_clusters`: the clusters of the account that match a filter. */
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
    const found = clusters.filter((cluster) => matches(cluster, filter));
    return { clusters: found.sort((a, b) => byCodeUnit(a.id, b.id)).map(recordValues) };
  },
});

/** True if a cluster matches every part of the filter that is set. */
export function matches(
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
