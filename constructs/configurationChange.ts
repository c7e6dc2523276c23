import {
  Annotations,
  type IResolvable,
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { belongingTo } from "./belonging";
import { checkMoment } from "./changeSchedule";
import type { ICluster } from "./clusterInterface";
import type { MaintenanceWindow } from "./maintenanceWindow";
import type { Memory } from "./memory";
import { ClusterResource, ConfigurationChangeResource } from "./resources";
import type { Vcpu } from "./vcpu";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface ConfigurationChangeTimeouts {
  /**
   * For the change to be done. When it passes, the change goes on.
   *
   * @default "6h"
   */
  readonly create?: string;
}

/** What to change; with no `new…` at all, the cluster is restarted. An edit makes another change in place of this one. */
export interface ConfigurationChangeOptions extends TerraformMetaArguments {
  /**
   * Memory of each node afterwards.
   *
   * @default - as it is
   */
  readonly newMemory?: Memory;

  /**
   * Virtual processors of each node afterwards; must go with the memory.
   *
   * @default - as they are
   */
  readonly newVcpu?: Vcpu;

  /**
   * Whether the nodes have a GPU afterwards.
   *
   * @default - as it is
   */
  readonly newGpu?: boolean | IResolvable;

  /**
   * Whether the nodes have the faster disk afterwards.
   *
   * @default - as it is
   */
  readonly newHighPerformanceDisk?: boolean | IResolvable;

  /**
   * Version of the search server afterwards, such as `"30.1"`.
   *
   * @default - as it is
   */
  readonly newSearchServerVersion?: string;

  /**
   * Turns high availability on, for good: it can never be turned off again.
   *
   * @default - as it is
   */
  readonly newHighAvailability?: true | IResolvable;

  /**
   * Number of nodes afterwards, 3 to 7, of a highly available cluster in one region. Cannot be combined with
   * newRegionNodeCounts.
   *
   * @default - as it is
   */
  readonly newHighAvailabilityNodeCount?: number;

  /**
   * Search delivery network afterwards: `"off"`, `"3_regions"`, `"5_regions"` or `"multi_nodes_per_region"`. Turning it
   * on turns high availability on too.
   *
   * @default - as it is
   */
  readonly newSearchDeliveryNetwork?: string;

  /**
   * Number of nodes in each region afterwards: `{ oregon: 3, frankfurt: 2 }`.
   *
   * @default - as they are
   */
  readonly newRegionNodeCounts?: { [region: string]: number };

  /**
   * Any values. When one of them changes, another change (or restart) is made in place of this one.
   *
   * @default - only an edit of the change makes another
   */
  readonly triggers?: { [name: string]: string };

  /**
   * When the change may begin: at once if the window is open at deploy, else when it opens next.
   *
   * @default - as soon as possible, or at performChangeAt
   */
  readonly maintenanceWindow?: MaintenanceWindow;

  /**
   * The moment at which the change begins, in RFC 3339: `"2026-11-22T02:00:00+01:00"`. Cannot be combined with
   * maintenanceWindow.
   *
   * @default - as soon as possible, or in the maintenanceWindow
   */
  readonly performChangeAt?: string;

  /**
   * Whether a deploy stays until the change is done.
   *
   * @default - it does, unless maintenanceWindow or performChangeAt is given
   */
  readonly wait?: boolean | IResolvable;

  /**
   * Who is told about the change by e-mail.
   *
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * How long to wait for the service.
   *
   * @default - 6 hours
   */
  readonly timeouts?: ConfigurationChangeTimeouts;
}

export interface ConfigurationChangeProps extends ConfigurationChangeOptions {
  /** The cluster to change: one that no `Cluster` of this program or another sizes. For a restart, any. */
  readonly cluster: ICluster;
}

/** Bounds of docs/design/api-assumptions.md#topology. */
const MIN_NODES = 3;
const MAX_NODES = 7;

/**
 * One explicit change of a cluster, or a restart: for clusters that no {@link Cluster} manages, and for restarts. What has
 * not begun is cancelled when it is destroyed; what has begun goes on.
 */
export class ConfigurationChange extends Construct implements ITerraformDependable {
  /** Type of the resource, as Terraform and CDKTF's test matchers call it. */
  static readonly tfResourceType = ConfigurationChangeResource.tfResourceType;

  private readonly resource: ConfigurationChangeResource;
  private readonly cluster: ICluster;

  constructor(scope: Construct, id: string, props: ConfigurationChangeProps) {
    super(scope, id);
    const { cluster, maintenanceWindow, ...config } = props;
    check(`ConfigurationChange "${id}"`, props);
    this.cluster = cluster;
    this.resource = new ConfigurationChangeResource(this, "Default", {
      ...config,
      ...belongingTo(this, props),
      window: maintenanceWindow?.attributes,
    });
    if (cluster.node.defaultChild instanceof ClusterResource && !isRestart(props)) {
      Annotations.of(this).addWarning(
        `${cluster.node.path} is a Cluster whose own props say its size, and its next deploy would undo this change: ` +
          "edit those props instead. A ConfigurationChange without any new… value restarts it.",
      );
    }
  }

  /** Identifier of the change. */
  get changeId(): string {
    return this.resource.id;
  }

  /** `pending`, `in_progress`, `succeeded`, `failed` or `canceled`. */
  get status(): string {
    return this.resource.status;
  }

  /** When the change begins, in RFC 3339. */
  get performChangeAt(): string {
    return this.resource.performChangeAt;
  }

  /** When the change was done, in RFC 3339; null until then. */
  get completedAt(): string {
    return this.resource.completedAt;
  }

  /** Address of the resource, so that a change can stand in `dependsOn`. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /**
   * Takes over a change that exists: the next deploy imports it into the state instead of asking for it.
   *
   * @param changeId - identifier of the change
   * @param provider - provider configuration whose key sees it. @default - that of the change
   */
  importFrom(changeId: string, provider?: TerraformProvider): void {
    this.resource.importFrom(`${this.cluster.clusterId}/${changeId}`, provider ?? this.resource.provider);
  }
}

function isRestart(props: ConfigurationChangeOptions): boolean {
  return !Object.entries(props).some(([name, value]) => name.startsWith("new") && value !== undefined);
}

function check(owner: string, props: ConfigurationChangeOptions): void {
  checkMoment(owner, props);
  const { newHighAvailability, newHighAvailabilityNodeCount: nodes, newRegionNodeCounts: counts } = props;
  if ((newHighAvailability as boolean | IResolvable | undefined) === false) {
    throw new Error(
      `${owner} has newHighAvailability false, but high availability can never be turned off: leave it out.`,
    );
  }
  if (nodes !== undefined && counts !== undefined) {
    throw new Error(
      `${owner} has newHighAvailabilityNodeCount and newRegionNodeCounts, but they say the same thing: pass one of them.`,
    );
  }
  if (nodes === undefined || Token.isUnresolved(nodes)) return;
  if (Number.isInteger(nodes) && nodes >= MIN_NODES && nodes <= MAX_NODES) return;
  throw new Error(
    `${owner} has newHighAvailabilityNodeCount ${nodes}, but ${MIN_NODES} to ${MAX_NODES} nodes are possible.`,
  );
}
