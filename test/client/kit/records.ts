import type { CloningOperationRecord, ClusterRecord, ConfigurationChangeRecord } from "../../../src/client";
import { START } from "./clock";

/** Records with every field, as of the test clock's start. */

const SIZING = {
  memory: "8_gb",
  vcpu: "4_vcpus",
  gpu: "no",
  high_performance_disk: "no",
  search_server_version: "30.1",
  high_availability: "no",
  high_availability_node_count: null,
  search_delivery_network: "off",
  load_balancing: "no",
  region_node_counts: { oregon: 1 },
} as const;

export function cluster(given: Partial<ClusterRecord> = {}): ClusterRecord {
  return {
    ...SIZING,
    id: "c1",
    name: "products",
    regions: ["oregon"],
    auto_upgrade_capacity: null,
    hostnames: null,
    usage: null,
    provisioned_by: { user_name: "ci", user_type: "API Key" },
    provisioned_at: START / 1000,
    status: "in_service",
    ...given,
  };
}

export function change(given: Partial<ConfigurationChangeRecord> = {}): ConfigurationChangeRecord {
  const settings = Object.entries(SIZING).flatMap(([key, value]) => [
    [`old_${key}`, value],
    [`new_${key}`, null],
  ]);
  return {
    id: "ch1",
    status: "pending",
    created_at: START / 1000,
    updated_at: START / 1000,
    perform_change_at: START / 1000 + 30,
    completed_at: null,
    notification_email_addresses: [],
    ...Object.fromEntries(settings),
    ...given,
  };
}

export function clone(given: Partial<CloningOperationRecord> = {}): CloningOperationRecord {
  return {
    id: "cl1",
    status: "pending",
    created_at: START / 1000,
    updated_at: START / 1000,
    completed_at: null,
    source_region: "oregon",
    target_region: "oregon",
    search_server_version: "30.1",
    target_cluster_reference_id: null,
    notification_email_addresses: [],
    ...given,
  };
}

/** A server parameter as the service writes it: its times are text, unlike those of every other record. */
export const parameter = (given: Partial<Record<keyof typeof PARAMETER, string>> = {}) => ({
  ...PARAMETER,
  ...given,
});
const AT = new Date(START).toISOString();
const PARAMETER = {
  id: "p1",
  parameter_name: "max-per-page",
  parameter_value: "500",
  created_at: AT,
  updated_at: AT,
};
