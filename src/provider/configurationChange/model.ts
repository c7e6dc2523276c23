import type { ConfigurationChangeRecord } from "../../client";
import { toBool, toInstant, toYesNo } from "../api/convert";
import type { NewSettings } from "../api/sizing";
import { sameCounts } from "../api/topology";
import type { ScheduleValues } from "../schedule/schema";
import type { ChangeValues } from "./schema";

/** What a record says of a change, in the names of the resource; what was asked for stays in the user's words. */
export function observedChange(change: ConfigurationChangeRecord): Partial<ChangeValues> {
  return {
    id: change.id,
    perform_change_at: toInstant(change.perform_change_at),
    status: change.status,
    created_at: toInstant(change.created_at),
    updated_at: toInstant(change.updated_at),
    completed_at: toInstant(change.completed_at),
    old: {
      memory: change.old_memory,
      vcpu: change.old_vcpu,
      gpu: toBool(change.old_gpu),
      high_performance_disk: toBool(change.old_high_performance_disk),
      search_server_version: change.old_search_server_version,
      high_availability: toBool(change.old_high_availability),
      high_availability_node_count: change.old_high_availability_node_count,
      search_delivery_network: change.old_search_delivery_network,
      region_node_counts: change.old_region_node_counts,
    },
  };
}

/**
 * What an imported change asked for, as far as its record tells: the service may fill settings that nobody asked for, and
 * those that follow from others.
 */
export function askedValues(change: ConfigurationChangeRecord): Partial<ChangeValues> {
  const changed = <T>(now: T, before: T): T | null => (now === before ? null : now);
  const addresses = change.notification_email_addresses;
  const nodes = changed(change.new_high_availability_node_count, change.old_high_availability_node_count);
  return {
    new_memory: changed(change.new_memory, change.old_memory),
    new_vcpu: changed(change.new_vcpu, change.old_vcpu),
    new_gpu: toBool(changed(change.new_gpu, change.old_gpu)),
    new_high_performance_disk: toBool(
      changed(change.new_high_performance_disk, change.old_high_performance_disk),
    ),
    new_search_server_version: changed(change.new_search_server_version, change.old_search_server_version),
    new_high_availability: toBool(changed(change.new_high_availability, change.old_high_availability)),
    new_high_availability_node_count: nodes,
    new_search_delivery_network: changed(
      change.new_search_delivery_network,
      change.old_search_delivery_network,
    ),
    // Of the two, a configuration gives one.
    new_region_node_counts: nodes === null ? changedCounts(change) : null,
    notification_email_addresses: addresses.length > 0 ? addresses : null,
  };
}

function changedCounts({
  new_region_node_counts: now,
  old_region_node_counts: before,
}: ConfigurationChangeRecord) {
  return now && before && sameCounts(now, before) ? null : now;
}

/** The schedule of an explicit change, in the form of the cluster's. */
export function scheduleBlock({ perform_change_at, wait, window }: ChangeValues): ScheduleValues | null {
  return perform_change_at === null && wait === null && window === null
    ? null
    : { perform_change_at, wait, window };
}

/** The settings of the body: what the configuration says and nothing else. None at all: a restart. */
export function askedSettings(planned: ChangeValues): NewSettings {
  const yesNo = (name: string, value: boolean | null) => (value === null ? {} : { [name]: toYesNo(value) });
  const given = <T>(name: string, value: T | null) => (value === null ? {} : { [name]: value });
  return {
    ...given("new_memory", planned.new_memory),
    ...given("new_vcpu", planned.new_vcpu),
    ...yesNo("new_gpu", planned.new_gpu),
    ...yesNo("new_high_performance_disk", planned.new_high_performance_disk),
    ...given("new_search_server_version", planned.new_search_server_version),
    ...yesNo("new_high_availability", planned.new_high_availability),
    ...given("new_high_availability_node_count", planned.new_high_availability_node_count),
    ...given("new_search_delivery_network", planned.new_search_delivery_network),
    ...given("new_region_node_counts", planned.new_region_node_counts),
  };
}
