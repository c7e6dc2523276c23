import type { CloningOperationRecord, ConfigurationChangeRecord } from "../../client";
import { toInstant } from "./convert";

/** A cluster as people know it: by its name where it has one, always by its id. */
export function describeCluster(cluster: {
  readonly id: string | null;
  readonly name: string | null;
}): string {
  const id = cluster.id ?? "(no id yet)";
  return cluster.name === null ? id : `"${cluster.name}" (${id})`;
}

/** A change as people can find it again: its id, its new_* settings and when. */
export function describeChange(change: ConfigurationChangeRecord): string {
  const texts = settingsOf(change).map(
    ([name, value]) => `${name.slice(4)} ${typeof value === "object" ? JSON.stringify(value) : value}`,
  );
  const when = change.perform_change_at === null ? "" : `, due ${toInstant(change.perform_change_at)}`;
  return `Configuration change ${change.id} (${texts.join(", ") || "a restart"}${when}, ${change.status})`;
}

/** Whether a change has no new_* settings. */
export function isRestart(change: ConfigurationChangeRecord): boolean {
  return settingsOf(change).length === 0;
}

function settingsOf(change: ConfigurationChangeRecord): [string, unknown][] {
  return Object.entries(change).filter(([name, value]) => name.startsWith("new_") && value !== null);
}

/** A cloning operation as people can find it again. */
export function describeClone(record: CloningOperationRecord): string {
  const { id, target_region: region, search_server_version: version, status } = record;
  const what = [region, version && `version ${version}`, status].filter(Boolean).join(", ");
  return `Cloning operation ${id} (${what})`;
}
