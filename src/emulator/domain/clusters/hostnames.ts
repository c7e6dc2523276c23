import type { StoredCluster } from "../store/cluster";
import { nodesIn } from "../store/settings";

/** What the hostnames of all nodes end with. */
export const DOMAIN = "a1.searchcloud.example";

/** The names of a cluster's nodes, and of what stands before them. */
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
