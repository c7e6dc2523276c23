import { nodeUrlProblem } from "../../../api/addresses";
import { checks, REPLACE, STATE_ONLY, t, type Validator } from "../../../framework";
import { givenName } from "../../model/attributes";
import { nodeKeyProblem } from "../../model/nodeUrl";

/** What leads to the nodes of an object: spread it into the schema of a resource or data source of the data plane. */
export const nodeAttributes = {
  cluster_id: {
    ...givenName("Cluster reference ID of the cluster on whose nodes it is. Set this or `node_urls`."),
    mode: "optional",
    updatedBy: REPLACE,
  },
  node_urls: {
    type: t.list(t.string),
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "URLs of the nodes, such as `https://search.example:443`, for a server of your own, or without a management key. Plain HTTP for loopback only. Set this or `cluster_id`.",
    validators: [checks.notEmpty(), checks.each(nodeUrlProblem)],
  },
  api_key: {
    type: t.string,
    mode: "optional",
    updatedBy: STATE_ONLY,
    sensitive: true,
    description:
      "Data-plane key, such as the `admin_key` of `searchcloud_api_keys`. The default is `data_api_key` of the provider.",
    validators: [nodeKeyProblem],
  },
} as const;

/** The values of {@link nodeAttributes}. */
export interface NodeValues {
  readonly cluster_id: string | null;
  readonly node_urls: string[] | null;
  readonly api_key: string | null;
}

/** An object is on the nodes of one cluster, or on a server of one's own. */
export const nodeValidators: readonly Validator<NodeValues>[] = [
  {
    reads: ["cluster_id", "node_urls"],
    check: ({ cluster_id: cluster, node_urls: urls }) => {
      if ((cluster === null) !== (urls === null)) return undefined;
      const detail =
        "cluster_id names a cluster, whose nodes the provider looks up; node_urls lists the URLs of the nodes themselves.";
      return cluster === null
        ? { path: [], summary: "No cluster_id and no node_urls", detail: `${detail} Set one of them.` }
        : {
            path: ["node_urls"],
            summary: "Both cluster_id and node_urls",
            detail: `${detail} Remove one of them.`,
          };
    },
  },
];
