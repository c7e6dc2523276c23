import { nodeAttributes } from "../shared/dataPlane";

const { cluster_id, node_urls, api_key } = nodeAttributes;

/** The nodes of an action on nodes. The key is in no plan, and may be ephemeral. */
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
    validators: api_key.validators,
    description:
      "Data-plane key, which may be ephemeral: it is stored nowhere. The default is `data_api_key` of the provider.",
  },
} as const;
