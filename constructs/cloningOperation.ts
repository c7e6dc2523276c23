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
import type { Construct, IConstruct } from "constructs";
import { check, regionWarning } from "./checks";
import type { ICluster } from "./clusterBase";
import { ImportedCluster } from "./clusterBase";
import { ClusterPart } from "./clusterPart";
import { CloningOperation as CloningOperationResource } from "./generated/cloning-operation";
import type { Region } from "./topology";

/** Timeouts: durations such as `45m` or `1h30m`. */
export interface CloningOperationTimeouts {
  /**
   * Time for the clone to be in service. After it, cloning continues, and the next deploy waits again.
   * @default "6h"
   */
  readonly create?: string;

  /**
   * Time for an operation in progress to end, so that its clone can be terminated; with terminateCloneOnDestroy only.
   * @default "6h"
   */
  readonly delete?: string;
}

/** The settings of a clone, and Terraform's meta-arguments. An edit clones again and replaces the operation. */
export interface CloningOperationOptions extends TerraformMetaArguments {
  /**
   * Region of the clone, such as `"oregon"` or `Region.OREGON`.
   * @default - the service chooses
   */
  readonly targetRegion?: Region;

  /**
   * Version of the clone's search server, such as `"30.1"`; a prefix such as `"30"` means any version that begins
   * with it. Use a different version than the source's to rehearse an upgrade.
   * @default - the service chooses
   */
  readonly searchServerVersion?: string;

  /**
   * E-mail addresses to notify about the cloning operation.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * Any values. If one of them changes, the cluster is cloned again. The previous clone stays, and is billed, unless
   * terminateCloneOnDestroy is on.
   * @default - only an edit of the operation clones again
   */
  readonly triggers?: { [name: string]: string };

  /**
   * Makes a deploy wait until the clone is in service.
   * @default true
   */
  readonly wait?: boolean | IResolvable;

  /**
   * Terminates the clone, a billed cluster, when the operation is destroyed or replaced. Its data is lost. The value of the last
   * deploy counts: turn it on in a deploy before the destroy. A cluster is only terminated if it is proved to be the clone: it did not
   * exist before, and its age, version, region and name match.
   * @default false
   */
  readonly terminateCloneOnDestroy?: boolean | IResolvable;

  /**
   * Timeouts of the operation.
   * @default - 6 hours each
   */
  readonly timeouts?: CloningOperationTimeouts;
}

/** A clone of a cluster: see {@link CloningOperation}. */
export interface ICloningOperation extends IConstruct, ITerraformDependable {
  /**
   * The clone. It is only read (data source `searchcloud_cluster`) if its nodes or its endpoint are used.
   * @throws if `wait` is false: the clone may not exist when the rest of the deploy needs it.
   */
  readonly targetCluster: ICluster;

  /** Reference ID of the clone; null until the cloning operation has succeeded. */
  readonly targetClusterId: string;

  /** Identifier of the cloning operation. */
  readonly cloningOperationId: string;

  /** Status: `pending`, `in_progress`, `succeeded`, `failed` or `canceled`. */
  readonly status: string;

  /** Region of the source cluster. */
  readonly sourceRegion: string;

  /** Time at which the cloning operation ended, in RFC 3339; null until then. */
  readonly completedAt: string;

  /**
   * Imports an existing cloning operation: the next deploy writes it to the state instead of cloning.
   * @param cloningOperationId - identifier of the cloning operation
   * @param provider - provider configuration whose key sees it. @default - that of the operation
   */
  importFrom(cloningOperationId: string, provider?: TerraformProvider): void;
}

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
    `The clone does not exist yet: the cloning operation is ${TerraformSelf.getString("status")}. While it is pending or in ` +
    "progress, run deploy again to wait for it, and do not remove or replace it. If it was canceled or failed, change its " +
    "triggers to clone again, or remove it.",
};

/**
 * A clone of a cluster with its data: a second, billed cluster. Destroying it cancels a pending operation. An existing clone
 * is kept unless `terminateCloneOnDestroy` is on.
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
    const advice = regionWarning(props.targetRegion === undefined ? [] : [props.targetRegion]);
    if (advice !== undefined) Annotations.of(this).addWarning(advice);
  }

  get targetCluster(): ICluster {
    check(
      this.waits,
      `CloningOperation "${this.node.id}" has wait false, so its clone may not exist when a deploy reads targetCluster: ` +
        "remove wait, or use targetClusterId, which is null until then.",
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
