import type { CloningOperationRecord, ClusterRecord, ConfigurationChangeRecord } from "./records";
import type {
  CreateCloningOperationBody,
  CreateClusterBody,
  CreateConfigurationChangeBody,
  RegionNodeCounts,
  UpdateClusterBody,
} from "./requests";
import { withinVersion } from "./versions";

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
 * Whether a record can be what a create requested. Only what was sent is compared, and what the service has not
 * filled in yet is let pass; the name is not compared.
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

/** Whether a record shows what an update requested. */
export function shows(body: UpdateClusterBody, record: ClusterRecord): boolean {
  const nameFits = body.name === undefined || record.name === body.name;
  const upgrade = body.auto_upgrade_capacity;
  return nameFits && (upgrade === undefined || record.auto_upgrade_capacity === upgrade);
}

/** The settings of a change that come back as they were sent. */
const SAME_IN_CHANGE = [
  "memory",
  "vcpu",
  "gpu",
  "high_performance_disk",
  "high_availability",
  "high_availability_node_count",
  "search_delivery_network",
] as const;

/**
 * Whether a configuration change can be what was requested: the moment, and every setting that was sent. What was
 * not sent may be filled in, and a setting that was sent as it is already may come back as not changed
 * (docs/design/api-assumptions.md#changes).
 */
export function answersChange(
  body: CreateConfigurationChangeBody,
  change: ConfigurationChangeRecord,
): boolean {
  const { new_search_server_version: version, new_region_node_counts: counts } = body;
  const target = change.new_region_node_counts ?? change.old_region_node_counts;
  const becomes = change.new_search_server_version ?? change.old_search_server_version;
  return (
    change.perform_change_at === body.perform_change_at &&
    SAME_IN_CHANGE.every((key) => {
      const wanted = body[`new_${key}`];
      return wanted === undefined || wanted === (change[`new_${key}`] ?? change[`old_${key}`]);
    }) &&
    (version === undefined || (becomes !== null && versionFits(version, becomes))) &&
    (counts === undefined || (target !== null && sameCounts(counts, target)))
  );
}

const SHOWN_OF_CHANGE = [...SAME_IN_CHANGE, "search_server_version", "region_node_counts"] as const;

/** The settings that a change alters; none for a restart. A setting that is filled in as it was is not altered. */
export function alteredBy(change: ConfigurationChangeRecord): readonly (typeof SHOWN_OF_CHANGE)[number][] {
  return SHOWN_OF_CHANGE.filter((key) => {
    const becomes = change[`new_${key}`];
    return becomes !== null && !sameSetting(becomes, change[`old_${key}`]);
  });
}

/** Whether a cluster shows all that a change alters. */
export function showsChange(change: ConfigurationChangeRecord, cluster: ClusterRecord): boolean {
  return alteredBy(change).every((key) => {
    const [becomes, runs] = [change[`new_${key}`], cluster[key]];
    if (key === "search_server_version") return withinVersion(String(runs), String(becomes));
    return sameSetting(becomes, runs);
  });
}

/** The values of what a change alters, as a text to compare: those that a cluster shows, or, without one, those before the change. */
export function shownOfChange(change: ConfigurationChangeRecord, cluster: ClusterRecord | null): string {
  const values = alteredBy(change).map((key) => (cluster ? cluster[key] : change[`old_${key}`]));
  return JSON.stringify(values.map((value) => (isCounts(value) ? Object.entries(value).sort() : value)));
}

/** Whether two values of one setting are the same; of node counts, the order does not matter. */
export function sameSetting(a: unknown, b: unknown): boolean {
  return isCounts(a) && isCounts(b) ? sameCounts(a, b) : a === b;
}

function isCounts(value: unknown): value is RegionNodeCounts {
  return typeof value === "object" && value !== null;
}

/**
 * Whether a cloning operation can be what was requested. Only what was sent is compared, and what the service has not
 * filled in yet is let pass (docs/design/api-assumptions.md#clones).
 */
export function answersClone(body: CreateCloningOperationBody, operation: CloningOperationRecord): boolean {
  const { target_region, search_server_version, notification_email_addresses: readers } = body;
  const got = operation.notification_email_addresses;
  return (
    (target_region === undefined ||
      operation.target_region === null ||
      operation.target_region === target_region) &&
    versionFits(search_server_version, operation.search_server_version) &&
    (readers === undefined || got.length === 0 || sameAddresses(readers, got))
  );
}

/** The order does not count, nor does the case. */
function sameAddresses(wanted: readonly string[], got: readonly string[]): boolean {
  const written = (addresses: readonly string[]) =>
    JSON.stringify([...new Set(addresses.map((address) => address.toLowerCase()))].sort());
  return written(wanted) === written(got);
}

/** Whether two topologies have the same number of nodes in the same regions. */
export function sameCounts(wanted: RegionNodeCounts, got: RegionNodeCounts): boolean {
  const regions = Object.keys(wanted);
  return (
    regions.length === Object.keys(got).length && regions.every((region) => wanted[region] === got[region])
  );
}

function versionFits(wanted: string | undefined, got: string | null): boolean {
  return wanted === undefined || got === null || withinVersion(got, wanted);
}

function topologyFits(body: CreateClusterBody, record: ClusterRecord): boolean {
  const { region_node_counts: counts, regions = [] } = body;
  const wanted = counts ? Object.keys(counts) : [regions].flat();
  const target = record.region_node_counts;
  // Live regions lag behind while nodes start: those that are there must have been requested.
  if (target === null) return record.regions.every((region) => wanted.includes(region));
  if (counts) return sameCounts(counts, target);
  const found = Object.keys(target);
  return found.length === new Set(wanted).size && found.every((region) => wanted.includes(region));
}
