import type { ConfigurationChangeRecord } from "../../client";
import { isUnknown, type Plannable } from "../../framework";
import { toBool, withinVersion } from "../api/convert";
import { sameCounts } from "../api/topology";
import type { ChangeValues } from "./schema";

type Name = keyof ChangeValues & string;

/** What an imported change leads to: the service may answer settings that nobody asked for, or leave them out. */
export type Imported = Pick<
  ChangeValues,
  | "new_memory"
  | "new_vcpu"
  | "new_gpu"
  | "new_high_performance_disk"
  | "new_search_server_version"
  | "new_high_availability"
  | "new_high_availability_node_count"
  | "new_search_delivery_network"
  | "new_region_node_counts"
  | "notification_email_addresses"
>;

export function importedFrom(change: ConfigurationChangeRecord): Imported {
  return {
    new_memory: change.new_memory ?? change.old_memory,
    new_vcpu: change.new_vcpu ?? change.old_vcpu,
    new_gpu: toBool(change.new_gpu ?? change.old_gpu),
    new_high_performance_disk: toBool(change.new_high_performance_disk ?? change.old_high_performance_disk),
    new_search_server_version: change.new_search_server_version ?? change.old_search_server_version,
    new_high_availability: toBool(change.new_high_availability ?? change.old_high_availability),
    new_high_availability_node_count:
      change.new_high_availability_node_count ?? change.old_high_availability_node_count,
    new_search_delivery_network: change.new_search_delivery_network ?? change.old_search_delivery_network,
    new_region_node_counts: change.new_region_node_counts ?? change.old_region_node_counts,
    notification_email_addresses: change.notification_email_addresses,
  };
}

/**
 * The edits that ask for another change. Taken over in place is what an import could not know: `triggers`, the window,
 * and which of the settings on the record were asked for (docs/design/laws.md#l5).
 */
export function remakes(
  changed: readonly Name[],
  prior: ChangeValues,
  planned: Plannable<ChangeValues>,
  imported: Imported | undefined,
): readonly Name[] {
  return changed.filter((name) => {
    if (name === "triggers") return prior.triggers !== null;
    return !imported || !isTakenOver(name, planned, imported);
  });
}

function isTakenOver(name: Name, planned: Plannable<ChangeValues>, imported: Imported): boolean {
  const value = planned[name];
  if (isUnknown(value)) return false;
  if (name === "window" || value === null) return true;
  if (name === "new_region_node_counts") {
    const { new_region_node_counts: wanted } = planned;
    const { new_region_node_counts: leadsTo } = imported;
    return wanted !== null && !isUnknown(wanted) && leadsTo !== null && sameCounts(wanted, leadsTo);
  }
  if (name === "notification_email_addresses") return Array.isArray(value) && value.length === 0;
  const leadsTo = imported[name as keyof Imported] ?? null;
  if (typeof value === "string" && typeof leadsTo === "string" && name === "new_search_server_version")
    return withinVersion(leadsTo, value);
  return value === leadsTo;
}
