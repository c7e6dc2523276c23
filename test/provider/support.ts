import type { ClusterRecord, Observed } from "../../src/client";

/** Returns a cluster of one node in service, as the client reads it. */
export function record(changes: Partial<ClusterRecord> = {}): ClusterRecord {
  return {
    id: "c-1",
    name: "products",
    memory: "8_gb",
    vcpu: "2_vcpus",
    gpu: "no",
    high_performance_disk: "no",
    search_server_version: "30.2",
    high_availability: "no",
    high_availability_node_count: null,
    search_delivery_network: "off",
    load_balancing: "no",
    regions: ["oregon"],
    region_node_counts: { oregon: 1 },
    auto_upgrade_capacity: null,
    hostnames: { nodes: ["c-1-1.example"], load_balanced: null, search_delivery_network: null },
    usage: { runtime_hours: 5, used_bandwidth_kb: { last_7_days: { "2026-11-19": 7 } } },
    provisioned_by: { user_name: "pipeline", user_type: "API Key" },
    provisioned_at: 1_700_000_000,
    status: "in_service",
    ...changes,
  };
}

/** Returns null for every attribute of a schema. */
export function nullsOf<Values>(schema: object): Values {
  return Object.fromEntries(Object.keys(schema).map((name) => [name, null])) as Values;
}

/** Returns a read with this cluster. */
export function seen(cluster: ClusterRecord): Observed {
  const leaving = cluster.status === "deprovisioning" || cluster.status === "terminated";
  return { kind: leaving ? "leaving" : "present", cluster };
}

export const MISSING = { kind: "missing", error: new Error("404") } as unknown as Observed;
