import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { Region } from "./region";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface CloningOperationTimeouts {
  /**
   * For the clone to be in service. When it passes, cloning continues, and the next deploy waits again.
   * @default "6h"
   */
  readonly create?: string;

  /**
   * For a cloning operation that has begun to end, so that its clone can be terminated; with terminateCloneOnDestroy only.
   * @default "6h"
   */
  readonly delete?: string;
}

/** How to clone, and Terraform's meta-arguments. An edit clones again and replaces the operation. */
export interface CloningOperationOptions extends TerraformMetaArguments {
  /**
   * Region of the clone, such as `"oregon"` or `Region.OREGON`.
   * @default - the service chooses
   */
  readonly targetRegion?: Region;

  /**
   * Version of the clone's search server, such as `"30.1"`; a prefix such as `"30"` stands for any version that begins
   * with it. Use another version than the source's to rehearse an upgrade.
   * @default - the service chooses
   */
  readonly searchServerVersion?: string;

  /**
   * E-mail addresses that are notified about the cloning operation.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * Any values. When one of them changes, the cluster is cloned again. The previous clone stays, and is billed, unless
   * terminateCloneOnDestroy is on.
   * @default - only an edit of the operation clones again
   */
  readonly triggers?: { [name: string]: string };

  /**
   * Whether a deploy waits until the clone is in service.
   * @default true
   */
  readonly wait?: boolean | IResolvable;

  /**
   * Whether the clone, a billed cluster of its own, is terminated when the operation is destroyed or replaced; its data
   * is lost then. The value of the last deploy counts: turn it on in a deploy before the destroy. Only a cluster that is proved to be the
   * clone is terminated: it was not there before, and its age, version, region and name fit.
   * @default false
   */
  readonly terminateCloneOnDestroy?: boolean | IResolvable;

  /**
   * How long to wait for the service.
   * @default - 6 hours each
   */
  readonly timeouts?: CloningOperationTimeouts;
}
