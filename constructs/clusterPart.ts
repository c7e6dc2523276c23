import {
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
} from "cdktf";
import { Construct } from "constructs";
import type { ICluster } from "./clusterBase";
import { importExisting, withConditionBlocks } from "./workarounds";

type Provider = Pick<TerraformMetaArguments, "provider">;

/** The attributes of a resource that refer to its cluster. */
export interface ClusterRef extends Provider {
  readonly clusterId: string;
}

/** A construct of a cluster with one resource. */
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
    create: (scope: Construct, ref: ClusterRef) => Resource,
  ) {
    super(scope, id);
    this.cluster = props.cluster;
    this.resource = withConditionBlocks(create(this, this.ref(props.provider)));
  }

  /** Address of the resource, so that `dependsOn` can name this construct. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /** @internal */
  protected importById(id: string, provider?: TerraformProvider): void {
    importExisting(this.resource, `${this.cluster.clusterId}/${id}`, provider);
  }

  private ref(provider: TerraformProvider | undefined): ClusterRef {
    const { clusterId, provider: inherited } = this.cluster;
    return { clusterId, provider: provider ?? inheritedProvider(this, inherited) };
  }
}

/** Returns the provider configuration of a parent, whose key can access it; undefined if that is in another stack. */
export function inheritedProvider(
  scope: Construct,
  provider: TerraformProvider | undefined,
): TerraformProvider | undefined {
  const isReachable = provider !== undefined && TerraformStack.of(provider) === TerraformStack.of(scope);
  return isReachable ? provider : undefined;
}
