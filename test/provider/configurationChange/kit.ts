import type { ConfigurationChangeRecord } from "../../../src/client";
import type { ChangeValues } from "../../../src/provider/configurationChange/schema";

/** A restart of a single node that is pending, as the client reads it. */
export function changeRecord(changes: Partial<ConfigurationChangeRecord> = {}): ConfigurationChangeRecord {
  return {
    id: "ch-1",
    status: "pending",
    created_at: 1_700_000_000,
    updated_at: 1_700_000_001,
    perform_change_at: 1_700_003_600,
    completed_at: null,
    notification_email_addresses: [],
    old_memory: "8_gb",
    new_memory: null,
    old_vcpu: "2_vcpus",
    new_vcpu: null,
    old_gpu: "no",
    new_gpu: null,
    old_high_performance_disk: "no",
    new_high_performance_disk: null,
    old_search_server_version: "29.0",
    new_search_server_version: null,
    old_high_availability: "no",
    new_high_availability: null,
    old_high_availability_node_count: null,
    new_high_availability_node_count: null,
    old_search_delivery_network: "off",
    new_search_delivery_network: null,
    old_load_balancing: "no",
    new_load_balancing: null,
    old_region_node_counts: { oregon: 1 },
    new_region_node_counts: null,
    ...changes,
  };
}

/** What Terraform keeps of a change that asks for nothing. */
export function changeValues(values: Partial<ChangeValues> = {}): ChangeValues {
  return {
    id: "ch-1",
    cluster_id: "c-1",
    perform_change_at: null,
    new_memory: null,
    new_vcpu: null,
    new_gpu: null,
    new_high_performance_disk: null,
    new_search_server_version: null,
    new_high_availability: null,
    new_high_availability_node_count: null,
    new_search_delivery_network: null,
    new_region_node_counts: null,
    notification_email_addresses: null,
    triggers: null,
    wait: null,
    window: null,
    timeouts: null,
    status: "pending",
    created_at: null,
    updated_at: null,
    completed_at: null,
    old: null,
    ...values,
  };
}
