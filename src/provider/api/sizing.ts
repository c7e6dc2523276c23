import { ENDED_STATUSES } from "../../api/enumerations";
import type { ClusterRecord, ConfigurationChangeRecord, CreateConfigurationChangeBody } from "../../client";
import { liveValues, toBool, toYesNo } from "../cluster/model";
import { compareCapacity } from "./capacity";
import { withinVersion } from "./equality";
import {
  DEFAULT_NODE_COUNT,
  NETWORK_OFF,
  type NodeCounts,
  networkOn,
  sameCounts,
  totalNodes,
} from "./topology";

/** What a configuration change can change; null is "not known" or "leave as it is". */
export interface Sizing {
  readonly memory: string | null;
  readonly vcpu: string | null;
  readonly gpu: boolean | null;
  readonly high_performance_disk: boolean | null;
  readonly search_server_version: string | null;
  readonly high_availability: boolean | null;
  readonly high_availability_node_count: number | null;
  readonly search_delivery_network: string | null;
  readonly region_node_counts: NodeCounts | null;
}

export const SIZING_NAMES = [
  "memory",
  "vcpu",
  "gpu",
  "high_performance_disk",
  "search_server_version",
  "high_availability",
  "high_availability_node_count",
  "search_delivery_network",
  "region_node_counts",
] as const satisfies readonly (keyof Sizing)[];

/** The new_* settings of a change, without its time and its readers. */
export type NewSettings = Omit<
  CreateConfigurationChangeBody,
  "perform_change_at" | "notification_email_addresses"
>;

/** What runs now. */
export function liveSizing(record: ClusterRecord): Sizing {
  return liveValues(record);
}

/** The change that is pending or in progress; a status that nobody knows means that it goes on. */
export function onItsWay(
  changes: readonly ConfigurationChangeRecord[],
): ConfigurationChangeRecord | undefined {
  return changes.find(({ status }) => !ENDED_STATUSES.includes(status));
}

/** Live with a change laid over it (docs/design/laws.md#l3): what will run when the change has succeeded. */
export function withChange(live: Sizing, change: ConfigurationChangeRecord): Sizing {
  const topology: AskedTopology = {
    high_availability: toBool(asked(change, "high_availability")),
    high_availability_node_count: asked(change, "high_availability_node_count"),
    search_delivery_network: asked(change, "search_delivery_network"),
    region_node_counts: asked(change, "region_node_counts"),
  };
  const laid: Sizing = {
    ...live,
    memory: asked(change, "memory") ?? live.memory,
    vcpu: asked(change, "vcpu") ?? live.vcpu,
    gpu: toBool(asked(change, "gpu")) ?? live.gpu,
    high_performance_disk: toBool(asked(change, "high_performance_disk")) ?? live.high_performance_disk,
    search_server_version: asked(change, "search_server_version") ?? live.search_server_version,
  };
  return Object.values(topology).every((value) => value === null) ? laid : withTopology(laid, topology);
}

type AskedTopology = Pick<
  Sizing,
  "high_availability" | "high_availability_node_count" | "search_delivery_network" | "region_node_counts"
>;

/**
 * The new value of a setting, or null. One that was so before counts as not asked for: the service may have filled it in
 * (docs/design/api-assumptions.md#changes), and may have raised what runs since.
 */
function asked<Name extends keyof Sizing>(
  change: ConfigurationChangeRecord,
  name: Name,
): ConfigurationChangeRecord[`new_${Name}`] | null {
  const value = change[`new_${name}`];
  const before = change[`old_${name}`];
  return sameSetting(value, before) ? null : value;
}

/** Whether two values of one setting are the same; of node counts, the order does not matter. */
export function sameSetting(a: unknown, b: unknown): boolean {
  return isCounts(a) && isCounts(b) ? sameCounts(a, b) : a === b;
}

function isCounts(value: unknown): value is NodeCounts {
  return typeof value === "object" && value !== null;
}

/** What follows from the topology that a change asks for, where its record does not say it (docs/design/api-assumptions.md#topology). */
function withTopology(live: Sizing, asked: AskedTopology): Sizing {
  const laid: Sizing = {
    ...live,
    high_availability: asked.high_availability ?? live.high_availability,
    search_delivery_network: asked.search_delivery_network ?? live.search_delivery_network,
    region_node_counts: asked.region_node_counts ?? live.region_node_counts,
  };
  const count = asked.high_availability_node_count ?? live.high_availability_node_count;
  if (networkOn(laid.search_delivery_network)) {
    return { ...laid, high_availability: true, high_availability_node_count: null };
  }
  if (laid.high_availability !== true) return { ...laid, high_availability_node_count: null };
  const [region] = Object.keys(laid.region_node_counts ?? {});
  if (asked.region_node_counts || region === undefined) {
    const { region_node_counts: counts } = laid;
    return { ...laid, high_availability_node_count: counts ? totalNodes(counts) : count };
  }
  const nodes = count ?? DEFAULT_NODE_COUNT;
  return { ...laid, high_availability_node_count: nodes, region_node_counts: { [region]: nodes } };
}

/** The settings that lead from live to the target: only what differs (docs/design/laws.md#l3). */
export function difference(target: Sizing, live: Sizing, autoUpgrade: boolean): NewSettings {
  return {
    ...capacityDifference(target, live, autoUpgrade),
    ...settingsDifference(target, live),
    ...topologyDifference(target, live),
  };
}

export function isNothing(settings: NewSettings): boolean {
  return Object.keys(settings).length === 0;
}

/** While the service may raise the capacity by itself, a larger pair than asked for is kept (docs/design/laws.md#l6). */
function capacityDifference(target: Sizing, live: Sizing, autoUpgrade: boolean): NewSettings {
  const { memory, vcpu } = target;
  if (memory === null || vcpu === null || live.memory === null || live.vcpu === null) return {};
  if (autoUpgrade) {
    const comparison = compareCapacity({ memory: live.memory, vcpu: live.vcpu }, { memory, vcpu });
    if (comparison === "larger" || comparison === "incomparable") return {};
  }
  return {
    ...(memory !== live.memory && { new_memory: memory }),
    ...(vcpu !== live.vcpu && { new_vcpu: vcpu }),
  };
}

function settingsDifference(target: Sizing, live: Sizing): NewSettings {
  const { gpu, high_performance_disk: disk, search_server_version: version } = target;
  const sameVersion =
    version === null ||
    (live.search_server_version !== null && withinVersion(live.search_server_version, version));
  return {
    ...(gpu !== null && gpu !== (live.gpu ?? false) && { new_gpu: toYesNo(gpu) }),
    ...(disk !== null &&
      disk !== (live.high_performance_disk ?? false) && { new_high_performance_disk: toYesNo(disk) }),
    ...(!sameVersion && { new_search_server_version: version ?? undefined }),
  };
}

function topologyDifference(target: Sizing, live: Sizing): NewSettings {
  const { high_availability: ha, search_delivery_network: network } = target;
  const networkNow = live.search_delivery_network ?? NETWORK_OFF;
  return {
    ...(ha === true && live.high_availability !== true && { new_high_availability: "yes" }),
    ...(network !== null && network !== networkNow && { new_search_delivery_network: network }),
    ...countsDifference(target, live),
  };
}

/** The count of a cluster that stays in its one region goes by itself; every other topology goes by region. */
function countsDifference(target: Sizing, live: Sizing): NewSettings {
  const counts = target.region_node_counts;
  if (counts === null || (live.region_node_counts !== null && sameCounts(counts, live.region_node_counts)))
    return {};
  const [region, ...others] = Object.keys(counts);
  const stays = others.length === 0 && region !== undefined && region in (live.region_node_counts ?? {});
  const single =
    stays && !networkOn(target.search_delivery_network) && !networkOn(live.search_delivery_network);
  return single && target.high_availability === true
    ? { new_high_availability_node_count: counts[region] ?? DEFAULT_NODE_COUNT }
    : { new_region_node_counts: counts };
}

/** Whether two targets come to the same, so that a change that brings one brings the other. */
export function comesToTheSame(wanted: Sizing, other: Sizing, autoUpgrade: boolean): boolean {
  return isNothing(difference(wanted, other, autoUpgrade));
}

/** What a change alters of what runs now. */
export function foreignPart(live: Sizing, change: ConfigurationChangeRecord): Partial<Sizing> {
  const laid = withChange(live, change);
  const altered = SIZING_NAMES.filter((name) => !sameSetting(laid[name], live[name]));
  return Object.fromEntries(altered.map((name) => [name, laid[name]]));
}

/** When a wait for a change begins to look: one that has begun may have done so before its moment. */
export function dueAt({ status, perform_change_at: at }: ConfigurationChangeRecord): number | null {
  return status === "pending" ? at : null;
}
