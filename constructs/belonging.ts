import { type TerraformMetaArguments, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import type { ICluster } from "./clusterInterface";

/** What ties a resource to the cluster that it belongs to. */
export interface Belonging extends Pick<TerraformMetaArguments, "provider"> {
  readonly clusterId: string;
}

/**
 * The id of the cluster, and the provider configuration: the resource's own if it has one, else that of the cluster, since
 * another key might not see it. A configuration cannot be used from another stack.
 */
export function belongingTo(
  scope: Construct,
  { cluster, provider }: { readonly cluster: ICluster } & Pick<TerraformMetaArguments, "provider">,
): Belonging {
  const inherited = cluster.provider;
  const reachable = inherited !== undefined && TerraformStack.of(inherited) === TerraformStack.of(scope);
  return { clusterId: cluster.clusterId, provider: provider ?? (reachable ? inherited : undefined) };
}
