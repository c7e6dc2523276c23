import type { ConfigurationChangeRecord } from "../../client";
import { toBool, toInstant } from "../cluster/model";

/** The new_* settings of a record that are not null, in words. */
export function settingsOf(change: ConfigurationChangeRecord): string {
  return (
    settings(change)
      .map(([name, value]) => `${name.slice(4)} ${typeof value === "object" ? JSON.stringify(value) : value}`)
      .join(", ") || "a restart"
  );
}

/** Whether a record has no new_* settings: a restart. */
export function bringsNothing(change: ConfigurationChangeRecord): boolean {
  return settings(change).length === 0;
}

function settings(change: ConfigurationChangeRecord): [string, unknown][] {
  return Object.entries(change).filter(([name, value]) => name.startsWith("new_") && value !== null);
}

/** A change as people can find it again: its id, what it brings and when. */
export function describeChange(change: ConfigurationChangeRecord): string {
  const when = change.perform_change_at === null ? "" : `, due ${instantOf(change.perform_change_at)}`;
  return `Configuration change ${change.id} (${settingsOf(change)}${when}, ${change.status})`;
}

export function instantOf(seconds: number): string {
  return toInstant(Math.floor(seconds)) ?? "";
}

/** `pending_change` as state shows it. */
export function viewOf(change: ConfigurationChangeRecord) {
  return {
    id: change.id,
    status: change.status,
    perform_change_at: toInstant(change.perform_change_at),
    created_at: toInstant(change.created_at),
    new_memory: change.new_memory,
    new_vcpu: change.new_vcpu,
    new_gpu: toBool(change.new_gpu),
    new_high_performance_disk: toBool(change.new_high_performance_disk),
    new_search_server_version: change.new_search_server_version,
    new_high_availability: toBool(change.new_high_availability),
    new_high_availability_node_count: change.new_high_availability_node_count,
    new_search_delivery_network: change.new_search_delivery_network,
    new_region_node_counts: change.new_region_node_counts,
  };
}
