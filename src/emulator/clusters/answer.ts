import type { Assumptions } from "../assumptions/index";
import type { Settings, ShownSettings } from "../changes/record";
import { statusAt } from "../workflows/life";
import { phaseAt, startedShare } from "./life";
import { type ClusterAnswer, type Hostnames, type StoredCluster, spread } from "./record";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DOMAIN = "a1.searchcloud.example";

/** The cluster as a GET answers it at `now`, or null when it is gone. Fields held by the control path win. */
export function answerCluster(
  cluster: StoredCluster,
  now: number,
  assumptions: Assumptions,
): ClusterAnswer | null {
  const held = typeof cluster.held.status === "string" ? cluster.held.status : null;
  const status = held ?? statusOf(cluster, now, assumptions);
  if (status === "gone") return null;
  const starting = status === "provisioning" || status === "initializing";
  const hostnames = status === "in_service" ? hostnamesOf(cluster) : null;
  const showHostnames = hostnames !== null || assumptions.hostnames_before_service === "null";
  const settings = shownSettings(cluster, assumptions);
  const versionKnown = !starting || assumptions.server_version_before_service === "value";
  const answer: ClusterAnswer = {
    id: cluster.id,
    name: cluster.name,
    ...settings,
    search_server_version: versionKnown ? settings.search_server_version : null,
    regions: liveRegions(cluster, status, now, assumptions),
    auto_upgrade_capacity: cluster.auto_upgrade_capacity,
    ...(showHostnames ? { hostnames } : {}),
    usage: usageOf(cluster, now),
    provisioned_by: { ...cluster.provisioned_by },
    provisioned_at: Math.floor(cluster.provisionedAt / 1000),
    status,
  };
  return { ...answer, ...cluster.held, status };
}

/** The settings as a cluster, or the old and new side of a change, shows them. */
export function shownSettings(settings: Settings, assumptions: Assumptions): ShownSettings {
  return {
    memory: settings.memory,
    vcpu: settings.vcpu,
    gpu: settings.gpu,
    high_performance_disk: settings.high_performance_disk,
    search_server_version: settings.search_server_version,
    high_availability: settings.high_availability,
    high_availability_node_count: nodeCountOf(settings),
    search_delivery_network: settings.search_delivery_network,
    load_balancing: settings.high_availability,
    region_node_counts: shownCounts(settings, assumptions),
  };
}

function statusOf(cluster: StoredCluster, now: number, assumptions: Assumptions): string {
  const phase = phaseAt(cluster, now, assumptions);
  if (phase !== "in_service") return phase;
  const changing = cluster.changes.some((change) => statusAt(change, now) === "in_progress");
  return changing ? assumptions.status_during_change : phase;
}

/** Null unless highly available in one region without the network (docs/design/api-assumptions.md#topology). */
function nodeCountOf(cluster: Settings): number | null {
  if (cluster.high_availability !== "yes" || cluster.search_delivery_network !== "off") return null;
  return sum(Object.values(cluster.region_node_counts));
}

function hostnamesOf(cluster: StoredCluster): Hostnames {
  const count = sum(Object.values(cluster.region_node_counts));
  const nodes = Array.from({ length: count }, (_, index) => `${cluster.id}-${index + 1}.${DOMAIN}`);
  return {
    nodes,
    ...(cluster.high_availability === "yes" ? { load_balanced: `${cluster.id}.${DOMAIN}` } : {}),
    ...(cluster.search_delivery_network === "off"
      ? {}
      : { search_delivery_network: `${cluster.id}-network.${DOMAIN}` }),
  };
}

/** One entry per live node; which ones are live, and their order, are assumptions. */
function liveRegions(
  cluster: StoredCluster,
  status: string,
  now: number,
  assumptions: Assumptions,
): string[] {
  const all = Object.entries(liveCounts(cluster, now, assumptions))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([region, nodes]) => Array.from({ length: nodes }, () => region));
  const live = all.slice(0, liveNodes(cluster, all.length, status, now, assumptions));
  if (assumptions.regions_order === "sorted" || live.length === 0) return live;
  const turn = (spread(cluster.id, live.length) + Math.floor(now / 60_000)) % live.length;
  return [...live.slice(turn), ...live.slice(0, turn)];
}

/** Where the nodes are: for a while after a change they may be where they were. */
function liveCounts(cluster: StoredCluster, now: number, assumptions: Assumptions) {
  const { moved, region_node_counts: counts } = cluster;
  const lag = assumptions.live_regions_lag * 1000;
  return moved !== null && now < moved.at + lag ? moved.from : counts;
}

function liveNodes(
  cluster: StoredCluster,
  all: number,
  status: string,
  now: number,
  assumptions: Assumptions,
) {
  if (status === "terminated") return 0;
  if (status !== "provisioning" && status !== "initializing") return all;
  const share = { all: 1, none: 0, growing: startedShare(cluster, now) }[assumptions.regions_before_service];
  return Math.floor(all * share);
}

function shownCounts(cluster: Settings, assumptions: Assumptions): Record<string, number> | null {
  const counts = { ...cluster.region_node_counts };
  const shown = { all: true, none: false, several_regions: Object.keys(counts).length > 1 };
  return shown[assumptions.region_node_counts] ? counts : null;
}

/** Numbers that move by themselves, and only forward within a day. */
function usageOf(cluster: StoredCluster, now: number): ClusterAnswer["usage"] {
  const until = Math.min(now, cluster.terminatedAt ?? now);
  const running = Math.max(0, until - cluster.inServiceAt);
  const days: Record<string, number> = {};
  for (let day = Math.floor(now / DAY) - 6; day <= Math.floor(now / DAY); day++) {
    const from = Math.max(day * DAY, cluster.inServiceAt);
    const share = Math.max(0, Math.min((day + 1) * DAY, until) - from) / DAY;
    const key = new Date(day * DAY).toISOString().slice(0, 10);
    days[key] = Math.floor(share * (50_000 + spread(`${cluster.id} ${key}`, 100_000)));
  }
  return { runtime_hours: Math.floor(running / HOUR), used_bandwidth_kb: { last_7_days: days } };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
