import {
  Annotations,
  type IResolvable,
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  Token,
} from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { CHANGE_SETTINGS, propertyOf, type SettingIn, settingOf } from "../src/api/settings";
import { type ChangeScheduleOptions, checkSchedule } from "./changeSchedule";
import { check } from "./checks";
import type { ICluster } from "./clusterBase";
import { ClusterPart } from "./clusterPart";
import { Cluster as ClusterResource } from "./generated/cluster";
import { ConfigurationChange as ConfigurationChangeResource } from "./generated/configuration-change";
import type { Memory, Vcpu } from "./size";
import { HA_NODES, isHighlyAvailable } from "./topology";

/** Timeouts: durations such as `45m` or `1h30m`. */
export interface ConfigurationChangeTimeouts {
  /**
   * Time for the change to end. After it, the change continues.
   * @default "6h"
   */
  readonly create?: string;
}

/**
 * The settings to change. Without any `new…` value, the cluster is restarted. An edit requests another change, which replaces this
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
   * Gives the nodes a GPU.
   * @default - unchanged
   */
  readonly newGpu?: boolean | IResolvable;

  /**
   * Gives the nodes the faster disk.
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
   * Any values. If one of them changes, another change (or restart) is requested, which replaces this one.
   * @default - only an edit requests another change
   */
  readonly triggers?: { [name: string]: string };

  /**
   * Makes a deploy wait until the change has ended.
   * @default - it waits, unless maintenanceWindow or performChangeAt is given
   */
  readonly wait?: boolean | IResolvable;

  /**
   * E-mail addresses to notify about the change.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * Timeouts of the change.
   * @default - 6 hours
   */
  readonly timeouts?: ConfigurationChangeTimeouts;
}

/** An explicit change of a cluster, or a restart: see {@link ConfigurationChange}. */
export interface IConfigurationChange extends IConstruct, ITerraformDependable {
  /** Identifier of the change. */
  readonly changeId: string;

  /** Status: `pending`, `in_progress`, `succeeded`, `failed` or `canceled`. */
  readonly status: string;

  /** Time at which the change begins, in RFC 3339. */
  readonly performChangeAt: string;

  /** Time at which the change ended, in RFC 3339; null until then. */
  readonly completedAt: string;

  /**
   * Imports an existing change: the next deploy writes it to the state instead of requesting a change.
   * @param changeId - identifier of the change
   * @param provider - provider configuration whose key can access it. @default - that of the change
   */
  importFrom(changeId: string, provider?: TerraformProvider): void;
}

export interface ConfigurationChangeProps extends ConfigurationChangeOptions {
  /** The cluster to change. Settings that a `Cluster` of this program manages cannot be changed; a restart is possible. */
  readonly cluster: ICluster;
}

/**
 * One explicit change of a cluster, or a restart (management API, ConfigurationChange): for clusters that no
 * {@link Cluster} manages, and for restarts. Destroying it cancels a pending change; a change in progress continues.
 * @throws for an invalid schedule, number of nodes or high availability.
 */
export class ConfigurationChange
  extends ClusterPart<ConfigurationChangeResource>
  implements IConfigurationChange
{
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = ConfigurationChangeResource.tfResourceType;

  constructor(scope: Construct, id: string, props: ConfigurationChangeProps) {
    const { cluster, maintenanceWindow, ...config } = props;
    checkChange(`ConfigurationChange "${id}"`, props);
    super(scope, id, props, (self, belonging) => {
      const window = maintenanceWindow?.attributes;
      return new ConfigurationChangeResource(self, "Default", { ...config, ...belonging, window });
    });
    const undoing = conflictingProps(cluster, props);
    if (undoing.length > 0) {
      Annotations.of(this).addWarning(
        `The props of the Cluster ${cluster.node.path} define its ${undoing.join(" and ")}, so its next deploy would undo this change: ` +
          "edit those props instead. A ConfigurationChange without any new… value restarts the cluster.",
      );
    }
  }

  get changeId(): string {
    return this.resource.id;
  }

  get status(): string {
    return this.resource.status;
  }

  get performChangeAt(): string {
    return this.resource.performChangeAt;
  }

  get completedAt(): string {
    return this.resource.completedAt;
  }

  importFrom(changeId: string, provider?: TerraformProvider): void {
    this.importById(changeId, provider);
  }
}

function checkChange(owner: string, props: ConfigurationChangeOptions): void {
  checkSchedule(owner, props);
  const { newHighAvailability, newHighAvailabilityNodeCount: nodes, newRegionNodeCounts: counts } = props;
  check(
    (newHighAvailability as boolean | IResolvable | undefined) !== false,
    `${owner} has newHighAvailability false, but high availability cannot be turned off: remove the prop.`,
  );
  check(
    nodes === undefined || counts === undefined,
    `${owner} has newHighAvailabilityNodeCount and newRegionNodeCounts, but both define the number of nodes: pass one of them.`,
  );
  check(
    nodes === undefined || Token.isUnresolved(nodes) || isHighlyAvailable(nodes),
    `${owner} has newHighAvailabilityNodeCount ${nodes}, but ${HA_NODES} are possible.`,
  );
}

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
/** The settings that a change can change, as properties of the resource of a cluster. */
type ClusterProperty = Camel<SettingIn<"change">>;

/**
 * Returns the props of the `Cluster` that define what a change with these settings touches, so that its next deploy would undo the
 * change. None where no `Cluster` of this program manages the cluster.
 */
export function conflictingProps(cluster: ICluster, settings: ConfigurationChangeOptions): string[] {
  const resource = cluster.node.defaultChild;
  if (!(resource instanceof ClusterResource)) return [];
  const ignored = resource.lifecycle?.ignoreChanges ?? [];
  const conflicting = CHANGE_SETTINGS.flatMap((name) => {
    const property = propertyOf(name) as ClusterProperty;
    const newProp = propertyOf(`new_${name}`) as `new${Capitalize<ClusterProperty>}`;
    const isTopology = settingOf(name).group === "topology";
    const attributes = name === "region_node_counts" ? ["regions", name] : [name];
    const isGiven = isTopology || resource[`${property}Input`] !== undefined;
    const isIgnored = attributes.every((one) => ignored === "all" || ignored.includes(one));
    return settings[newProp] !== undefined && isGiven && !isIgnored
      ? [isTopology ? "topology" : property]
      : [];
  });
  return [...new Set(conflicting)];
}
