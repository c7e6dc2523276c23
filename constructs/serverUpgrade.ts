import {
  type IResolvable,
  type ITerraformDependable,
  Op,
  type Precondition,
  type TerraformProvider,
  Token,
} from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { type ChangeScheduleOptions, checkMoment } from "./changeSchedule";
import { check } from "./checks";
import type { ICluster } from "./cluster";
import { ConfigurationChange, conflictingProps, type IConfigurationChange } from "./configurationChange";
import {
  checkRehearsal,
  type IUpgradeRehearsal,
  type RehearsedVersionOptions,
  UpgradeRehearsal,
  type UpgradeRehearsalTimeouts,
} from "./upgradeRehearsal";

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

/** A version that is rehearsed and rolled out: see {@link ServerUpgrade}. */
export interface IServerUpgrade extends IConstruct, ITerraformDependable {
  /** The version that has passed, and that the cluster is changed to; null until then. */
  readonly verifiedVersion: string;

  /** The rehearsal. */
  readonly rehearsal: IUpgradeRehearsal;

  /** The change that rolls the version out. */
  readonly change: IConfigurationChange;
}

export interface ServerUpgradeProps extends ServerUpgradeOptions {
  /** The cluster to upgrade, whose version no `Cluster` manages. */
  readonly cluster: ICluster;
}

/**
 * A version of the search server that is rehearsed on a clone, and rolled out when it has passed: an {@link UpgradeRehearsal},
 * and a {@link ConfigurationChange} to the version that was verified (data-plane API, Upgrading). One deploy rehearses,
 * compares, and requests or schedules the change. A rehearsal that fails changes nothing.
 *
 * An edit of the version or of the queries rehearses again and requests another change, which replaces one that is pending. An
 * edit of the schedule requests the change anew, one that is done too: that is a restart.
 * Destroying it cancels a change that is pending, and undoes nothing: when the cluster runs the version, edit it for the next
 * upgrade, or remove the construct. A cluster that begins with the version refuses it, since there is nothing to rehearse.
 * @throws when the `Cluster` manages its version, for an invalid schedule, and for what an UpgradeRehearsal refuses.
 */
export class ServerUpgrade extends Construct implements IServerUpgrade {
  readonly rehearsal: IUpgradeRehearsal;
  readonly change: IConfigurationChange;

  constructor(scope: Construct, id: string, props: ServerUpgradeProps) {
    checkUpgrade(`ServerUpgrade "${id}"`, props);
    super(scope, id);
    const { cluster, provider, notificationEmailAddresses, timeouts, ...rest } = props;
    const { maintenanceWindow, performChangeAt, waitForChange: wait, ...rehearsed } = rest;
    const { change, ...ofRehearsal } = timeouts ?? {};
    const isLimited = Object.keys(ofRehearsal).length > 0;
    const both = { cluster, provider, notificationEmailAddresses };
    this.rehearsal = new UpgradeRehearsal(this, "Rehearsal", {
      ...rehearsed,
      ...both,
      timeouts: isLimited ? ofRehearsal : undefined,
    });
    this.change = new ConfigurationChange(this, "Change", {
      ...both,
      newSearchServerVersion: this.verifiedVersion,
      maintenanceWindow,
      performChangeAt,
      wait,
      timeouts: change === undefined ? undefined : { create: change },
      dependsOn: [this.rehearsal],
      lifecycle: { precondition: [isVerified(this.verifiedVersion)] },
    });
  }

  get verifiedVersion(): string {
    return this.rehearsal.verifiedVersion;
  }

  /** Address of the change, so that `dependsOn` can name this construct. */
  get fqn(): string {
    return this.change.fqn;
  }
}

function checkUpgrade(owner: string, props: ServerUpgradeProps): void {
  const { cluster, searchServerVersion } = props;
  check(
    conflictingProps(cluster, { newSearchServerVersion: searchServerVersion }).length === 0,
    `${owner} upgrades the Cluster ${cluster.node.path}, whose searchServerVersion manages the version too, so that its next deploy ` +
      "would undo the upgrade: remove searchServerVersion from the Cluster, which then keeps the version that it runs. Or remove " +
      "the upgrade, rehearse with an UpgradeRehearsal, and edit searchServerVersion when the version has passed.",
  );
  checkMoment(owner, props);
  checkRehearsal(owner, props);
}

/** A change without any new value would restart the cluster. */
function isVerified(version: string): Precondition {
  return {
    condition: Op.neq(version, Token.nullValue()),
    errorMessage:
      "No version is verified, so nothing is changed: a change without a version would restart the cluster. Run deploy again, " +
      "so that the rehearsal goes on.",
  };
}
