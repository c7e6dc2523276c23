import {
  Annotations,
  Op,
  type Postcondition,
  ref,
  type TerraformProvider,
  TerraformSelf,
  Token,
} from "cdktf";
import type { Construct } from "constructs";
import { adviceOnRegions } from "./advice";
import { check } from "./check";
import type { CloningOperationOptions } from "./cloningOperationOptions";
// These two need each other, but only once both are loaded: a cluster adds clones, and a clone is a cluster.
import { ImportedCluster } from "./clusterBase";
import type { ICloningOperation, ICluster } from "./clusterInterface";
import { ClusterPart } from "./clusterPart";
import { CloningOperation as CloningOperationResource } from "./generated/cloning-operation";

export interface CloningOperationProps extends CloningOperationOptions {
  /** The cluster to clone. */
  readonly cluster: ICluster;
}

/** Fails a deploy that ends before the clone exists, without tainting the operation. */
const CLONED: Postcondition = {
  condition: Op.or(
    Op.eq(TerraformSelf.getAny("wait"), ref("false")),
    Op.neq(TerraformSelf.getAny("target_cluster_id"), Token.nullValue()),
  ),
  errorMessage:
    `There is no clone yet: the cloning operation is ${TerraformSelf.getString("status")}. While it is pending or in ` +
    "progress, run deploy again to wait for it; do not remove or replace it. If it was canceled or has failed, change " +
    "its triggers to clone again, or remove it.",
};

/**
 * A clone of a cluster with its data: a second, billed cluster. Destroying it cancels an operation that is pending; a
 * clone that exists stays, unless `terminateCloneOnDestroy` is on.
 */
export class CloningOperation extends ClusterPart<CloningOperationResource> implements ICloningOperation {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = CloningOperationResource.tfResourceType;

  private readonly waits: boolean;
  private target?: ICluster;

  constructor(scope: Construct, id: string, props: CloningOperationProps) {
    const { cluster, lifecycle, ...config } = props;
    super(scope, id, props, (self, belonging) => {
      const postcondition = [...(lifecycle?.postcondition ?? []), CLONED];
      const all = { ...config, ...belonging, lifecycle: { ...lifecycle, postcondition } };
      return new CloningOperationResource(self, "Default", all);
    });
    this.waits = props.wait !== false;
    const advice = adviceOnRegions(props.targetRegion === undefined ? [] : [props.targetRegion]);
    if (advice !== undefined) Annotations.of(this).addWarning(advice);
  }

  get targetCluster(): ICluster {
    check(
      this.waits,
      `CloningOperation "${this.node.id}" has wait false, so that its clone may not exist yet when a deploy reads ` +
        "targetCluster: remove wait, or use targetClusterId, which is null until then.",
    );
    const { provider } = this.resource;
    this.target ??= new ImportedCluster(this, "target", this.targetClusterId, { provider });
    return this.target;
  }

  get targetClusterId(): string {
    return this.resource.targetClusterId;
  }

  get cloningOperationId(): string {
    return this.resource.id;
  }

  get status(): string {
    return this.resource.status;
  }

  get sourceRegion(): string {
    return this.resource.sourceRegion;
  }

  get completedAt(): string {
    return this.resource.completedAt;
  }

  importFrom(cloningOperationId: string, provider?: TerraformProvider): void {
    this.importById(cloningOperationId, provider);
  }
}
