import {
  CREATE_SETTINGS,
  SETTING_NAMES,
  type SettingIn,
  settingOf,
  UPDATE_SETTINGS,
} from "../../../api/settings";
import type {
  ClusterRecord,
  ConfigurationChangeRecord,
  CreateClusterBody,
  UpdateClusterBody,
} from "../../../client";
import { toInstant } from "../../model/convert";
import {
  compareCapacity,
  decodedSetting,
  encodedSetting,
  liveSizing,
  prefixed,
  settingsIn,
} from "../../model/sizing";
import { nodeCountsOf } from "../../model/topology";
import type { ClusterName, ClusterValues } from "./schema";

/**
 * Returns the values of a cluster that its record shows. Leaves out those that the record does not show at the moment, so that the state
 * keeps them: the topology while nodes are replaced, the version while a cluster starts, hostnames, and any missing field that
 * every cluster has.
 */
export function observedValues(record: ClusterRecord): Partial<ClusterValues> {
  const counts = nodeCountsOf(record);
  const settings = SETTING_NAMES.flatMap((name) => {
    const value = decodedSetting(name, record[name]);
    const isTold = value !== null || settingOf(name).nullable === true;
    return isTold && name !== "region_node_counts" ? [[name, value]] : [];
  });
  return {
    id: record.id,
    ...Object.fromEntries(settings),
    status: record.status,
    live: liveSizing(record),
    pending_change: null,
    ...withoutNulls({
      provisioned_at: toInstant(record.provisioned_at),
      provisioned_by: record.provisioned_by,
      hostnames: record.hostnames,
    }),
    ...(counts && { regions: Object.keys(counts).sort(), region_node_counts: counts }),
  };
}

/** Returns the values that are not null. */
function withoutNulls<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

/**
 * Returns the values after a request for `planned`. A capacity that the service has raised by itself does not replace the configured one
 * (docs/design/laws.md#l6); `live` shows what runs.
 */
export function answeredValues(record: ClusterRecord, planned: ClusterValues): Partial<ClusterValues> {
  const { memory, vcpu, ...rest } = observedValues(record);
  const raised =
    planned.auto_upgrade_capacity === true &&
    ["larger", "incomparable"].includes(compareCapacity(record, planned));
  return raised ? rest : { memory, vcpu, ...rest };
}

/** The default timeouts. */
export const CLUSTER_TIMEOUTS = { create: "30m", update: "6h", delete: "10m" } as const;

/** Returns the body of createCluster: the configured values and nothing else (management API, Request bodies). */
export function createBody(planned: ClusterValues): CreateClusterBody {
  const { memory, vcpu, region_node_counts: counts, regions } = planned;
  const others = CREATE_SETTINGS.flatMap((name) => {
    const value = planned[name];
    const isTold = value !== null && !(counts && name === "high_availability_node_count");
    return isTold ? [[name, encodedSetting(name, value)]] : [];
  });
  return { memory, vcpu, ...(counts ? {} : { regions: regions ?? [] }), ...Object.fromEntries(others) };
}

/** Returns the body of updateCluster: only what changed. */
export function updateBody(planned: ClusterValues, changed: readonly ClusterName[]): UpdateClusterBody {
  const edited = UPDATE_SETTINGS.filter((name) => changed.includes(name));
  // The service cannot unset a boolean.
  const unset = (name: SettingIn<"update">) => (settingOf(name).type === "boolean" ? false : null);
  return Object.fromEntries(edited.map((name) => [name, planned[name] ?? unset(name)]));
}

/** True if a cluster has been created, and was not in service yet when it was last read. */
export function isStarting({ hostnames, status }: Pick<ClusterValues, "hostnames" | "status">): boolean {
  return hostnames === null && (status === "provisioning" || status === "initializing");
}

/** Returns `pending_change` for the state. */
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
