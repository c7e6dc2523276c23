import type { CloningOperationRecord, ConfigurationChangeRecord } from "../../client";
import type { Unknown } from "../../framework";
import { toInstant } from "./convert";

/** Returns the name, if there is one, and the id of a cluster, for messages. */
export function describeCluster(cluster: {
  readonly id: string | null;
  readonly name: string | null;
}): string {
  const id = cluster.id ?? "(no id yet)";
  return cluster.name === null ? id : `"${cluster.name}" (${id})`;
}

/** Describes a planned cluster within a sentence. Before it exists, it has at most a name. */
export function describePlanned(
  prior: Parameters<typeof describeCluster>[0] | null | undefined,
  { name }: { readonly name: string | null | Unknown },
): string {
  if (prior) return `cluster ${describeCluster(prior)}`;
  return typeof name === "string" ? `the new cluster "${name}"` : "the new cluster";
}

/** Describes a change by its id, its new_* settings and its moment. */
export function describeChange(change: ConfigurationChangeRecord): string {
  const texts = settingsOf(change).map(
    ([name, value]) => `${name.slice(4)} ${typeof value === "object" ? JSON.stringify(value) : value}`,
  );
  const when = change.perform_change_at === null ? "" : `, due ${toInstant(change.perform_change_at)}`;
  return `Configuration change ${change.id} (${texts.join(", ") || "a restart"}${when}, ${change.status})`;
}

/** True if a change has no new_* settings. */
export function isRestart(change: ConfigurationChangeRecord): boolean {
  return settingsOf(change).length === 0;
}

function settingsOf(change: ConfigurationChangeRecord): [string, unknown][] {
  return Object.entries(change).filter(([name, value]) => name.startsWith("new_") && value !== null);
}

/** Describes a cloning operation by its id, target and status. */
export function describeClone(record: CloningOperationRecord): string {
  const { id, target_region: region, search_server_version: version, status } = record;
  const what = [region, version && `version ${version}`, status].filter(Boolean).join(", ");
  return `Cloning operation ${id} (${what})`;
}
