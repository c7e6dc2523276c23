import {
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
} from "cdktf";
import { Construct } from "constructs";
import type { ICluster } from "./cluster";
import { importExisting, withConditionBlocks } from "./workarounds";

type Provider = Pick<TerraformMetaArguments, "provider">;

/** What ties a resource to the cluster that it belongs to. */
export interface ClusterRef extends Provider {
  readonly clusterId: string;
}

/** A construct that belongs to a cluster, around one resource. */
export abstract class ClusterPart<Resource extends TerraformResource>
  extends Construct
  implements ITerraformDependable
{
  /** @internal */
  protected readonly cluster: ICluster;
  /** @internal */
  protected readonly resource: Resource;

  constructor(
    scope: Construct,
    id: string,
    props: Provider & { readonly cluster: ICluster },
    create: (scope: Construct, belonging: ClusterRef) => Resource,
  ) {
    super(scope, id);
    this.cluster = props.cluster;
    this.resource = withConditionBlocks(create(this, this.belonging(props.provider)));
  }

  /** Address of the resource, so that `dependsOn` can name this construct. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /** @internal */
  protected importById(id: string, provider?: TerraformProvider): void {
    importExisting(this.resource, `${this.cluster.clusterId}/${id}`, provider);
  }

  private belonging(provider: TerraformProvider | undefined): ClusterRef {
    const { clusterId, provider: inherited } = this.cluster;
    return { clusterId, provider: provider ?? inheritedProvider(this, inherited) };
  }
}

/**
 * The provider configuration of what something belongs to, since another key might not see it. Undefined in another stack,
 * where a configuration cannot be used.
 */
export function inheritedProvider(
  scope: Construct,
  provider: TerraformProvider | undefined,
): TerraformProvider | undefined {
  const isReachable = provider !== undefined && TerraformStack.of(provider) === TerraformStack.of(scope);
  return isReachable ? provider : undefined;
}
