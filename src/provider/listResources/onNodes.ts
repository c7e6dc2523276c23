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

/** The nodes of a list. Terraform hides its key at the terminal only. */
export const listNodeAttributes = {
  ...nodeAttributes,
  api_key: {
    ...nodeAttributes.api_key,
    description: `${nodeAttributes.api_key.description} Leave it out for \`terraform query -json\`, which prints it, even if its value is ephemeral.`,
  },
} as const;

/** Finds the nodes of a list. @param what as in "collections" */
export function nodesOfList(call: ListCall<Service>, config: NodeValues, what: string): Promise<Nodes> {
  const { api_key: value } = config;
  const own = value === null ? undefined : { value, origin: "api_key of this list" };
  return resolveNodes(call, config, `to list the ${what} ${onNodes(config)}`, own);
}

/** Returns the owner of the objects of a list. Leaves out the key of the list, which must not get into generated code. */
export function ownerIn({ cluster_id, node_urls }: NodeValues): Owner {
  return { cluster_id, node_urls };
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
