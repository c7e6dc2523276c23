import type { Assumptions } from "../assumptions";
import { DOMAIN, hostnamesOf } from "../clusters/answer";
import { phaseAt } from "../clusters/life";
import type { StoredCluster } from "../store/cluster";
import { type ClusterData, copyOfData, type Lag } from "../store/data";
import { beginOf, endOf, statusAt } from "../store/workflow";
import type { World } from "../world";

/** The state of a node at a point in time. */
interface NodeState {
  readonly hostname: string;
  /** `restarting`: a change replaces or restarts the node. `down`: the control path has taken it down. */
  readonly state: "up" | "restarting" | "down";
  readonly leads: boolean;
}

/** Returns the cluster of a hostname: of a node, the load balancer or the network. */
export function clusterOfHost({ store }: World, hostname: string): StoredCluster | undefined {
  const label = hostname.endsWith(`.${DOMAIN}`) ? hostname.slice(0, -DOMAIN.length - 1) : "";
  const ids = [label, label.replace(/-(\d+|network)$/, "")];
  const own = ids.flatMap((id) => store.get(id) ?? []).find((one) => namesOf(one).includes(hostname));
  if (own !== undefined) return own;
  return store.all().find((one) => heldNames(one)?.includes(hostname) === true);
}

/** True if the servers of a cluster run: not before it is in service, while it is suspended, or after it is terminated. */
export function isRunning(cluster: StoredCluster, now: number, assumptions: Assumptions): boolean {
  const { status } = cluster.held;
  if (typeof status === "string") return status === "in_service";
  return phaseAt(cluster, now, assumptions) === "in_service";
}

/**
 * Returns the nodes of a cluster. A change restarts them one by one, each for the same share of its time, the
 * leader last; then another node leads. A node that is down or lags does not lead. Without a quorum there is no
 * leader.
 */
export function nodesAt(cluster: StoredCluster, now: number): NodeState[] {
  const names = nodeNamesOf(cluster);
  const restarting = restartingAt(cluster, names.length, now);
  const states = names.map((hostname, index) => {
    if (cluster.data.down.has(hostname)) return "down";
    return index === restarting ? "restarting" : "up";
  });
  const first = leaderOf(cluster, names.length);
  const leads = [first, ...names.keys()].find((index) => {
    return (
      cluster.data.quorum && states[index] === "up" && lagAt(cluster.data, names[index] ?? "", now) === null
    );
  });
  return names.map((hostname, index) => ({
    hostname,
    state: states[index] ?? "down",
    leads: index === leads,
  }));
}

/** Returns the index of the leader after a change that restarted all nodes: the first one that was up when the leader restarted. */
export function leaderAfterRestart(cluster: StoredCluster): number {
  const nodes = nodeNamesOf(cluster).length;
  return leaderOf(cluster, nodes) === 0 && nodes > 1 ? 1 : 0;
}

export function nodeNamesOf(cluster: StoredCluster): readonly string[] {
  return heldNames(cluster) ?? hostnamesOf(cluster).nodes;
}

function namesOf(cluster: StoredCluster): readonly string[] {
  const { nodes, ...others } = hostnamesOf(cluster);
  return [...(heldNames(cluster) ?? nodes), ...Object.values(others)];
}

/** Returns the node names that the control path holds. */
function heldNames({ held }: StoredCluster): readonly string[] | null {
  const { hostnames } = held as { hostnames?: { nodes?: unknown } | null };
  const nodes = hostnames?.nodes;
  return Array.isArray(nodes) ? nodes.filter((name) => typeof name === "string") : null;
}

function leaderOf({ data }: StoredCluster, nodes: number): number {
  return data.leader < nodes ? data.leader : 0;
}

/** Returns the index of the node that the change in progress restarts now; -1 without one. */
function restartingAt(cluster: StoredCluster, nodes: number, now: number): number {
  const change = cluster.changes.find((one) => statusAt(one, now) === "in_progress");
  if (change === undefined) return -1;
  const [from, to] = [beginOf(change), endOf(change)];
  const turn = Math.floor(((now - from) / (to - from)) * nodes);
  const leader = leaderOf(cluster, nodes);
  const order = [...Array(nodes).keys()].filter((index) => index !== leader);
  return [...order, leader][turn] ?? leader;
}

/** The duration of a lag. Without seconds and requests, the node lags until catchUpNode. */
export interface LagRequest {
  /** Seconds of the emulator's clock. */
  readonly seconds?: number | undefined;
  /** Requests to this node, without those for its health. */
  readonly requests?: number | undefined;
  /** False: `/health` answers 503. @default true */
  readonly healthy?: boolean | undefined;
}

/** Returns a lag that begins now. */
export function lagFrom(data: ClusterData, now: number, request: LagRequest): Lag {
  const { seconds = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY, healthy = true } = request;
  return { data: copyOfData(data), until: now + seconds * 1000, requestsLeft: requests, healthy };
}

/** Returns the lag of a node; null if it is up to date. */
export function lagAt({ lags }: ClusterData, hostname: string, now: number): Lag | null {
  const lag = lags.get(hostname);
  return lag !== undefined && now < lag.until && lag.requestsLeft > 0 ? lag : null;
}
