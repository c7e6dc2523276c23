import {
  type IResolvable,
  type ITerraformDependable,
  Op,
  type Precondition,
  type TerraformProvider,
  Token,
} from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { type ChangeScheduleOptions, checkSchedule } from "./changeSchedule";
import { check } from "./checks";
import type { ICluster } from "./clusterBase";
import { ConfigurationChange, conflictingProps, type IConfigurationChange } from "./configurationChange";
import {
  checkRehearsal,
  type IUpgradeRehearsal,
  type RehearsedVersionOptions,
  UpgradeRehearsal,
  type UpgradeRehearsalTimeouts,
} from "./upgradeRehearsal";

/** Timeouts: durations such as `45m` or `1h30m`. */
export interface ServerUpgradeTimeouts extends UpgradeRehearsalTimeouts {
  /**
   * Time for the change to end, if a deploy waits for it. After it, the change continues.
   * @default "6h"
   */
  readonly change?: string;
}

/** The settings of the rehearsal and of the change. */
export interface ServerUpgradeOptions extends RehearsedVersionOptions, ChangeScheduleOptions {
  /**
   * Makes a deploy wait until the change has ended.
   * @default - it waits, unless maintenanceWindow or performChangeAt is given
   */
  readonly waitForChange?: boolean | IResolvable;

  /**
   * E-mail addresses to notify about the cloning operation and the change.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * Timeouts of the rehearsal and the change.
   * @default - 4 hours for the rehearsal, 30 minutes for terminating its clone, 6 hours for the change
   */
  readonly timeouts?: ServerUpgradeTimeouts;

  /**
   * Further dependencies of the rehearsal, in addition to what this stack declares on the cluster.
   * @default - nothing
   */
  readonly dependsOn?: ITerraformDependable[];

  /**
   * Provider configuration whose key can access the cluster.
   * @default - that of the cluster, else the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
}

/** A rehearsed upgrade: see {@link ServerUpgrade}. */
export interface IServerUpgrade extends IConstruct, ITerraformDependable {
  /** The version that passed, and to which the cluster is upgraded; null until then. */
  readonly verifiedVersion: string;

  /** The rehearsal. */
  readonly rehearsal: IUpgradeRehearsal;

  /** The change to that version. */
  readonly change: IConfigurationChange;
}

export interface ServerUpgradeProps extends ServerUpgradeOptions {
  /** The cluster to upgrade, whose version no `Cluster` manages. */
  readonly cluster: ICluster;
}

/**
 * An upgrade of the search server that is rehearsed on a clone first: an {@link UpgradeRehearsal}, followed by a
 * {@link ConfigurationChange} to the verified version (data-plane API, Upgrading). A single deploy rehearses, compares, and requests or
 * schedules the change. If the rehearsal fails, nothing is changed.
 *
 * An edit of the version or of the queries rehearses again and requests another change, which replaces a pending one. An edit of the
 * schedule requests the change again, even if it has ended, which means a restart. Destroying it cancels a pending change and undoes
 * nothing: once the cluster runs the version, edit the construct for the next upgrade, or remove it. A cluster that already runs the
 * version rejects it, because there is nothing to rehearse.
 * @throws if the `Cluster` manages its version, for an invalid schedule, and for what an UpgradeRehearsal rejects.
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
    `${owner} upgrades the Cluster ${cluster.node.path}, whose searchServerVersion also manages the version, so its next deploy ` +
      "would undo the upgrade: remove searchServerVersion from the Cluster, which then keeps its current version. Or remove the " +
      "upgrade, rehearse with an UpgradeRehearsal, and edit searchServerVersion once the version has passed.",
  );
  checkSchedule(owner, props);
  checkRehearsal(owner, props);
}

/** Prevents a change without a version, which would restart the cluster. */
function isVerified(version: string): Precondition {
  return {
    condition: Op.neq(version, Token.nullValue()),
    errorMessage:
      "No version is verified, so nothing is changed: a change without a version would restart the cluster. Run deploy again to " +
      "resume the rehearsal.",
  };
}
