import type { ClusterRecord } from "../api/records";
import type { CreateClusterBody, UpdateClusterBody } from "../api/requests";

/** Settings that a record shows as they were sent, or leaves null. */
const SAME = [
  "gpu",
  "high_performance_disk",
  "high_availability",
  "high_availability_node_count",
  "search_delivery_network",
  "auto_upgrade_capacity",
] as const satisfies readonly (keyof CreateClusterBody & keyof ClusterRecord)[];

/**
 * Whether a record can be what a create asked for. Only what was sent is compared, and what the service has not
 * filled in yet is let pass; the name is not looked at.
 */
export function couldBeMadeFrom(body: CreateClusterBody, record: ClusterRecord): boolean {
  return (
    record.memory === body.memory &&
    record.vcpu === body.vcpu &&
    SAME.every((key) => (body[key] ?? null) === null || record[key] === null || record[key] === body[key]) &&
    versionFits(body.search_server_version, record.search_server_version) &&
    topologyFits(body, record)
  );
}

/** Whether a record shows what an update asked for. */
export function shows(body: UpdateClusterBody, record: ClusterRecord): boolean {
  const nameFits = body.name === undefined || record.name === body.name;
  const upgrade = body.auto_upgrade_capacity;
  return nameFits && (upgrade === undefined || record.auto_upgrade_capacity === upgrade);
}

/** "30" was asked for and "30.1" is what it became. */
function versionFits(wanted: string | undefined, got: string | null): boolean {
  return wanted === undefined || got === null || got === wanted || got.startsWith(`${wanted}.`);
}

function topologyFits(body: CreateClusterBody, record: ClusterRecord): boolean {
  const counts = body.region_node_counts;
  const wanted = new Set(
    counts ? Object.keys(counts) : typeof body.regions === "string" ? [body.regions] : (body.regions ?? []),
  );
  const target = record.region_node_counts;
  // Live regions lag behind while nodes start: those that are there must have been asked for.
  if (target === null) return record.regions.every((region) => wanted.has(region));
  const regions = Object.keys(target);
  return (
    regions.length === wanted.size &&
    regions.every((region) => wanted.has(region) && (!counts || counts[region] === target[region]))
  );
}
