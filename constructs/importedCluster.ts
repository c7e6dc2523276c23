import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { ClusterBase } from "./clusterBase";
import { DataSearchcloudCluster } from "./generated/data-searchcloud-cluster";

/** How a cluster that exists is looked up. */
export interface ClusterLookupOptions {
  /**
   * Provider configuration whose key sees the cluster.
   *
   * @default - the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
}

/** A cluster that is not managed here. It is read only when something other than its id is asked for. */
export class ImportedCluster extends ClusterBase {
  private source?: DataSearchcloudCluster;

  constructor(
    scope: Construct,
    id: string,
    readonly clusterId: string,
    private readonly options: ClusterLookupOptions,
  ) {
    super(scope, id);
  }

  get fqn(): string {
    return this.lookup.fqn;
  }

  /** @internal */
  protected get hostnames() {
    return this.lookup.hostnames;
  }

  private get lookup(): DataSearchcloudCluster {
    this.source ??= new DataSearchcloudCluster(this, "Default", { id: this.clusterId, ...this.options });
    return this.source;
  }
}
