import { type NodeValues, nodeAttributes } from "../shared/dataPlane";
import type { DataApiKey } from "../shared/service";

const { cluster_id, node_urls, api_key } = nodeAttributes;

/** The nodes of an action on nodes. The key may be ephemeral, and only then it is in no saved plan. */
export const nodeArguments = {
  cluster_id: {
    type: cluster_id.type,
    mode: "optional",
    validators: cluster_id.validators,
    description: "Cluster reference ID of the cluster. Set this or `node_urls`.",
  },
  node_urls: {
    type: node_urls.type,
    mode: "optional",
    validators: node_urls.validators,
    description: node_urls.description,
  },
  api_key: {
    type: api_key.type,
    mode: "optional",
    writeOnly: true,
    sensitive: true,
    validators: api_key.validators,
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
