import { type NodeValues, nodeAttributes, withoutUpdate } from "../shared/dataPlane";
import type { DataApiKey } from "../shared/service";

const { cluster_id, node_urls, api_key } = nodeAttributes;

/** The nodes of an action on nodes. The key may be ephemeral, and only then it is in no saved plan. */
export const nodeArguments = {
  cluster_id: {
    ...withoutUpdate(cluster_id),
    description: "Cluster reference ID of the cluster. Set this or `node_urls`.",
  },
  node_urls: withoutUpdate(node_urls),
  api_key: {
    ...withoutUpdate(api_key),
    writeOnly: true,
    description: "Data-plane key. The default is `data_api_key` of the provider.",
  },
} as const;

/** Returns the key that an action has of its own; undefined: none. @param origin its name in messages */
export function keyOfAction(
  { api_key: value }: Pick<NodeValues, "api_key">,
  origin = "api_key of this action",
): DataApiKey | undefined {
  return value === null ? undefined : { value, origin };
}
