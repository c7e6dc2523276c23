import type { CloningOperationRecord, ClusterRecord, ConfigurationChangeRecord } from "./records";
import type {
  CreateCloningOperationBody,
  CreateClusterBody,
  CreateConfigurationChangeBody,
  RegionNodeCounts,
  UpdateClusterBody,
} from "./requests";
import {
  CHANGE_SETTINGS,
  CREATE_SETTINGS,
  SETTINGS,
  type SettingIn,
  type SettingName,
  UPDATE_SETTINGS,
} from "./settings";
import { isWithinVersion } from "./versions";

/**
 * True if a record can be the result of a create. Only what was sent is compared, and values that the service has not filled in
 * yet are accepted; the name is not compared.
 */
export function canBeCreatedFrom(body: CreateClusterBody, record: ClusterRecord): boolean {
  const isMet = CREATE_SETTINGS.every((name) => {
    if (name === "name" || name === "region_node_counts") return true;
    const [wanted, got] = [body[name] ?? null, record[name]];
    return wanted === null || got === null || isFulfilled(name, wanted, got);
  });
  return isMet && topologyFits(body, record);
}

/** True if a record shows what an update requested. */
export function isUpdateShown(body: UpdateClusterBody, record: ClusterRecord): boolean {
  return UPDATE_SETTINGS.every((name) => body[name] === undefined || body[name] === record[name]);
}

/**
 * True if a configuration change can be what was requested: the time, and every setting that was sent. Other settings may be
 * filled in, and a setting that was sent with its current value may come back as not changed
 * (docs/design/api-assumptions.md#changes).
 */
export function canBeChange(body: CreateConfigurationChangeBody, change: ConfigurationChangeRecord): boolean {
  return (
    change.perform_change_at === body.perform_change_at &&
    CHANGE_SETTINGS.every((name) => {
      const wanted = body[`new_${name}`];
      return (
        wanted === undefined || isFulfilled(name, wanted, change[`new_${name}`] ?? change[`old_${name}`])
      );
    })
  );
}

/**
 * Returns the settings that a change alters; none for a restart. A setting that is filled in with its old value is not altered.
 */
export function alteredSettings(change: ConfigurationChangeRecord): readonly SettingIn<"change">[] {
  return CHANGE_SETTINGS.filter((name) => {
    const next = change[`new_${name}`];
    return next !== null && !isSameSetting(next, change[`old_${name}`]);
  });
}

/** True if a cluster shows all that a change alters. */
export function isChangeShown(change: ConfigurationChangeRecord, cluster: ClusterRecord): boolean {
  return alteredSettings(change).every((name) => isFulfilled(name, change[`new_${name}`], cluster[name]));
}

/** True if the value of a setting is what was requested: of a version, any that the request leaves open. */
export function isFulfilled(name: SettingName, wanted: unknown, got: unknown): boolean {
  const isVersion =
    SETTINGS[name].type === "version" && typeof wanted === "string" && typeof got === "string";
  return isVersion ? isWithinVersion(got, wanted) : isSameSetting(wanted, got);
}

/**
 * Returns the values of the settings that a change alters, as a string to compare: those of a cluster, or, without one, those
 * before the change.
 */
export function shownValues(change: ConfigurationChangeRecord, cluster: ClusterRecord | null): string {
  const values = alteredSettings(change).map((key) => (cluster ? cluster[key] : change[`old_${key}`]));
  return JSON.stringify(values.map((value) => (isCounts(value) ? Object.entries(value).sort() : value)));
}

/** True if two values of one setting are the same; the order of node counts does not matter. */
export function isSameSetting(a: unknown, b: unknown): boolean {
  return isCounts(a) && isCounts(b) ? isSameTopology(a, b) : a === b;
}

function isCounts(value: unknown): value is RegionNodeCounts {
  return typeof value === "object" && value !== null;
}

/**
 * True if a cloning operation can be what was requested. Only what was sent is compared, and values that the service has not
 * filled in yet are accepted (docs/design/api-assumptions.md#clones).
 */
export function canBeClone(body: CreateCloningOperationBody, operation: CloningOperationRecord): boolean {
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

/** True if both have the same addresses, in any order and case. */
function sameAddresses(wanted: readonly string[], got: readonly string[]): boolean {
  const written = (addresses: readonly string[]) =>
    JSON.stringify([...new Set(addresses.map((address) => address.toLowerCase()))].sort());
  return written(wanted) === written(got);
}

/** True if two topologies have the same number of nodes in the same regions. */
export function isSameTopology(wanted: RegionNodeCounts, got: RegionNodeCounts): boolean {
  const regions = Object.keys(wanted);
  return (
    regions.length === Object.keys(got).length && regions.every((region) => wanted[region] === got[region])
  );
}

function versionFits(wanted: string | undefined, got: string | null): boolean {
  return wanted === undefined || got === null || isWithinVersion(got, wanted);
}

function topologyFits(body: CreateClusterBody, record: ClusterRecord): boolean {
  const { region_node_counts: counts, regions = [] } = body;
  const wanted = counts ? Object.keys(counts) : [regions].flat();
  const target = record.region_node_counts;
  // Live regions lag behind while nodes start: the present ones must have been requested.
  if (target === null) return record.regions.every((region) => wanted.includes(region));
  if (counts) return isSameTopology(counts, target);
  const found = Object.keys(target);
  return found.length === new Set(wanted).size && found.every((region) => wanted.includes(region));
}
