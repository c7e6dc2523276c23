import { nodeUrlProblem } from "../../../api/addresses";
import type { Nodes } from "../../../dataPlane";
import { isUnknown, type Plannable, REPAIR_STATE, TerraformError } from "../../../framework";
import { NoCluster } from "../../model/errors";
import { trimmedUrl } from "../../model/nodeUrl";
import { type DataApiKey, nodesClientOf, nodeUrlsOf, requireKnown, type Service } from "../service";
import type { NodeValues } from "./attributes";
import { knownUnavailable, type NodeCall, readSharedCluster, unavailableReason } from "./unavailable";

/** A cluster has no nodes that could answer now. */
export class NotServingError extends TerraformError {
  override name = "NotServingError";

  /** @param why as a sentence, with what to do */
  constructor(
    clusterId: string,
    purpose: string,
    readonly why: string,
  ) {
    super(`The nodes of cluster ${clusterId} cannot be reached ${purpose}`, `${why} Nothing was changed.`, [
      "cluster_id",
    ]);
  }
}

/**
 * The nodes that an object is on, and the key that opens them. The cluster is looked up; nothing is sent to a node.
 *
 * @param purpose as in "to create collection products"
 * @throws NoCluster when the cluster is gone or being terminated, NotServing while it has no nodes, TerraformError where there
 * is no key.
 */
export async function resolveNodes(call: NodeCall, values: NodeValues, purpose: string): Promise<Nodes> {
  const { cluster_id: cluster } = values;
  refuseUnusable(values, purpose);
  const urls =
    cluster === null ? (values.node_urls ?? []).map(trimmedUrl) : await readNodeUrls(call, cluster, purpose);
  // After the cluster: what went with it needs no key any more.
  const { value: apiKey, origin: keyOrigin } = keyOf(call.service, values, purpose);
  const named = cluster === null ? (urls[0] ?? "") : `cluster ${cluster}`;
  return (await nodesClientOf(call.service)).at({ urls, apiKey, keyOrigin, named });
}

/** A configuration has been validated; a state may have been edited, and leads elsewhere with the key then. */
function refuseUnusable({ cluster_id: cluster, node_urls: urls }: NodeValues, purpose: string): void {
  if (cluster !== null) return;
  const refused = (what: string, path: readonly (string | number)[]) => {
    throw new TerraformError(
      `The nodes cannot be reached ${purpose}: ${what}`,
      `Nothing was sent. ${REPAIR_STATE}`,
      [...path],
    );
  };
  if (urls === null || urls.length === 0)
    refused("neither cluster_id nor node_urls names any", ["node_urls"]);
  for (const [place, url] of (urls ?? []).entries()) {
    const problem = nodeUrlProblem(url);
    // Without the URL: it may hold credentials.
    if (problem !== undefined) refused(`the URL in node_urls[${place}] ${problem}`, ["node_urls", place]);
  }
}

/**
 * The nodes for a question at plan. Undefined while what leads to them is not known, or while they cannot answer: then the plan
 * asks nothing.
 */
export async function resolveNodesAtPlan(
  call: NodeCall,
  values: Plannable<NodeValues>,
  purpose: string,
): Promise<Nodes | undefined> {
  const { service } = call;
  if (!hasKnownTarget(service, values)) return undefined;
  if (values.cluster_id !== null && knownUnavailable(service, values.cluster_id) !== undefined)
    return undefined;
  try {
    return await resolveNodes(call, values, purpose);
  } catch (error) {
    if (error instanceof NotServingError || error instanceof NoCluster) return undefined;
    throw error;
  }
}

/** Whether all that leads to the nodes is known: of the object, and of the provider's configuration. */
export function hasKnownTarget(service: Service, values: Plannable<NodeValues>): values is NodeValues {
  const { cluster_id: cluster, node_urls: urls, api_key: key } = values;
  if (!service.nodes || isUnknown(cluster) || isUnknown(urls) || isUnknown(key)) return false;
  return (
    !(cluster !== null && isUnknown(service.nodeUrl)) && !(key === null && isUnknown(service.dataApiKey))
  );
}

/** @throws TerraformError without a key. */
function keyOf({ dataApiKey }: Service, { api_key: own }: NodeValues, purpose: string): DataApiKey {
  if (own !== null) return { value: own, origin: "api_key of this resource" };
  if (dataApiKey !== undefined) return requireKnown<DataApiKey>(dataApiKey, "data_api_key");
  throw new TerraformError(
    `No data-plane key ${purpose}`,
    "The nodes of a cluster answer only to a data-plane key; the management key does not open them. Set api_key of the resource, " +
      "normally to admin_key of a searchcloud_api_keys, or data_api_key of the provider, or the environment variable " +
      "SEARCHCLOUD_DATA_API_KEY.",
    ["api_key"],
  );
}

/** URLs of the nodes of a cluster, which all that is on it shares with the refresh of the cluster itself. */
async function readNodeUrls(call: NodeCall, cluster: string, purpose: string): Promise<readonly string[]> {
  const seen = await readSharedCluster(call, cluster);
  if (seen.kind !== "present") throw new NoCluster(cluster, purpose, seen);
  const why = unavailableReason(seen);
  if (why !== undefined) throw new NotServingError(cluster, purpose, why);
  return nodeUrlsOf(call.service, seen.cluster);
}
