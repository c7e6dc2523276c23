import {
  Annotations,
  Fn,
  type IResolvable,
  type ITerraformDependable,
  ref,
  type TerraformMetaArguments,
  type TerraformProvider,
  Token,
} from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { ApiKeys, type ApiKeysOptions, type IApiKeys } from "./apiKeys";
import { type ChangeScheduleOptions, changeScheduleOf } from "./changeSchedule";
import { check, regionWarning, sizeWarning } from "./checks";
import { CloningOperation, type CloningOperationOptions, type ICloningOperation } from "./cloningOperation";
import { checkClusterProps, IN_SERVICE } from "./clusterChecks";
import { inheritedProvider } from "./clusterPart";
import { Collection, type CollectionOptions, type IManagedCollection } from "./collection";
import { CollectionAlias, type CollectionAliasOptions, type ICollectionAlias } from "./collectionAlias";
import {
  ConfigurationChange,
  type ConfigurationChangeOptions,
  type IConfigurationChange,
} from "./configurationChange";
import { DataProvider, type DataProviderOptions } from "./dataProvider";
import { type ClusterHostnamesOutputReference, Cluster as ClusterResource } from "./generated/cluster";
import {
  DataSearchcloudCluster,
  type DataSearchcloudClusterHostnamesOutputReference,
} from "./generated/data-searchcloud-cluster";
import { type BootstrapKeyOptions, type IKey, Key, type KeyOptions } from "./key";
import type { SearchCloudProvider } from "./provider";
import { type IServerParameter, ServerParameter, type ServerParameterOptions } from "./serverParameter";
import { type IServerUpgrade, ServerUpgrade, type ServerUpgradeOptions } from "./serverUpgrade";
import type { Memory, Vcpu } from "./size";
import { type ITemporaryKey, TemporaryKey, type TemporaryKeyOptions } from "./temporaryKey";
import type { Topology } from "./topology";
import { type IUpgradeRehearsal, UpgradeRehearsal, type UpgradeRehearsalOptions } from "./upgradeRehearsal";
import { importExisting, withConditionBlocks } from "./workarounds";

/** A cluster, created by this program or elsewhere. */
export interface ICluster extends IConstruct, ITerraformDependable {
  /** Reference ID of the cluster. */
  readonly clusterId: string;

  /** One host for each node; empty until the cluster is in service. */
  readonly nodes: string[];

  /**
   * The host for searches: the load-balanced host, else that of the search delivery network, else the first node. Null until the
   * cluster is in service.
   */
  readonly clusterEndpoint: string;

  /**
   * Provider configuration whose key can access the cluster, also used by what is added to the cluster in the same stack.
   * @default - the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;

  /** Changes the cluster explicitly, or restarts it: see {@link ConfigurationChange}. */
  addConfigurationChange(id: string, options?: ConfigurationChangeOptions): IConfigurationChange;

  /** Clones the cluster, with its data, into a new one: see {@link CloningOperation}. */
  addCloningOperation(id: string, options?: CloningOperationOptions): ICloningOperation;

  /**
   * Rehearses a version of the search server on a clone, and upgrades the cluster if it passes: see
   * {@link ServerUpgrade}.
   */
  upgradeTo(id: string, options: ServerUpgradeOptions): IServerUpgrade;

  /** Rehearses a version of the search server on a clone, without upgrading: see {@link UpgradeRehearsal}. */
  rehearseUpgrade(id: string, options: UpgradeRehearsalOptions): IUpgradeRehearsal;

  /** Sets one parameter of the cluster's search server: see {@link ServerParameter}. */
  addServerParameter(id: string, options: ServerParameterOptions): IServerParameter;

  /** Issues a pair of keys for the search server of the cluster: see {@link ApiKeys}. */
  issueApiKeys(id: string, options?: ApiKeysOptions): IApiKeys;

  /** Creates a collection of documents on the cluster: see {@link Collection}. */
  addCollection(id: string, options: CollectionOptions): IManagedCollection;

  /** Creates an alias of a collection of the cluster: see {@link CollectionAlias}. */
  addAlias(id: string, options: CollectionAliasOptions): ICollectionAlias;

  /** Creates a key with fewer permissions than the issued ones: see {@link Key}. */
  addKey(id: string, options: KeyOptions): IKey;

  /** Creates the first key of the cluster, for all actions on all collections, with a value that is in no state: see {@link Key}. */
  bootstrapKey(id: string, options: BootstrapKeyOptions): IKey;

  /** Creates a key for the duration of each plan and deploy: see {@link TemporaryKey}. */
  temporaryKey(id: string, options: TemporaryKeyOptions): ITemporaryKey;

  /**
   * Creates a provider configuration with a data-plane key and the cluster's settings, as `provider` of constructs on the nodes. A key of
   * the same program is better passed on as `keys`: one deploy can rotate it then. @throws if the cluster has one with the same alias
   */
  dataProvider(options: DataProviderOptions): SearchCloudProvider;
}

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

/** For arguments of functions, in which CDKTF omits `Token.nullValue()`. */
const NULL = ref("null");

type Hostnames = ClusterHostnamesOutputReference | DataSearchcloudClusterHostnamesOutputReference;

/** The members that every {@link ICluster} derives from its hosts, and the methods that add to it. */
abstract class ClusterBase extends Construct implements ICluster {
  abstract readonly clusterId: string;
  abstract readonly fqn: string;
  abstract readonly provider?: TerraformProvider;

  /** @internal */
  protected abstract readonly hostnames: Hostnames;

  get nodes(): string[] {
    return Token.asList(Fn.try([this.hostnames.nodes, []]));
  }

  // Hosts are null until the cluster is in service, and an error in an output would block a destroy.
  get clusterEndpoint(): string {
    const { loadBalanced, searchDeliveryNetwork, nodes } = this.hostnames;
    const shared = Fn.coalesce([loadBalanced, searchDeliveryNetwork]);
    return Token.asString(Fn.try([shared, Fn.element(nodes, 0), NULL]));
  }

  addConfigurationChange(id: string, options: ConfigurationChangeOptions = {}): IConfigurationChange {
    return new ConfigurationChange(this, id, { ...options, cluster: this });
  }

  addCloningOperation(id: string, options: CloningOperationOptions = {}): ICloningOperation {
    return new CloningOperation(this, id, { ...options, cluster: this });
  }

  upgradeTo(id: string, options: ServerUpgradeOptions): IServerUpgrade {
    return new ServerUpgrade(this, id, { ...options, cluster: this });
  }

  rehearseUpgrade(id: string, options: UpgradeRehearsalOptions): IUpgradeRehearsal {
    return new UpgradeRehearsal(this, id, { ...options, cluster: this });
  }

  addServerParameter(id: string, options: ServerParameterOptions): IServerParameter {
    return new ServerParameter(this, id, { ...options, cluster: this });
  }

  issueApiKeys(id: string, options: ApiKeysOptions = {}): IApiKeys {
    return new ApiKeys(this, id, { ...options, cluster: this });
  }

  addCollection(id: string, options: CollectionOptions): IManagedCollection {
    return new Collection(this, id, { ...options, cluster: this });
  }

  addAlias(id: string, options: CollectionAliasOptions): ICollectionAlias {
    return new CollectionAlias(this, id, { ...options, cluster: this });
  }

  addKey(id: string, options: KeyOptions): IKey {
    return new Key(this, id, { ...options, cluster: this });
  }

  bootstrapKey(id: string, options: BootstrapKeyOptions): IKey {
    const { value, version, ...rest } = options;
    const all = { actions: ["*"], collections: ["*"], bootstrap: true };
    return this.addKey(id, { ...rest, ...all, valueWo: { value, version } });
  }

  temporaryKey(id: string, options: TemporaryKeyOptions): ITemporaryKey {
    return new TemporaryKey(this, id, { ...options, cluster: this });
  }

  dataProvider(options: DataProviderOptions): SearchCloudProvider {
    const id = options.alias ?? "data-provider";
    check(
      this.node.tryFindChild(id) === undefined,
      `Cluster "${this.node.id}" already has ${options.alias === undefined ? "a dataProvider without alias" : `"${id}"`}: pass another ` +
        "alias to dataProvider, or use the first one again.",
    );
    return new DataProvider(this, id, options, inheritedProvider(this, this.provider));
  }
}

/** Options to look up an existing cluster. */
export interface ClusterLookupOptions {
  /**
   * Provider configuration whose key can access the cluster.
   * @default - the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
}

/** A cluster that is not managed here. It is only read if more than its id is used. */
export class ImportedCluster extends ClusterBase {
  readonly provider?: TerraformProvider;
  private source?: DataSearchcloudCluster;

  constructor(
    scope: Construct,
    id: string,
    readonly clusterId: string,
    { provider }: ClusterLookupOptions,
  ) {
    super(scope, id);
    this.provider = provider;
  }

  get fqn(): string {
    return this.lookup.fqn;
  }

  /** @internal */
  protected get hostnames() {
    return this.lookup.hostnames;
  }

  private get lookup(): DataSearchcloudCluster {
    const { clusterId: id, provider } = this;
    this.source ??= new DataSearchcloudCluster(this, "Default", { id, provider });
    return this.source;
  }
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
