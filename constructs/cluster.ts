import {
  Annotations,
  Fn,
  type IResolvable,
  Op,
  type Postcondition,
  type TerraformMetaArguments,
  type TerraformProvider,
  TerraformSelf,
  Token,
} from "cdktf";
import type { Construct } from "constructs";
import { STARTING_STATUSES } from "../src/api/enumerations";
import { adviceOnRegions, adviceOnSize } from "./advice";
import { type ChangeScheduleOptions, changeScheduleOf } from "./changeSchedule";
import { check } from "./check";
import { ClusterBase, type ClusterLookupOptions, ImportedCluster } from "./clusterBase";
import type { ICluster } from "./clusterInterface";
import { withConditionBlocks } from "./conditionBlocks";
import { Cluster as ClusterResource } from "./generated/cluster";
import { importExisting } from "./importExisting";
import type { Memory } from "./memory";
import { checkParameterName } from "./serverParameter";
import type { Topology } from "./topology";
import type { Vcpu } from "./vcpu";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface ClusterTimeouts {
  /**
   * For a new cluster to be in service. When it passes, the cluster is kept and the next deploy waits again.
   * @default "30m"
   */
  readonly create?: string;

  /**
   * For a change to end.
   * @default "6h"
   */
  readonly update?: string;

  /**
   * For a cluster to be terminated.
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

  /** How many nodes there are, and where. */
  readonly topology: Topology;

  /**
   * Whether the nodes have a GPU; some sizes only (management API, Request bodies).
   * @default - without GPU; an existing cluster is not changed
   */
  readonly gpu?: boolean | IResolvable;

  /**
   * Whether the nodes have the faster disk; needs high availability and a vcpu option without burst hours.
   * @default - without it; an existing cluster is not changed
   */
  readonly highPerformanceDisk?: boolean | IResolvable;

  /**
   * Version of the search server, such as `"30.1"`; a prefix such as `"30"` stands for any version that begins with it.
   * @default - the latest version; an existing cluster is not changed
   */
  readonly searchServerVersion?: string;

  /**
   * Whether the service may raise memory and vcpu by itself. While it is on, memory and vcpu are minimums.
   * @default - off; an existing cluster is not changed
   */
  readonly autoUpgradeCapacity?: boolean | IResolvable;

  /**
   * Parameters of the search server by name, each value a string: `{ "max-per-page": "500" }`. They take effect by a
   * restart, which follows the schedule; one change covers them and an edit of size, version or topology. Parameters that
   * are not listed are not changed; one that is removed from the list is deleted.
   * @default - not changed
   */
  readonly serverParameters?: { [name: string]: string };

  /**
   * Whether a deploy waits until a change has ended, within `timeouts.update`.
   * @default - it waits, unless maintenanceWindow or performChangeAt is given
   */
  readonly waitForChanges?: boolean | IResolvable;

  /**
   * E-mail addresses that are notified about configuration changes.
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * Whether to refuse every plan that would terminate the cluster. Turn it off in a deploy of its own first.
   * @default false
   */
  readonly terminationProtection?: boolean | IResolvable;

  /**
   * Whether a deploy also waits until every node answers 200 at `/health`: after the cluster has come into service, and after
   * each change that it waits for. The nodes must be reachable from where Terraform runs; no key is needed.
   * @default false
   */
  readonly healthCheck?: boolean | IResolvable;

  /**
   * How long to wait for the service.
   * @default - 30 minutes to create, 6 hours to update, 10 minutes to delete
   */
  readonly timeouts?: ClusterTimeouts;
}

/**
 * Fails a deploy that ends before the cluster is in service, without tainting it. A cluster that has no nodes for another
 * reason, such as one that is suspended, is not waited for.
 */
const IN_SERVICE: Postcondition = {
  condition: Op.or(
    Op.neq(TerraformSelf.getAny("hostnames"), Token.nullValue()),
    Op.not(Fn.contains([...STARTING_STATUSES], TerraformSelf.getString("status"))),
  ),
  errorMessage:
    "The cluster is not in service yet. It is kept in the state, and provisioning continues: run deploy again to wait " +
    "for it. Do not remove or replace it.",
};

/**
 * A hosted search cluster.
 * @throws when several instances would have the same name, or when the schedule or a parameter's name is invalid.
 */
export class Cluster extends ClusterBase {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = ClusterResource.tfResourceType;

  /**
   * An existing cluster that is not managed here. It is read (data source `searchcloud_cluster`) only when its nodes or
   * its endpoint are used.
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
    checkNames(id, props);
    checkParameters(id, props);
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
    for (const advice of [adviceOnSize(props.memory, props.vcpu), adviceOnRegions(topology.regionNames)]) {
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
   * @param provider - provider configuration whose key sees it. @default - that of the cluster
   */
  importFrom(clusterId: string, provider?: TerraformProvider): void {
    importExisting(this.resource, clusterId, provider);
  }

  /** @internal */
  protected get hostnames() {
    return this.resource.hostnames;
  }
}

/** The service would create one instance and refuse the others of the same name. */
function checkNames(id: string, { clusterName, count, forEach }: ClusterProps): void {
  const given = forEach !== undefined ? "forEach" : `count ${count}`;
  const isSeveral = typeof count === "number" && !Token.isUnresolved(count) && count > 1;
  check(
    clusterName !== undefined || (forEach === undefined && !isSeveral),
    `Cluster "${id}" has ${given} and no clusterName, so that all its instances would be named "${id}", but the name of ` +
      "a cluster is unique in an account: pass a clusterName that differs for each instance.",
  );
}

function checkParameters(id: string, { serverParameters }: ClusterProps): void {
  if (serverParameters === undefined || Token.isUnresolved(serverParameters)) return;
  for (const name of Object.keys(serverParameters)) checkParameterName(`Cluster "${id}"`, name);
}
