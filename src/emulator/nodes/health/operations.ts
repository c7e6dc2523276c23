import { bodyOf, created, type NodeCall, NodeRefusal, type NodeReply, ok } from "../call";
import { nodesAt } from "../hosts";
import { lagAt } from "../lag";
import { differenceOf } from "../newerServer";

/** The states of a node (data-plane API, States and transitions). */
const LEADER = 1;
const FOLLOWER = 4;

/** Needs no key. A node that lacks a resource is well, and says so; one that lags is not, if the control path wants it. */
export function getHealth({ cluster, hostname, now }: NodeCall): NodeReply {
  const lacks = cluster.data.resourceErrors.get(hostname);
  const isAlive = lagAt(cluster.data, hostname, now)?.healthy !== false;
  const json = { ok: isAlive, ...(lacks !== undefined && { resource_error: lacks }) };
  return { status: isAlive ? 200 : 503, json };
}

export function getDebug({ world, cluster, hostname, now }: NodeCall): NodeReply {
  const leads = nodesAt(cluster, now).some((node) => node.leads && node.hostname === hostname);
  const { saysFirstVersion } = differenceOf(cluster, world.assumptions);
  const version = saysFirstVersion ? cluster.firstVersion : cluster.search_server_version;
  return ok({ state: leads ? LEADER : FOLLOWER, version });
}

const SIZE = "cache-num-entries";

/** The size of the search cache is the only setting that takes effect without a restart. */
export function updateConfig(call: NodeCall): NodeReply {
  const { [SIZE]: entries } = bodyOf(call);
  if (entries === undefined) throw new NodeRefusal(400, "Invalid configuration.");
  if (typeof entries !== "number" || !Number.isInteger(entries) || entries < 1) {
    throw new NodeRefusal(400, `Configuration \`${SIZE}\` must be a positive integer.`);
  }
  call.data.cacheEntries = entries;
  return created({ success: true });
}
