import type { ClusterRecord } from "../../client";
import { defineSchema, t, type ValuesOf } from "../../framework";
import { count, counts, flag, hostnames, provisionedBy, text, texts } from "../api/attributes";
import { toBool, toInstant } from "../api/convert";
import { nodeCountsOf } from "../api/topology";
import { membersOf, numberOf } from "./openRecords";

/** A cluster as the service shows it at this moment: the resource's attributes, and those that change by themselves. */
export const recordFields = defineSchema({
  id: text("Cluster reference ID."),
  name: text("Name, or null."),
  memory: text("Memory per node, such as `8_gb`."),
  vcpu: text("vCPU option per node, such as `2_vcpus`."),
  gpu: flag("Whether the nodes have a GPU."),
  high_performance_disk: flag("Whether the nodes have high performance disks."),
  auto_upgrade_capacity: flag("Whether the service may raise memory and vcpu by itself; null if never set."),
  search_delivery_network: text("`off`, `3_regions`, `5_regions` or `multi_nodes_per_region`."),
  high_availability: flag("Whether the cluster is highly available."),
  high_availability_node_count: count(
    "Nodes of a single-region high-availability cluster; null for any other.",
  ),
  regions: { type: t.set(t.string), mode: "computed", description: "Regions of the cluster." },
  region_node_counts: counts("Number of nodes by region."),
  node_regions: texts(
    "Region of each node that is live now, one entry per node; changes while nodes are replaced.",
  ),
  search_server_version: text("Server version."),
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
});

export type RecordValues = ValuesOf<typeof recordFields>;

export function recordValues({ regions, ...record }: ClusterRecord): RecordValues {
  const counts = nodeCountsOf({ regions, ...record }) ?? null;
  return {
    ...record,
    gpu: toBool(record.gpu),
    high_performance_disk: toBool(record.high_performance_disk),
    high_availability: toBool(record.high_availability),
    regions: counts ? Object.keys(counts).sort() : null,
    region_node_counts: counts,
    node_regions: regions,
    load_balancing: toBool(record.load_balancing),
    usage: usageOf(record.usage),
    provisioned_at: toInstant(record.provisioned_at),
  };
}

/** Read leniently: parts that are not of the documented shape are null or left out. */
function usageOf(usage: ClusterRecord["usage"]): RecordValues["usage"] {
  if (!usage) return null;
  const days = Object.entries(membersOf(membersOf(usage.used_bandwidth_kb).last_7_days));
  const kilobytes = days.flatMap(([day, kb]): [string, number][] => {
    const known = numberOf(kb);
    return known === null ? [] : [[day, known]];
  });
  return { runtime_hours: numberOf(usage.runtime_hours), used_bandwidth_kb: Object.fromEntries(kilobytes) };
}
