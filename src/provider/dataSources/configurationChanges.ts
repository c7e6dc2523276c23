import type { ConfigurationChangeRecord } from "../../client";
import { define, defineSchema, t } from "../../framework";
import { toBool, toInstant } from "../api/convert";
import { clientOf, type Service } from "../service";
import { allOf, newestFirst } from "./listing";
import { clusterId, count, counts, filter, flag, text, texts } from "./schema";

const schema = defineSchema({
  cluster_id: clusterId,
  status: filter("Only changes of this status, such as `pending`; without it, all."),
  configuration_changes: {
    type: t.nested.list({
      id: text("Identifier of the change."),
      status: text("`pending`, `in_progress`, `succeeded`, `failed` or `canceled`."),
      perform_change_at: text("When it begins, or began (RFC 3339)."),
      created_at: text("When it was requested (RFC 3339)."),
      updated_at: text("When its record changed last (RFC 3339)."),
      completed_at: text("When it ended (RFC 3339), or null."),
      notification_email_addresses: texts("E-mail addresses that are notified."),
      old_memory: text("Memory per node before, such as `8_gb`."),
      new_memory: text("Memory per node afterwards; null if it was not changed."),
      old_vcpu: text("vCPU option before, such as `2_vcpus`."),
      new_vcpu: text("vCPU option afterwards; null if it was not changed."),
      old_gpu: flag("GPU before."),
      new_gpu: flag("GPU afterwards; null if it was not changed."),
      old_high_performance_disk: flag("High performance disks before."),
      new_high_performance_disk: flag("High performance disks afterwards; null if it was not changed."),
      old_search_server_version: text("Server version before, such as `29.0`."),
      new_search_server_version: text("Server version afterwards; null if it was not changed."),
      old_high_availability: flag("High availability before."),
      new_high_availability: flag("High availability afterwards; null if it was not changed."),
      old_high_availability_node_count: count("Number of nodes before."),
      new_high_availability_node_count: count("Number of nodes afterwards; null if it was not changed."),
      old_search_delivery_network: text("Search delivery network before."),
      new_search_delivery_network: text(
        "Search delivery network afterwards: `off`, `3_regions`, `5_regions` or `multi_nodes_per_region`; null if it was not changed.",
      ),
      old_load_balancing: flag("Load balancing before."),
      new_load_balancing: flag("Load balancing afterwards; null if it was not changed."),
      old_region_node_counts: counts("Number of nodes by region before."),
      new_region_node_counts: counts("Number of nodes by region afterwards; null if it was not changed."),
    }),
    mode: "computed",
    description: "The changes, newest first.",
  },
});

/** `data.searchcloud_configuration_changes`: every configuration change of a cluster, past and future. */
export const configurationChangesData = define<Service>().dataSource({
  name: "configuration_changes",
  description: "The configuration changes of a cluster, past and future.",
  schema,
  read: async ({ service, signal }, { cluster_id, status }) => {
    const records = clientOf(service).list("listConfigurationChanges", { path: { cluster_id } }, { signal });
    const found = await allOf(records, (change) => status === null || change.status === status);
    return { configuration_changes: found.sort(newestFirst).map(changeValues) };
  },
});

function changeValues(change: ConfigurationChangeRecord) {
  return {
    ...change,
    perform_change_at: toInstant(change.perform_change_at),
    created_at: toInstant(change.created_at),
    updated_at: toInstant(change.updated_at),
    completed_at: toInstant(change.completed_at),
    old_gpu: toBool(change.old_gpu),
    new_gpu: toBool(change.new_gpu),
    old_high_performance_disk: toBool(change.old_high_performance_disk),
    new_high_performance_disk: toBool(change.new_high_performance_disk),
    old_high_availability: toBool(change.old_high_availability),
    new_high_availability: toBool(change.new_high_availability),
    old_load_balancing: toBool(change.old_load_balancing),
    new_load_balancing: toBool(change.new_load_balancing),
  };
}
