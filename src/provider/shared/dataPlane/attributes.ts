import { nodeUrlProblem } from "../../../api/addresses";
import { checks, REPLACE, STATE_ONLY, t, type Validator } from "../../../framework";
import { givenName } from "../../model/attributes";
import { nodeKeyProblem } from "../../model/nodeUrl";

/** The attributes that identify the nodes of an object, for the schema of each resource and data source of the data plane. */
export const nodeAttributes = {
  cluster_id: {
    ...givenName("Cluster reference ID of the cluster that it belongs to. Set this or `node_urls`."),
    mode: "optional",
    updatedBy: REPLACE,
  },
  node_urls: {
    type: t.list(t.string),
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "URLs of the nodes, such as `https://search.example:443`, for your own server, or without a management key. Plain HTTP for loopback only. Set this or `cluster_id`.",
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

/** Returns an attribute for a place where nothing updates it alone: a block, an action. */
export const withoutUpdate = <const A extends { readonly updatedBy: string }>({
  updatedBy: _,
  ...attribute
}: A) => attribute;

/** The values of {@link nodeAttributes}. */
export interface NodeValues {
  readonly cluster_id: string | null;
  readonly node_urls: string[] | null;
  readonly api_key: string | null;
}

/** An object belongs to a cluster or to nodes given by URL, not to both. */
export const nodeValidators: readonly Validator<Pick<NodeValues, "cluster_id" | "node_urls">>[] = [
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
