import {
  Annotations,
  type IResolvable,
  Op,
  type Postcondition,
  type TerraformMetaArguments,
  type TerraformProvider,
  TerraformSelf,
  Token,
} from "cdktf";
import type { Construct } from "constructs";
import { adviceOnRegions, adviceOnSize } from "./advice";
import { changeScheduleOf } from "./changeSchedule";
import { ClusterBase, type ClusterLookupOptions, ImportedCluster } from "./clusterBase";
import type { ICluster } from "./clusterInterface";
import type { MaintenanceWindow } from "./maintenanceWindow";
import type { Memory } from "./memory";
import { ClusterResource } from "./resources";
import { checkParameterName } from "./serverParameter";
import type { Topology } from "./topology";
import type { Vcpu } from "./vcpu";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface ClusterTimeouts {
  /**
   * For a new cluster to be in service. When it passes, the cluster is kept and the next deploy waits again.
   *
   * @default "30m"
   */
  readonly create?: string;

  /**
   * For a change to be done.
   *
   * @default "6h"
   */
  readonly update?: string;

  /**
   * For a terminated cluster to be gone.
   *
   * @default "10m"
   */
  readonly delete?: string;
}

/** What a cluster is made of, and Terraform's meta-arguments (dependsOn, lifecycle, provider, count, forEach). */
export interface ClusterProps extends TerraformMetaArguments {
  /**
   * Name of the cluster, unique in the account. Changed in place.
   *
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
   * Whether the nodes have a GPU; some sizes only.
   *
   * @default - without GPU; for a cluster that exists, as it is
   */
  readonly gpu?: boolean | IResolvable;

  /**
   * Whether the nodes have the faster disk; needs high availability and a vcpu option without burst hours.
   *
   * @default - without; for a cluster that exists, as it is
   */
  readonly highPerformanceDisk?: boolean | IResolvable;

  /**
   * Version of the search server, such as `"30.1"`; a prefix such as `"30"` stands for any version that begins so.
   *
   * @default - the latest; for a cluster that exists, as it is
   */
  readonly searchServerVersion?: string;

  /**
   * Whether the service may raise memory and vcpu by itself. While it is on, memory and vcpu are minimums.
   *
   * @default - off; for a cluster that exists, as it is
   */
  readonly autoUpgradeCapacity?: boolean | IResolvable;

  /**
   * Parameters of the search server by name, each value as a text: `{ "max-per-page": "500" }`. They take effect by a
   * restart, at a moment that maintenanceWindow or performChangeAt allow; one change covers them and an edit of size,
   * version or topology. Names that are not listed stay as they are; one that is taken out of the list is deleted.
   *
   * @default - as they are
   */
  readonly serverParameters?: { [name: string]: string };

  /**
   * When changes of size, version or topology, and restarts for serverParameters, may begin: `MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00",
   * "Europe/Zurich")`. A deploy while it is open begins them at once; one outside schedules them for its next opening.
   *
   * @default - as soon as possible, or at performChangeAt
   */
  readonly maintenanceWindow?: MaintenanceWindow;

  /**
   * The moment at which a change of size, version or topology begins, in RFC 3339: `"2026-11-22T02:00:00+01:00"`. Cannot
   * be combined with maintenanceWindow. One that is over is an error at deploy, and only when there is something to
   * change.
   *
   * @default - as soon as possible, or in the maintenanceWindow
   */
  readonly performChangeAt?: string;

  /**
   * Whether a deploy stays until a change is done, within `timeouts.update`.
   *
   * @default - it does, unless maintenanceWindow or performChangeAt is given
   */
  readonly waitForChanges?: boolean | IResolvable;

  /**
   * Who is told about configuration changes by e-mail.
   *
   * @default - nobody
   */
  readonly notificationEmailAddresses?: string[];

  /**
   * Whether to refuse every plan that would terminate the cluster. Turn it off in a deploy of its own first.
   *
   * @default false
   */
  readonly terminationProtection?: boolean | IResolvable;

  /**
   * How long to wait for the service.
   *
   * @default - 30 minutes to create, 6 hours to update, 10 minutes to delete
   */
  readonly timeouts?: ClusterTimeouts;
}

/** Fails a deploy that leaves a cluster behind which is still coming up, without marking it for replacement. */
const IN_SERVICE: Postcondition = {
  condition: Op.neq(TerraformSelf.getAny("hostnames"), Token.nullValue()),
  errorMessage:
    "The cluster is not in service yet. It is kept and goes on coming up: run deploy again to wait for it. " +
    "Nothing has to be removed or replaced.",
};

/** A hosted search cluster. */
export class Cluster extends ClusterBase {
  /** Type of the resource, as Terraform and CDKTF's test matchers call it. */
  static readonly tfResourceType = ClusterResource.tfResourceType;

  /**
   * A cluster that is not managed here. It is looked up (data source `searchcloud_cluster`) only when its nodes or its
   * endpoint are asked for.
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
    requireOwnNames(id, props);
    checkParameters(id, props);
    const { clusterName = id, topology, lifecycle, ...rest } = props;
    const { maintenanceWindow, performChangeAt, waitForChanges, ...config } = rest;
    this.provider = props.provider;
    this.resource = new ClusterResource(this, "Default", {
      ...config,
      ...topology.attributes,
      name: clusterName,
      changeSchedule: changeScheduleOf(`Cluster "${id}"`, {
        maintenanceWindow,
        performChangeAt,
        waitForChanges,
      }),
      lifecycle: { ...lifecycle, postcondition: [...(lifecycle?.postcondition ?? []), IN_SERVICE] },
    });
    for (const advice of [adviceOnSize(props.memory, props.vcpu), adviceOnRegions(topology.regionNames)]) {
      if (advice !== undefined) Annotations.of(this).addWarning(advice);
    }
  }

  get clusterId(): string {
    return this.resource.id;
  }

  /** Address of the resource, so that a cluster can stand in `dependsOn`. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /**
   * Takes over a cluster that exists: the next deploy imports it into the state instead of making one.
   *
   * @param clusterId - reference ID of the cluster
   * @param provider - provider configuration whose key sees it. @default - that of the cluster
   */
  importFrom(clusterId: string, provider?: TerraformProvider): void {
    this.resource.importFrom(clusterId, provider ?? this.resource.provider);
  }

  /** @internal */
  protected get hostnames() {
    return this.resource.hostnames;
  }
}

/** Instances of one name would be refused one by one at deploy, the first of them made. */
function requireOwnNames(id: string, { clusterName, count, forEach }: ClusterProps): void {
  const several =
    forEach !== undefined || (typeof count === "number" && !Token.isUnresolved(count) && count > 1);
  if (clusterName !== undefined || !several) return;
  const given = forEach !== undefined ? "forEach" : `count ${count}`;
  throw new Error(
    `Cluster "${id}" has ${given} and no clusterName, so that all its instances would be named "${id}", but the name of ` +
      "a cluster is unique in an account: pass a clusterName that differs for each instance.",
  );
}

function checkParameters(id: string, { serverParameters }: ClusterProps): void {
  if (serverParameters === undefined || Token.isUnresolved(serverParameters)) return;
  for (const name of Object.keys(serverParameters)) checkParameterName(`Cluster "${id}"`, name);
}
