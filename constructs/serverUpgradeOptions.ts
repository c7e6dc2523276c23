import type { IResolvable, ITerraformDependable, TerraformProvider } from "cdktf";
import type { ChangeScheduleOptions } from "./changeSchedule";
import type { RehearsedVersionOptions, UpgradeRehearsalTimeouts } from "./upgradeRehearsalOptions";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface ServerUpgradeTimeouts extends UpgradeRehearsalTimeouts {
  /**
   * For the change to end, where a deploy waits for it. When it passes, the change continues.
   * @default "6h"
   */
  readonly change?: string;
}

/** What is rehearsed and then rolled out, and when. */
export interface ServerUpgradeOptions extends RehearsedVersionOptions, ChangeScheduleOptions {
  /**
   * Whether a deploy waits until the change has ended.
   * @default - it waits, unless maintenanceWindow or performChangeAt is given
   */
  readonly waitForChange?: boolean | IResolvable;

  /**
   * E-mail addresses that are notified about the cloning operation and about the change.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * How long to wait for the service.
   * @default - 4 hours for the rehearsal, 30 minutes for its clone to go, 6 hours for the change
   */
  readonly timeouts?: ServerUpgradeTimeouts;

  /**
   * What else must be there before the rehearsal, beside what this stack declares on the cluster.
   * @default - nothing
   */
  readonly dependsOn?: ITerraformDependable[];

  /**
   * Provider configuration whose key sees the cluster.
   * @default - that of the cluster, else the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
}
