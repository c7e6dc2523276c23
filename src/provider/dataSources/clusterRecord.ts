import type { ClusterRecord } from "../../client";
import { defineSchema, t, type ValuesOf } from "../../framework";
import { hostnames, provisionedBy } from "../api/attributes";
import { toBool, toInstant } from "../api/convert";
import { nodeCountsOf } from "../api/topology";

const { nested } = t;

/** A cluster as the service shows it at this moment: the resource's attributes, and those that change by themselves. */
export const recordFields = defineSchema({
  id: { type: t.string, mode: "computed", description: "Cluster reference ID." },
  name: { type: t.string, mode: "computed", description: "Name, or null." },
  memory: { type: t.string, mode: "computed", description: "Memory per node, such as `8_gb`." },
  vcpu: { type: t.string, mode: "computed", description: "vCPU option per node, such as `2_vcpus`." },
  gpu: { type: t.bool, mode: "computed", description: "Whether the nodes have a GPU." },
  high_performance_disk: {
    type: t.bool,
    mode: "computed",
    description: "Whether the nodes have high performance disks.",
  },
  auto_upgrade_capacity: {
    type: t.bool,
    mode: "computed",
    description: "Whether the service may raise memory and vcpu by itself; null if never set.",
  },
  search_delivery_network: {
    type: t.string,
    mode: "computed",
    description: "`off`, `3_regions`, `5_regions` or `multi_nodes_per_region`.",
  },
  high_availability: {
    type: t.bool,
    mode: "computed",
    description: "Whether the cluster is highly available.",
  },
  high_availability_node_count: {
    type: t.number,
    mode: "computed",
    description: "Nodes of a single-region high-availability cluster; null for any other.",
  },
  regions: { type: t.set(t.string), mode: "computed", description: "Regions of the cluster." },
  region_node_counts: { type: t.map(t.number), mode: "computed", description: "Number of nodes by region." },
  node_regions: {
    type: t.list(t.string),
    mode: "computed",
    description:
      "Region of each node that is live now, one entry per node; changes while nodes are replaced.",
  },
  search_server_version: { type: t.string, mode: "computed", description: "Server version." },
  status: {
    type: t.string,
    mode: "computed",
    description:
      "`provisioning`, `initializing`, `in_service`, `suspended`, `deprovisioning` or `terminated`.",
  },
  hostnames: {
    type: hostnames,
    mode: "computed",
    description: "Hostnames of the cluster; null until it is in service.",
  },
  load_balancing: {
    type: t.bool,
    mode: "computed",
    description: "Whether the service balances the load over the nodes.",
  },
  usage: {
    type: nested.single({
      runtime_hours: { type: t.number, mode: "computed", description: "Hours that the cluster has run." },
      used_bandwidth_kb: {
        type: t.map(t.number),
        mode: "computed",
        description: "Kilobytes of traffic by day, for the last 7 days.",
      },
    }),
    mode: "computed",
    description: "Usage of the cluster.",
  },
  provisioned_at: {
    type: t.string,
    mode: "computed",
    description: "When the cluster was created (RFC 3339).",
  },
  provisioned_by: {
    type: provisionedBy,
    mode: "computed",
    description: "Who created the cluster.",
  },
});

export type RecordValues = ValuesOf<typeof recordFields>;

export function recordValues(record: ClusterRecord): RecordValues {
  const counts = nodeCountsOf(record) ?? null;
  return {
    id: record.id,
    name: record.name,
    memory: record.memory,
    vcpu: record.vcpu,
    gpu: toBool(record.gpu),
    high_performance_disk: toBool(record.high_performance_disk),
    auto_upgrade_capacity: record.auto_upgrade_capacity,
    search_delivery_network: record.search_delivery_network,
    high_availability: toBool(record.high_availability),
    high_availability_node_count: record.high_availability_node_count,
    regions: counts ? Object.keys(counts).sort() : null,
    region_node_counts: counts,
    node_regions: record.regions,
    search_server_version: record.search_server_version,
    status: record.status,
    hostnames: record.hostnames,
    load_balancing: toBool(record.load_balancing),
    usage: usageOf(record.usage),
    provisioned_at: toInstant(record.provisioned_at),
    provisioned_by: record.provisioned_by,
  };
}

/** Read leniently: parts that are not of the documented shape are null. */
function usageOf(usage: ClusterRecord["usage"]): RecordValues["usage"] {
  if (!usage) return null;
  const { runtime_hours: hours, used_bandwidth_kb: bandwidth } = usage;
  const days =
    isObject(bandwidth) && isObject(bandwidth.last_7_days) ? Object.entries(bandwidth.last_7_days) : [];
  return {
    runtime_hours: typeof hours === "number" ? hours : null,
    used_bandwidth_kb: Object.fromEntries(
      days.flatMap(([day, kb]) => (typeof kb === "number" ? [[day, kb]] : [])),
    ),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
