import type {
  ClusterRecord,
  ConfigurationChangeRecord,
  CreateClusterBody,
  UpdateClusterBody,
} from "../../../client";
import { compareCapacity } from "../../model/capacity";
import { toBool, toInstant, toYesNo } from "../../model/convert";
import { liveSizing, prefixed, settingsIn } from "../../model/sizing";
import { nodeCountsOf } from "../../model/topology";
import type { ClusterName, ClusterValues } from "./types";

/**
 * What a record says of a cluster, in the names of the resource. Left out is what the record cannot tell now, so that
 * what is known of it stays: the topology while nodes come and go, the version of a cluster that starts, hostnames once
 * there were some, and any field that is missing though no cluster is without it.
 */
export function observedValues(record: ClusterRecord): Partial<ClusterValues> {
  const counts = nodeCountsOf(record);
  return {
    id: record.id,
    name: record.name,
    memory: record.memory,
    vcpu: record.vcpu,
    auto_upgrade_capacity: record.auto_upgrade_capacity,
    high_availability_node_count: record.high_availability_node_count,
    status: record.status,
    live: liveSizing(record),
    pending_change: null,
    ...withoutNulls({
      gpu: toBool(record.gpu),
      high_performance_disk: toBool(record.high_performance_disk),
      search_delivery_network: record.search_delivery_network,
      high_availability: toBool(record.high_availability),
      search_server_version: record.search_server_version,
      load_balancing: toBool(record.load_balancing),
      provisioned_at: toInstant(record.provisioned_at),
      provisioned_by: record.provisioned_by,
      hostnames: record.hostnames,
    }),
    ...(counts && { regions: Object.keys(counts).sort(), region_node_counts: counts }),
  };
}

/** The values that are not null. */
function withoutNulls<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

/**
 * What a record answers to a request for `planned`. A capacity that the service has raised by itself is no other answer
 * to what was configured (docs/design/laws.md#l6); `live` says what runs.
 */
export function answeredValues(record: ClusterRecord, planned: ClusterValues): Partial<ClusterValues> {
  const { memory, vcpu, ...rest } = observedValues(record);
  const raised =
    planned.auto_upgrade_capacity === true &&
    ["larger", "incomparable"].includes(compareCapacity(record, planned));
  return raised ? rest : { memory, vcpu, ...rest };
}

/** How long operations may take where the configuration does not say. */
export const TIMEOUTS = { create: "30m", update: "6h", delete: "10m" } as const;

/** The body of createCluster: what the configuration says and nothing else (management API, Request bodies). */
export function createBody(planned: ClusterValues): CreateClusterBody {
  const { memory, vcpu, region_node_counts: counts, regions } = planned;
  return {
    memory,
    vcpu,
    ...(counts ? { region_node_counts: counts } : { regions: regions ?? [] }),
    ...withoutNulls({
      high_availability_node_count: counts ? null : planned.high_availability_node_count,
      name: planned.name,
      gpu: yesNo(planned.gpu),
      high_performance_disk: yesNo(planned.high_performance_disk),
      high_availability: yesNo(planned.high_availability),
      search_delivery_network: planned.search_delivery_network,
      search_server_version: planned.search_server_version,
      auto_upgrade_capacity: planned.auto_upgrade_capacity,
    }),
  };
}

function yesNo(value: boolean | null) {
  return value === null ? null : toYesNo(value);
}

/** The body of updateCluster: only what changed. */
export function updateBody(planned: ClusterValues, changed: readonly ClusterName[]): UpdateClusterBody {
  const { name, auto_upgrade_capacity } = planned;
  return {
    ...(changed.includes("name") && { name }),
    ...(changed.includes("auto_upgrade_capacity") && {
      auto_upgrade_capacity: auto_upgrade_capacity ?? false,
    }),
  };
}

/** Whether a cluster has been created, and was not in service yet when it was last read. */
export function isStarting({ hostnames, status }: Pick<ClusterValues, "hostnames" | "status">): boolean {
  return hostnames === null && (status === "provisioning" || status === "initializing");
}

/** `pending_change` as state shows it. */
export function pendingChangeValues(
  change: ConfigurationChangeRecord,
): NonNullable<ClusterValues["pending_change"]> {
  return {
    id: change.id,
    status: change.status,
    perform_change_at: toInstant(change.perform_change_at),
    created_at: toInstant(change.created_at),
    ...prefixed("new_", settingsIn(change, "new")),
  };
}
