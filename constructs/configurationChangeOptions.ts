import type { IResolvable, TerraformMetaArguments } from "cdktf";
import type { ChangeScheduleOptions } from "./changeSchedule";
import type { Memory } from "./memory";
import type { Vcpu } from "./vcpu";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface ConfigurationChangeTimeouts {
  /**
   * For the change to end. When it passes, the change continues.
   * @default "6h"
   */
  readonly create?: string;
}

/**
 * What to change; with no `new…` value, the cluster is restarted. An edit requests another change, which replaces this
 * one.
 */
export interface ConfigurationChangeOptions extends TerraformMetaArguments, ChangeScheduleOptions {
  /**
   * New memory of each node.
   * @default - unchanged
   */
  readonly newMemory?: Memory;

  /**
   * New virtual processors of each node; must go with the memory.
   * @default - unchanged
   */
  readonly newVcpu?: Vcpu;

  /**
   * Whether the nodes have a GPU.
   * @default - unchanged
   */
  readonly newGpu?: boolean | IResolvable;

  /**
   * Whether the nodes have the faster disk.
   * @default - unchanged
   */
  readonly newHighPerformanceDisk?: boolean | IResolvable;

  /**
   * New version of the search server, such as `"30.1"`.
   * @default - unchanged
   */
  readonly newSearchServerVersion?: string;

  /**
   * Turns high availability on. It cannot be turned off again.
   * @default - unchanged
   */
  readonly newHighAvailability?: true | IResolvable;

  /**
   * New number of nodes, 3 to 7, of a highly available cluster in one region. Cannot be combined with
   * newRegionNodeCounts.
   * @default - unchanged
   */
  readonly newHighAvailabilityNodeCount?: number;

  /**
   * New search delivery network: `"off"`, `"3_regions"`, `"5_regions"` or `"multi_nodes_per_region"`. Turning it on turns
   * high availability on too.
   * @default - unchanged
   */
  readonly newSearchDeliveryNetwork?: string;

  /**
   * New number of nodes in each region: `{ oregon: 3, frankfurt: 2 }`.
   * @default - unchanged
   */
  readonly newRegionNodeCounts?: { [region: string]: number };

  /**
   * Any values. When one of them changes, another change (or restart) is requested, which replaces this one.
   * @default - only an edit requests another change
   */
  readonly triggers?: { [name: string]: string };

  /**
   * Whether a deploy waits until the change has ended.
   * @default - it waits, unless maintenanceWindow or performChangeAt is given
   */
  readonly wait?: boolean | IResolvable;

  /**
   * E-mail addresses that are notified about the change.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * How long to wait for the service.
   * @default - 6 hours
   */
  readonly timeouts?: ConfigurationChangeTimeouts;
}
