import type { NodeStatus } from "../../dataPlane";
import { define } from "../../framework";
import { flag, text } from "../model/attributes";
import { nodeAttributes, nodeValidators, resolveNodes } from "../shared/dataPlane";
import type { Service } from "../shared/service";
import { listed } from "./listing";

/** The states that nodes report as numbers (data-plane API, States and transitions). */
const STATES: { readonly [state: number]: string } = { 1: "leader", 4: "follower" };

/** `data.searchcloud_nodes`: the current state of each node of a cluster. */
export const nodesData = define<Service>().dataSource({
  name: "nodes",
  description:
    "The current state of the nodes of a cluster or of your own server. A node that does not answer is no error: it is not healthy.",
  schema: {
    ...nodeAttributes,
    nodes: listed("The nodes, in the order of the cluster's hostnames or of `node_urls`.", {
      url: text("URL of the node."),
      healthy: flag("Whether it answers 200 at `/health`, and reports no `resource_error`."),
      state: text("`leader` or `follower`, or the number that it reports; null if it reports none."),
      version: text("Version of its server; null if it reports none."),
      resource_error: text("The resource that it lacks, such as `OUT_OF_DISK` or `OUT_OF_MEMORY`, or null."),
    }),
    healthy: flag("Whether all nodes are healthy."),
    leader: text("URL of the node that is the leader, or null."),
  },
  validators: nodeValidators,
  read: async (call, config) => {
    const nodes = await resolveNodes(call, config, "to read their state");
    const statuses = await nodes.each({ signal: call.signal });
    return nodesValues(statuses);
  },
});

/** Converts the statuses of nodes to the values of the data source. */
export function nodesValues(statuses: readonly NodeStatus[]) {
  const nodes = statuses.map(({ url, healthy, state, version, resource_error }) => ({
    url,
    healthy,
    state: state === null ? null : (STATES[state] ?? String(state)),
    version,
    resource_error,
  }));
  return {
    nodes,
    healthy: nodes.every(({ healthy }) => healthy),
    leader: nodes.find(({ state }) => state === "leader")?.url ?? null,
  };
}
