import { Annotations, type IResolvable, type TerraformProvider, Token } from "cdktf";
import type { Construct } from "constructs";
import { checkMoment } from "./changeSchedule";
import { check } from "./check";
import type { ICluster, IConfigurationChange } from "./clusterInterface";
import { ClusterPart } from "./clusterPart";
import type { ConfigurationChangeOptions } from "./configurationChangeOptions";
import { ConfigurationChange as ConfigurationChangeResource } from "./generated/configuration-change";
import { propsUndoing } from "./managedSettings";
import { HA_NODES, isHighlyAvailable } from "./topology";

export interface ConfigurationChangeProps extends ConfigurationChangeOptions {
  /** The cluster to change, whose size no `Cluster` manages. For a restart, and for what the `Cluster` leaves alone, any cluster. */
  readonly cluster: ICluster;
}

/**
 * One explicit change of a cluster, or a restart (management API, ConfigurationChange): for clusters that no
 * {@link Cluster} manages, and for restarts. Destroying it cancels a change that is pending; one that has begun continues.
 * @throws when the schedule, the number of nodes or high availability cannot be requested as they are given.
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
    const undoing = propsUndoing(cluster, props);
    if (undoing.length > 0) {
      Annotations.of(this).addWarning(
        `The props of the Cluster ${cluster.node.path} define its ${undoing.join(" and ")}, and its next deploy would undo this change: ` +
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
  checkMoment(owner, props);
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
