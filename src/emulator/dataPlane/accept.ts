import { nodesAt } from "../domain/nodes/hosts";
import { settleAll } from "../domain/settle";
import { type NodeCall, NodeRefusal } from "./call";
import { NODE_ROUTES, type NodeRoute } from "./routes";

/**
 * The call as the node that leads takes it up, once there is a quorum; reads at once. Null: it was lost while it waited for that.
 * @throws NodeRefusal 422 where this node, or the one that leads, accepts no writes
 */
export async function acceptedWrite(call: NodeCall, { id }: NodeRoute): Promise<NodeCall | null> {
  const { world, cluster, hostname, now } = call;
  if (NODE_ROUTES[id].kind === "read") return call;
  const leader = nodesAt(cluster, now).find(({ leads }) => leads)?.hostname ?? hostname;
  for (const name of [hostname, leader]) refuseAt(call, id, name);
  cluster.data.writes += 1;
  if (cluster.data.quorum) return call;
  if ((await world.holds.wait(cluster.id)) === "give up") return null;
  const later = world.clock.now();
  settleAll(world, later);
  return { ...call, now: later };
}

function refuseAt({ cluster }: NodeCall, id: NodeRoute["id"], hostname: string): void {
  const { resourceErrors, skipping } = cluster.data;
  const lacks = resourceErrors.get(hostname);
  // A DELETE frees what is lacking.
  if (lacks !== undefined && NODE_ROUTES[id].method !== "DELETE" && id !== "setHealth") {
    throw new NodeRefusal(422, `Rejecting write: running out of resource type: ${lacks}`);
  }
  if (skipping.has(hostname)) throw new NodeRefusal(422, "Skipping writes.");
}
