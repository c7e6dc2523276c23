import { Annotations, type IResolvable, type TerraformMetaArguments, type TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { type ChangeScheduleOptions, changeScheduleOf } from "./changeSchedule";
import { regionWarning, sizeWarning } from "./checks";
import { ClusterBase, type ClusterLookupOptions, type ICluster, ImportedCluster } from "./clusterBase";
import { checkClusterProps, IN_SERVICE } from "./clusterChecks";
import { Cluster as ClusterResource } from "./generated/cluster";
import type { Memory, Vcpu } from "./size";
import type { Topology } from "./topology";
import { importExisting, withConditionBlocks } from "./workarounds";

/** Timeouts: durations such as `45m` or `1h30m`. */
export interface ClusterTimeouts {
  /**
   * Time for a new cluster to be in service. After it, the cluster is kept, and the next deploy waits again.
   * @default "30m"
   */
  readonly create?: string;

  /**
   * Time for a change to end.
   * @default "6h"
   */
  readonly update?: string;

  /**
   * Time for a cluster to be terminated.
   * @default "10m"
   */
  readonly delete?: string;
}

/**
 * The configuration of a cluster, and Terraform's meta-arguments (dependsOn, lifecycle, provider, count, forEach). The
 * schedule applies to changes of size, version or topology, and to restarts for serverParameters.
 */
export interface ClusterProps extends TerraformMetaArguments, ChangeScheduleOptions {
  /**
   * Name of the cluster, unique in the account. Changed in place.
   * @default - the construct's id
   */
  readonly clusterName?: string;

  /** Memory of each node, such as `"8_gb"` or `Memory.GB_8`. */
  readonly memory: Memory;

  /** Virtual processors of each node, such as `"2_vcpus"` or `Vcpu.VCPUS_2`; must go with the memory. */
  readonly vcpu: Vcpu;

  /** Number of nodes, and their regions. */
  readonly topology: Topology;

  /**
   * Gives the nodes a GPU; some sizes only (management API, Request bodies).
   * @default - without GPU; an existing cluster is not changed
   */
  readonly gpu?: boolean | IResolvable;

  /**
   * Gives the nodes the faster disk; requires high availability and a vcpu option without burst hours.
   * @default - without it; an existing cluster is not changed
   */
  readonly highPerformanceDisk?: boolean | IResolvable;

  /**
   * Version of the search server, such as `"30.1"`; a prefix such as `"30"` means any version that begins with it.
   * @default - the latest version; an existing cluster is not changed
   */
  readonly searchServerVersion?: string;

  /**
   * Lets the service raise memory and vcpu. While it is on, memory and vcpu are minimums.
   * @default - off; an existing cluster is not changed
   */
  readonly autoUpgradeCapacity?: boolean | IResolvable;

  /**
   * Parameters of the search server by name, with strings as values: `{ "max-per-page": "500" }`. They take effect at a restart,
   * which follows the schedule; a single change covers them and an edit of size, version or topology. Parameters that are not
   * listed are not changed; a parameter that is removed from the list is deleted.
   * @default - not changed
   */
  readonly serverParameters?: { [name: string]: string };

  /**
   * Makes a deploy wait until a change has ended, within `timeouts.update`.
   * @default - it waits, unless maintenanceWindow or performChangeAt is given
   */
  readonly waitForChanges?: boolean | IResolvable;

  /**
   * E-mail addresses to notify about configuration changes.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * Rejects every plan that would terminate the cluster. To terminate it, first turn this off in a separate deploy.
   * @default false
   */
  readonly terminationProtection?: boolean | IResolvable;

  /**
   * Makes a deploy also wait until every node responds with 200 at `/health`: once the cluster is in service, and after each change
   * that the deploy waits for. Terraform must be able to reach the nodes; no key is required.
   * @default false
   */
  readonly healthCheck?: boolean | IResolvable;

  /**
   * Timeouts of the operations.
   * @default - 30 minutes to create, 6 hours to update, 10 minutes to delete
   */
  readonly timeouts?: ClusterTimeouts;
}

/**
 * A hosted search cluster.
 * @throws if several instances would have the same name, and for an invalid schedule or parameter name.
 */
export class Cluster extends ClusterBase {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = ClusterResource.tfResourceType;

  /**
   * Looks up an existing cluster that is not managed here. It is only read (data source `searchcloud_cluster`) if its nodes or its
   * endpoint are used.
   * @param clusterId - reference ID of the cluster
   */
  static fromClusterId(
    scope: Construct,
    id: string,
    clusterId: string,
    options: ClusterLookupOptions = {},
  ): ICluster {
    return new ImportedCluster(scope, id, clusterId, options);
  }

  readonly provider?: TerraformProvider;

  private readonly resource: ClusterResource;

  constructor(scope: Construct, id: string, props: ClusterProps) {
    super(scope, id);
    checkClusterProps(`Cluster "${id}"`, id, props);
    const { clusterName = id, topology, lifecycle, ...rest } = props;
    const { maintenanceWindow, performChangeAt, waitForChanges, ...config } = rest;
    const schedule = { maintenanceWindow, performChangeAt, waitForChanges };
    this.provider = props.provider;
    const resource = new ClusterResource(this, "Default", {
      ...config,
      ...topology.attributes,
      name: clusterName,
      changeSchedule: changeScheduleOf(`Cluster "${id}"`, schedule),
      lifecycle: { ...lifecycle, postcondition: [...(lifecycle?.postcondition ?? []), IN_SERVICE] },
    });
    this.resource = withConditionBlocks(resource);
    for (const advice of [sizeWarning(props.memory, props.vcpu), regionWarning(topology.regionNames)]) {
      if (advice !== undefined) Annotations.of(this).addWarning(advice);
    }
  }

  get clusterId(): string {
    return this.resource.id;
  }

  /** Address of the resource, so that `dependsOn` can name this construct. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /**
   * Imports an existing cluster: the next deploy writes it to the state instead of creating one.
   * @param clusterId - reference ID of the cluster
   * @param provider - provider configuration whose key can access it. @default - that of the cluster
   */
  importFrom(clusterId: string, provider?: TerraformProvider): void {
    importExisting(this.resource, clusterId, provider);
  }

  /** @internal */
  protected get hostnames() {
    return this.resource.hostnames;
  }
}
