import {
  Annotations,
  type IResolvable,
  type ITerraformDependable,
  Op,
  type Postcondition,
  ref,
  type TerraformMetaArguments,
  type TerraformProvider,
  TerraformSelf,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { adviceOnRegions } from "./advice";
import { belongingTo } from "./belonging";
// These two need each other, but only once both are loaded: a cluster makes clones, and a clone makes a cluster.
import { ImportedCluster } from "./clusterBase";
import type { ICluster } from "./clusterInterface";
import type { Region } from "./region";
import { CloningOperationResource } from "./resources";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface CloningOperationTimeouts {
  /**
   * For the clone to be in service. When it passes, cloning goes on, and the next deploy waits again.
   *
   * @default "6h"
   */
  readonly create?: string;

  /**
   * For a cloning that has begun to end, so that its clone can be terminated; with terminateCloneOnDestroy only.
   *
   * @default "6h"
   */
  readonly delete?: string;
}

/** How to clone, and Terraform's meta-arguments. An edit makes another clone in place of this one. */
export interface CloningOperationOptions extends TerraformMetaArguments {
  /**
   * Where the clone runs, such as `"oregon"` or `Region.OREGON`.
   *
   * @default - the service chooses
   */
  readonly targetRegion?: Region;

  /**
   * Version of the search server of the clone, such as `"30.1"`; a prefix such as `"30"` stands for any version that
   * begins so. Another one than that of the source rehearses an upgrade.
   *
   * @default - the service chooses
   */
  readonly searchServerVersion?: string;

  /**
   * Who is told about the cloning by e-mail.
   *
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * Any values. When one of them changes, the cluster is cloned again. The clone made before stays, and is billed, unless
   * terminateCloneOnDestroy is on.
   *
   * @default - only an edit of the operation clones again
   */
  readonly triggers?: { [name: string]: string };

  /**
   * Whether a deploy stays until the clone is in service.
   *
   * @default true
   */
  readonly wait?: boolean | IResolvable;

  /**
   * Whether the clone, a billed cluster of its own, is terminated when the operation is destroyed or replaced; its data
   * is lost then. What was deployed last counts: turn it on in a deploy before the destroy.
   *
   * @default false
   */
  readonly terminateCloneOnDestroy?: boolean | IResolvable;

  /**
   * How long to wait for the service.
   *
   * @default - 6 hours each
   */
  readonly timeouts?: CloningOperationTimeouts;
}

export interface CloningOperationProps extends CloningOperationOptions {
  /** The cluster to clone. */
  readonly cluster: ICluster;
}

/** Fails a deploy that leaves a clone behind which is still on its way, without marking it for another try. */
const CLONED: Postcondition = {
  condition: Op.or(
    Op.eq(TerraformSelf.getAny("wait"), ref("false")),
    Op.neq(TerraformSelf.getAny("target_cluster_id"), Token.nullValue()),
  ),
  errorMessage:
    `There is no clone yet: the cloning is ${TerraformSelf.getString("status")}. When it is on its way, run deploy again ` +
    "to wait for it; nothing has to be removed or replaced. When it was canceled or has failed, change its triggers to " +
    "clone again, or take it away.",
};

/**
 * A clone of a cluster with its data (docs/design/api-assumptions.md#clones): a second, billed cluster of its own. When it is
 * destroyed, what has not begun is cancelled; a clone that exists stays, unless `terminateCloneOnDestroy` is on.
 */
export class CloningOperation extends Construct implements ITerraformDependable {
  /** Type of the resource, as Terraform and CDKTF's test matchers call it. */
  static readonly tfResourceType = CloningOperationResource.tfResourceType;

  private readonly resource: CloningOperationResource;
  private readonly cluster: ICluster;
  private readonly waits: boolean;
  private target?: ICluster;

  constructor(scope: Construct, id: string, props: CloningOperationProps) {
    super(scope, id);
    const { cluster, lifecycle, ...config } = props;
    this.cluster = cluster;
    this.waits = props.wait !== false;
    this.resource = new CloningOperationResource(this, "Default", {
      ...config,
      ...belongingTo(this, props),
      lifecycle: { ...lifecycle, postcondition: [...(lifecycle?.postcondition ?? []), CLONED] },
    });
    const advice = adviceOnRegions(props.targetRegion === undefined ? [] : [props.targetRegion]);
    if (advice !== undefined) Annotations.of(this).addWarning(advice);
  }

  /**
   * The clone. It is looked up (data source `searchcloud_cluster`) only when its nodes or its endpoint are asked for.
   *
   * @throws when `wait` is false: the clone may not exist yet while the rest of the deploy needs it.
   */
  get targetCluster(): ICluster {
    if (!this.waits) {
      throw new Error(
        `CloningOperation "${this.node.id}" has wait false, so that its clone may not exist yet when a deploy reads ` +
          "targetCluster: leave wait out, or use targetClusterId, which is null until then.",
      );
    }
    const { provider, targetClusterId } = this.resource;
    this.target ??= new ImportedCluster(this, "target", targetClusterId, { provider });
    return this.target;
  }

  /** Reference ID of the clone; null until the cloning has succeeded. */
  get targetClusterId(): string {
    return this.resource.targetClusterId;
  }

  /** Identifier of the cloning operation. */
  get cloningOperationId(): string {
    return this.resource.id;
  }

  /** `pending`, `in_progress`, `succeeded`, `failed` or `canceled`. */
  get status(): string {
    return this.resource.status;
  }

  /** Region of the cluster that is cloned. */
  get sourceRegion(): string {
    return this.resource.sourceRegion;
  }

  /** When the cloning was done, in RFC 3339; null until then. */
  get completedAt(): string {
    return this.resource.completedAt;
  }

  /** Address of the resource, so that a clone can stand in `dependsOn`. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /**
   * Takes over a cloning operation that exists: the next deploy imports it into the state instead of cloning.
   *
   * @param cloningOperationId - identifier of the cloning operation
   * @param provider - provider configuration whose key sees it. @default - that of the operation
   */
  importFrom(cloningOperationId: string, provider?: TerraformProvider): void {
    const id = `${this.cluster.clusterId}/${cloningOperationId}`;
    this.resource.importFrom(id, provider ?? this.resource.provider);
  }
}
