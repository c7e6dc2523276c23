import { nodeUrlProblem } from "../../../api/addresses";
import type { Nodes } from "../../../dataPlane";
import { isUnknown, type Plannable, REPAIR_STATE, TerraformError } from "../../../framework";
import { NoClusterError } from "../../model/errors";
import { trimmedUrl } from "../../model/nodeUrl";
import { type DataApiKey, nodesClientOf, nodeUrlsOf, requireKnown, type Service } from "../service";
import type { NodeValues } from "./attributes";
import { isKeyPlanned } from "./plannedKeys";
import { knownUnavailable, type NodeCall, readSharedCluster, unavailableReason } from "./unavailable";

/** The nodes of a cluster are not available. */
export class NotServingError extends TerraformError {
  override name = "NotServingError";

  /** @param why as sentences, with the next step */
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

/** Neither the object nor the provider has a key for the nodes. */
export class NoDataKeyError extends TerraformError {
  override name = "NoDataKeyError";

  constructor(purpose: string) {
    super(
      `No data-plane key ${purpose}`,
      "Nodes need a data-plane key; they reject the management key. Set data_api_key of the provider, normally to the value_wo of a " +
        "searchcloud_key with bootstrap, or the environment variable SEARCHCLOUD_DATA_API_KEY, or api_key if this block takes one.",
      ["api_key"],
    );
  }
}

/**
 * Finds the nodes of an object and their key. Reads the cluster; sends nothing to a node.
 *
 * @param purpose as in "to create collection products"
 * @param writeOnly the key in the configuration that no state has, instead of `api_key` in the values
 * @throws NoClusterError when the cluster is gone or being terminated, NotServingError while it has no nodes, NoDataKeyError where there is
 * no key.
 */
export async function resolveNodes(
  call: NodeCall,
  values: NodeValues,
  purpose: string,
  writeOnly?: DataApiKey,
): Promise<Nodes> {
  const { cluster_id: cluster } = values;
  refuseUnusable(values, purpose);
  const urls =
    cluster === null ? (values.node_urls ?? []).map(trimmedUrl) : await readNodeUrls(call, cluster, purpose);
  // After the cluster: an object that is gone with it needs no key.
  const { value: apiKey, origin: keyOrigin } = writeOnly ?? keyOf(call.service, values, purpose);
  const named = cluster === null ? (urls[0] ?? "") : `cluster ${cluster}`;
  return (await nodesClientOf(call.service)).at({ urls, apiKey, keyOrigin, named });
}

/** Checks the values of a state: unlike a configuration, it is not validated, and may send the key to another host if it was edited. */
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
    // The message omits the URL: it may hold credentials.
    if (problem !== undefined) refused(`the URL in node_urls[${place}] ${problem}`, ["node_urls", place]);
  }
}

/** Finds the nodes of an object at plan; undefined if they are not known yet or not available: then the plan sends them nothing. */
export async function resolveNodesAtPlan(
  call: NodeCall,
  values: Plannable<NodeValues>,
  purpose: string,
): Promise<Nodes | undefined> {
  const { service } = call;
  if (!hasKnownTarget(service, values) || isKeyPlanned(service, values)) return undefined;
  if (values.cluster_id !== null && knownUnavailable(service, values.cluster_id) !== undefined)
    return undefined;
  try {
    return await resolveNodes(call, values, purpose);
  } catch (error) {
    if (error instanceof NotServingError || error instanceof NoClusterError) return undefined;
    throw error;
  }
}

/** True if the object and the provider's configuration have all values that identify the nodes. */
export function hasKnownTarget(service: Service, values: Plannable<NodeValues>): values is NodeValues {
  const { cluster_id: cluster, node_urls: urls, api_key: key } = values;
  if (!service.nodes || isUnknown(cluster) || isUnknown(urls) || isUnknown(key)) return false;
  return (
    !(cluster !== null && isUnknown(service.nodeUrl)) && !(key === null && isUnknown(service.dataApiKey))
  );
}

/** @throws NoDataKeyError */
function keyOf({ dataApiKey }: Service, { api_key: own }: NodeValues, purpose: string): DataApiKey {
  if (own !== null) return { value: own, origin: "api_key of this resource" };
  if (dataApiKey !== undefined) return requireKnown<DataApiKey>(dataApiKey, "data_api_key");
  throw new NoDataKeyError(purpose);
}

/** Reads the URLs of the nodes of a cluster. Its objects and its own refresh share the request. */
async function readNodeUrls(call: NodeCall, cluster: string, purpose: string): Promise<readonly string[]> {
  const seen = await readSharedCluster(call, cluster);
  if (seen.kind !== "present") throw new NoClusterError(cluster, purpose, seen);
  const why = unavailableReason(seen);
  if (why !== undefined) throw new NotServingError(cluster, purpose, why);
  return nodeUrlsOf(call.service, seen.cluster);
}
