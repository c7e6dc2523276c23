import type { ClusterRecord } from "../../client";
import { t } from "../../framework";
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
import { membersOf, numberOf, valuesFrom } from "./openRecords";

/** A cluster as the service shows it at this moment: the resource's attributes, and those that change by themselves. */
export const recordFields = {
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

/** Read leniently: parts that are not of the documented shape are null or left out. */
function usageOf(usage: ClusterRecord["usage"]) {
  if (!usage) return null;
  const days = Object.entries(membersOf(membersOf(usage.used_bandwidth_kb).last_7_days));
  const kilobytes = days.filter(([, kb]) => numberOf(kb) !== null).map(([day, kb]) => [day, numberOf(kb)]);
  return { runtime_hours: numberOf(usage.runtime_hours), used_bandwidth_kb: Object.fromEntries(kilobytes) };
}
