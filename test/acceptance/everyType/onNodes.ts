import type { EmulatorServer } from "../../../src/emulator";
import { NODE_KEY } from "../support";

/** Another key of the nodes. */
const OTHER_NODE_KEY = "other-data-key-0123456789";

/** Adds two clusters in service, `shop1` with three nodes and `shop2` with one; the nodes of both accept the same two keys. */
export function prepareNodes(emulator: EmulatorServer): void {
  const version = { search_server_version: "30.2" };
  emulator.seed({
    clusters: [
      { id: "shop1", high_availability: "yes", ...version },
      { id: "shop2", ...version },
    ],
  });
  for (const cluster of ["shop1", "shop2"])
    for (const value of [NODE_KEY, OTHER_NODE_KEY])
      emulator.createNodeKeyOutside(cluster, {
        value,
        description: "test",
        actions: ["*"],
        collections: ["*"],
      });
}

/** The first lines of the resources of every story: the nodes by their URLs. */
export const ON_NODES = { node_urls: '["node://shop1"]', api_key: `"${NODE_KEY}"` };
/** An edit of both that sends nothing. */
export const OTHER_WAY = { node_urls: '["node://shop1", "node://shop1/2"]', api_key: `"${OTHER_NODE_KEY}"` };
/** Another cluster, by its id. */
export const ON_CLUSTER = { node_urls: undefined, cluster_id: '"shop2"' };
/** Values that no configuration may have. */
export const INVALID_ON_NODES = {
  cluster_id: '""',
  node_urls: '["http://search.example.com"]',
  api_key: '"two words"',
};
