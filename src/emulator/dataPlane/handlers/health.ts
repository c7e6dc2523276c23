import { lagAt, nodesAt } from "../../domain/nodes/hosts";
import { type NodeCall, type NodeReply, ok } from "../call";
import { differenceOf } from "../newerServer";

/** The states of a node (data-plane API, States and transitions). */
const LEADER = 1;
const FOLLOWER = 4;

/** Needs no key. A node without a resource is healthy, and reports it. A lagging node is unhealthy if the control path says so. */
export function getHealth(call: NodeCall): NodeReply {
  return healthOf(call, lagAt(call.cluster.data, call.hostname, call.now)?.healthy !== false);
}

function healthOf({ cluster, hostname }: NodeCall, isAlive: boolean): NodeReply {
  const lacks = cluster.data.resourceErrors.get(hostname);
  const json = { ok: isAlive, ...(lacks !== undefined && { resource_error: lacks }) };
  return { status: isAlive ? 200 : 503, json };
}

export function getDebug({ world, cluster, hostname, now }: NodeCall): NodeReply {
  const leads = nodesAt(cluster, now).some((node) => node.leads && node.hostname === hostname);
  const { saysFirstVersion } = differenceOf(cluster, world.assumptions);
  const version = saysFirstVersion ? cluster.firstVersion : cluster.search_server_version;
  return ok({ state: leads ? LEADER : FOLLOWER, version });
}

/** Answers the health for a load balancer, which ignores missing resources. */
export function setHealth({ cluster, hostname, now }: NodeCall): NodeReply {
  const ok = lagAt(cluster.data, hostname, now)?.healthy !== false;
  return { status: ok ? 200 : 503, json: { ok } };
}

/** Answers the health, and checks the load (always 0) against the thresholds of the query. */
export function getHealthWithUsage(call: NodeCall): NodeReply {
  const threshold = call.query.get("cpu_threshold");
  const isBusy = threshold !== null && threshold.trim() !== "" && Number(threshold) <= 0;
  return isBusy ? healthOf(call, false) : getHealth(call);
}

export function getStatus({ cluster, hostname, now }: NodeCall): NodeReply {
  const leads = nodesAt(cluster, now).some((node) => node.leads && node.hostname === hostname);
  const state = leads ? "LEADER" : "FOLLOWER";
  return ok({ committed_index: cluster.data.writes, queued_writes: 0, state });
}
