import type { Nodes } from "../../dataPlane";
import type { ListCall, Listed } from "../../framework";
import {
  childId,
  type NodeValues,
  nodeAttributes,
  nodePrivateStateOf,
  type Owner,
  onNodes,
  resolveNodes,
} from "../shared/dataPlane";
import type { Service } from "../shared/service";

/**
 * The nodes of a list. Their key is that of the provider: `terraform query -json` prints the configuration of a list, ephemeral values
 * included, and what is imported uses the provider's key anyway.
 */
export const listNodeAttributes = {
  cluster_id: nodeAttributes.cluster_id,
  node_urls: nodeAttributes.node_urls,
} as const;

/** Finds the nodes of a list. @param what as in "collections" */
export function nodesOfList(call: ListCall<Service>, config: Owner, what: string): Promise<Nodes> {
  return resolveNodes(call, { ...config, api_key: null }, `to list the ${what} ${onNodes(config)}`);
}

/** Returns an object of a list, whose values are known as a whole. @param id its identifier on the nodes */
export function listedOnNodes(
  { service }: Pick<ListCall<Service>, "service">,
  where: Owner,
  {
    id,
    displayName = id,
    values,
  }: { readonly id: string; readonly displayName?: string; readonly values: object },
): Listed {
  const owner: NodeValues = { ...where, api_key: null };
  const all = { ...owner, ...values, id: childId(owner, id) };
  return {
    displayName,
    values: all,
    privateState: { ...nodePrivateStateOf(service, owner), importing: true },
    read: async () => all,
  };
}
