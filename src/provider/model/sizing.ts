import { isSameSetting, isSameTopology } from "../../api/comparison";
import { DEFAULT_HA_NODES } from "../../api/limits";
import type { NewSettings } from "../../api/requests";
import {
  CHANGE_SETTINGS,
  SETTINGS,
  type SettingIn,
  type SettingName,
  type Settings,
  settingOf,
} from "../../api/settings";
import { isWithinVersion } from "../../api/versions";
import type { ClusterRecord, ConfigurationChangeRecord } from "../../client";
import { toBool, toYesNo } from "./convert";
import { type NodeCounts, networkOn, nodeCountsOf, totalNodes } from "./topology";

/** Values in Terraform, by the type of their setting. */
interface Values {
  yes_no: boolean;
  boolean: boolean;
  string: string;
  version: string;
  count: number;
  counts: NodeCounts;
}

/** The settings that a configuration change can change; null is "not known" or "leave as it is". */
export type Sizing = { readonly [Name in SettingIn<"change">]: Values[Settings[Name]["type"]] | null };

const TOPOLOGY_NAMES = CHANGE_SETTINGS.filter((name) => settingOf(name).group === "topology");

/** Builds a sizing from a value for each setting. */
export function sizingBy(value: (name: keyof Sizing) => unknown): Sizing {
  return Object.fromEntries(CHANGE_SETTINGS.map((name) => [name, value(name)])) as unknown as Sizing;
}

/** Returns a sizing with a prefix before each name, as the record of a change has them. */
export function prefixed<const P extends string>(prefix: P, sizing: Sizing) {
  return Object.fromEntries(CHANGE_SETTINGS.map((name) => [`${prefix}${name}`, sizing[name]])) as unknown as {
    -readonly [Name in keyof Sizing as `${P}${Name}`]: Sizing[Name];
  };
}

/** Converts a value of the API to the value in Terraform. */
export function decodedSetting(name: SettingName, value: unknown): unknown {
  return SETTINGS[name].type === "yes_no" ? toBool(value as string | null) : value;
}

/** Converts a value of Terraform to the value in the API. */
export function encodedSetting(name: SettingName, value: unknown): unknown {
  return typeof value === "boolean" && SETTINGS[name].type === "yes_no" ? toYesNo(value) : value;
}

/** Returns the sizing that runs now. */
export function liveSizing(record: ClusterRecord): Sizing {
  const counts = nodeCountsOf(record) ?? null;
  return sizingBy((name) => (name === "region_node_counts" ? counts : decodedSetting(name, record[name])));
}

/** Returns the settings on the record of a change: `new` after it (null if unchanged), or `old` before it. */
export function settingsIn(change: ConfigurationChangeRecord, when: "new" | "old"): Sizing {
  return sizingBy((name) => decodedSetting(name, change[`${when}_${name}`]));
}

/**
 * Returns the settings that a change alters, null for the others. A new value that equals the old one counts as not requested,
 * because the service may have filled it in (docs/design/api-assumptions.md#changes), and may have raised the live value since.
 */
export function requestedIn(change: ConfigurationChangeRecord): Sizing {
  const [before, after] = [settingsIn(change, "old"), settingsIn(change, "new")];
  return sizingBy((name) => (isSameSetting(after[name], before[name]) ? null : after[name]));
}

/** Returns the sizing after a change has succeeded: the live one with the change applied (docs/design/laws.md#l3). */
export function withChange(live: Sizing, change: ConfigurationChangeRecord): Sizing {
  const requested = requestedIn(change);
  const merged = sizingBy((name) => requested[name] ?? live[name]);
  return TOPOLOGY_NAMES.every((name) => requested[name] === null) ? merged : completed(merged, requested);
}

/** Fills in what follows from a requested topology and is missing on the record of the change (docs/design/api-assumptions.md#topology). */
function completed(merged: Sizing, requested: Sizing): Sizing {
  if (networkOn(merged.search_delivery_network)) {
    return { ...merged, high_availability: true, high_availability_node_count: null };
  }
  if (merged.high_availability !== true) return { ...merged, high_availability_node_count: null };
  const { region_node_counts: counts, high_availability_node_count: count } = merged;
  const [region] = Object.keys(counts ?? {});
  if (requested.region_node_counts || region === undefined) {
    return { ...merged, high_availability_node_count: counts ? totalNodes(counts) : count };
  }
  const nodes = count ?? DEFAULT_HA_NODES;
  return { ...merged, high_availability_node_count: nodes, region_node_counts: { [region]: nodes } };
}

/** The settings that `difference` compares by rules of their own. */
const RULED: ReadonlySet<string> = new Set([
  "memory",
  "vcpu",
  "search_server_version",
  "high_availability",
  "high_availability_node_count",
  "region_node_counts",
] satisfies (keyof Sizing)[]);

/** Returns the settings to request to get from live to the target: only those that differ (docs/design/laws.md#l3). */
export function difference(target: Sizing, live: Sizing, autoUpgrade: boolean): NewSettings {
  const { search_server_version: version } = target;
  const { search_server_version: running } = live;
  const otherVersion = version !== null && (running === null || !isWithinVersion(running, version));
  const others = CHANGE_SETTINGS.flatMap((name) => {
    if (RULED.has(name) || target[name] === null) return [];
    const wanted = encodedSetting(name, target[name]);
    const now = encodedSetting(name, live[name]) ?? settingOf(name).default;
    return wanted === now ? [] : [[`new_${name}`, wanted]];
  });
  return {
    ...capacityDifference(target, live, autoUpgrade),
    ...Object.fromEntries(others),
    ...(otherVersion && { new_search_server_version: version }),
    ...(target.high_availability === true &&
      live.high_availability !== true && { new_high_availability: "yes" }),
    ...countsDifference(target, live),
  };
}

export function isEmptyChange(settings: NewSettings): boolean {
  return Object.keys(settings).length === 0;
}

/** Keeps a larger pair than requested while the service may raise the capacity by itself (docs/design/laws.md#l6). */
function capacityDifference(target: Sizing, live: Sizing, autoUpgrade: boolean): NewSettings {
  const { memory, vcpu } = target;
  if (memory === null || vcpu === null || live.memory === null || live.vcpu === null) return {};
  const isLarger = compareCapacity({ memory: live.memory, vcpu: live.vcpu }, { memory, vcpu }) === "larger";
  if (autoUpgrade && isLarger) return {};
  return {
    ...(memory !== live.memory && { new_memory: memory }),
    ...(vcpu !== live.vcpu && { new_vcpu: vcpu }),
  };
}

/** Sends a single node count for a cluster that stays in its one region, and counts by region for any other topology. */
function countsDifference(target: Sizing, live: Sizing): NewSettings {
  const counts = target.region_node_counts;
  if (
    counts === null ||
    (live.region_node_counts !== null && isSameTopology(counts, live.region_node_counts))
  )
    return {};
  const [region, ...others] = Object.keys(counts);
  const stays = others.length === 0 && region !== undefined && region in (live.region_node_counts ?? {});
  const single =
    stays && !networkOn(target.search_delivery_network) && !networkOn(live.search_delivery_network);
  return single && target.high_availability === true
    ? { new_high_availability_node_count: counts[region] ?? DEFAULT_HA_NODES }
    : { new_region_node_counts: counts };
}

/** Returns the part of the live sizing that a change alters. */
export function foreignPart(live: Sizing, change: ConfigurationChangeRecord): Partial<Sizing> {
  const laid = withChange(live, change);
  const altered = CHANGE_SETTINGS.filter((name) => !isSameSetting(laid[name], live[name]));
  return Object.fromEntries(altered.map((name) => [name, laid[name]]));
}

/** A pair of memory and vcpu, in the API's names: "16_gb", "4_vcpus_5_hr_burst_per_day". */
export interface Capacity {
  readonly memory: string;
  readonly vcpu: string;
}

type CapacityComparison = "same" | "larger" | "smaller" | "incomparable";

/** Compares two pairs (docs/design/laws.md#l6): `a` is larger if no part of it is smaller. Unknown values are incomparable. */
export function compareCapacity(a: Capacity, b: Capacity): CapacityComparison {
  if (a.memory === b.memory && a.vcpu === b.vcpu) return "same";
  const memory = gigabytes(a.memory) - gigabytes(b.memory);
  const vcpu = vcpus(a.vcpu) - vcpus(b.vcpu);
  if (memory >= 0 && vcpu >= 0) return "larger";
  return memory <= 0 && vcpu <= 0 ? "smaller" : "incomparable";
}

/** Returns NaN for an unknown form. Every difference from NaN is NaN, so that it is neither larger nor smaller. */
function gigabytes(memory: string): number {
  return Number(/^(\d+(?:\.\d+)?)_gb$/.exec(memory)?.[1]);
}

/** Ranks vCPU options: whole vCPUs above the same number with burst hours, more burst hours above fewer. */
function vcpus(vcpu: string): number {
  const [, count, hours] = /^(\d+)_vcpus(?:_(\d+)_hr_burst_per_day)?$/.exec(vcpu) ?? [];
  return hours === undefined ? Number(count) : Number(count) - 1 + Number(hours) / 24;
}
