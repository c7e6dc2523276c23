import { sees } from "../access";
import type { Assumptions } from "../assumptions";
import type { Call } from "../calls/call";
import { seconds } from "../clock";
import { spread } from "../derived";
import { RefusalError } from "../rules/refusal";
import type { StoredCluster } from "../store/cluster";
import { nodesIn, type ShownSettings, shownSettings } from "../store/settings";
import { statusAt } from "../store/workflow";
import { isLeaving, isStarting, phaseAt, startedShare } from "./life";

/** A cluster as the API answers it (management API, Cluster). */
export interface ClusterAnswer extends Omit<ShownSettings, "search_server_version"> {
  id: string;
  name: string | null;
  search_server_version: string | null;
  regions: string[];
  auto_upgrade_capacity: boolean | null;
  hostnames?: ReturnType<typeof hostnamesOf> | null;
  usage: { runtime_hours: number; used_bandwidth_kb: { last_7_days: Record<string, number> } };
  provisioned_by: { user_name: string; user_type: string };
  provisioned_at: number;
  status: string;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns the cluster as a GET answers it at `now`, or null if it is gone. Fields held by the control path take precedence. */
export function answerCluster(
  cluster: StoredCluster,
  now: number,
  assumptions: Assumptions,
): ClusterAnswer | null {
  const status = shownStatus(cluster, now, assumptions);
  if (status === "gone") return null;
  const hostnames = status === "in_service" ? hostnamesOf(cluster) : null;
  const showHostnames = hostnames !== null || assumptions.hostnames_before_service === "null";
  const settings = shownSettings(cluster, assumptions);
  const versionKnown = !isStarting(status) || assumptions.server_version_before_service === "value";
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
    provisioned_at: seconds(cluster.provisionedAt),
    status,
  };
  return { ...answer, ...cluster.held, status };
}

/** Returns the status that a GET answers at `now`; "gone" if it answers 404. */
export function shownStatus(cluster: StoredCluster, now: number, assumptions: Assumptions): string {
  return typeof cluster.held.status === "string" ? cluster.held.status : statusOf(cluster, now, assumptions);
}

function statusOf(cluster: StoredCluster, now: number, assumptions: Assumptions): string {
  const phase = phaseAt(cluster, now, assumptions);
  if (phase !== "in_service") return phase;
  const changing = cluster.changes.some((change) => statusAt(change, now) === "in_progress");
  return changing ? assumptions.status_during_change : phase;
}

/** Returns one entry per live node. Assumptions decide which nodes are live, and their order. */
function liveRegions(
  cluster: StoredCluster,
  status: string,
  now: number,
  assumptions: Assumptions,
): string[] {
  const { moved } = cluster;
  const lags = moved !== null && now < moved.at + assumptions.live_regions_lag * 1000;
  const all = Object.entries(lags ? moved.from : cluster.region_node_counts)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([region, nodes]) => Array.from({ length: nodes }, () => region));
  const live = all.slice(0, Math.floor(all.length * liveShare(cluster, status, now, assumptions)));
  if (assumptions.regions_order === "sorted" || live.length === 0) return live;
  const turn = (spread(cluster.id, live.length) + Math.floor(now / 60_000)) % live.length;
  return [...live.slice(turn), ...live.slice(0, turn)];
}

function liveShare(cluster: StoredCluster, status: string, now: number, assumptions: Assumptions): number {
  if (status === "terminated") return 0;
  if (!isStarting(status)) return 1;
  return { all: 1, none: 0, growing: startedShare(cluster, now) }[assumptions.regions_before_service];
}

/** Returns the usage: invented numbers that only grow within a day. */
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

/** The domain of all nodes. */
export const DOMAIN = "a1.searchcloud.example";

/** Returns the hostnames of a cluster's nodes, its load balancer and its network. */
export function hostnamesOf({
  id,
  high_availability,
  search_delivery_network,
  region_node_counts,
}: StoredCluster) {
  const nodes = nodesIn(region_node_counts);
  return {
    nodes: Array.from({ length: nodes }, (_, index) => `${id}-${index + 1}.${DOMAIN}`),
    ...(high_availability === "yes" ? { load_balanced: `${id}.${DOMAIN}` } : {}),
    ...(search_delivery_network === "off" ? {} : { search_delivery_network: `${id}-network.${DOMAIN}` }),
  };
}

/** A cluster as it is stored, and as a GET answers it now. */
export interface VisibleCluster {
  readonly stored: StoredCluster;
  readonly shown: ClusterAnswer;
}

/** Returns the addressed cluster. @throws RefusalError 404 if it is gone or the key does not see it */
export function visibleCluster(call: Call, id: string | undefined): VisibleCluster {
  const stored = id === undefined ? undefined : call.world.store.get(id);
  const shown =
    stored && sees(call.key, stored.id) ? answerCluster(stored, call.now, call.world.assumptions) : null;
  if (stored === undefined || shown === null) throw new RefusalError(404, `Cluster ${id} not found`);
  return { stored, shown };
}

/** Returns the parent cluster of an operation. It may answer 404 earlier than the cluster itself. @throws RefusalError 404 */
export function parentCluster(call: Call): VisibleCluster {
  const found = visibleCluster(call, call.params.cluster_id);
  if (call.world.assumptions.children_of_leaving === "404" && isLeaving(found.shown.status)) {
    throw new RefusalError(404, `Cluster ${found.stored.id} not found`);
  }
  return found;
}
