import { Fn, type ITerraformDependable, ref, type TerraformProvider, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { ApiKeys, type ApiKeysOptions, type IApiKeys } from "./apiKeys";
import { check } from "./checks";
import { CloningOperation, type CloningOperationOptions, type ICloningOperation } from "./cloningOperation";
import { inheritedProvider } from "./clusterPart";
import { Collection, type CollectionOptions, type IManagedCollection } from "./collection";
import { CollectionAlias, type CollectionAliasOptions, type ICollectionAlias } from "./collectionAlias";
import {
  ConfigurationChange,
  type ConfigurationChangeOptions,
  type IConfigurationChange,
} from "./configurationChange";
import { DataProvider, type DataProviderOptions } from "./dataProvider";
import type { ClusterHostnamesOutputReference } from "./generated/cluster";
import {
  DataSearchcloudCluster,
  type DataSearchcloudClusterHostnamesOutputReference,
} from "./generated/data-searchcloud-cluster";
import { type BootstrapKeyOptions, type IKey, Key, type KeyOptions } from "./key";
import { type ILiveCollection, LiveCollection, type LiveCollectionOptions } from "./liveCollection";
import type { SearchCloudProvider } from "./provider";
import { type IServerParameter, ServerParameter, type ServerParameterOptions } from "./serverParameter";
import { type IServerUpgrade, ServerUpgrade, type ServerUpgradeOptions } from "./serverUpgrade";
import { type ITemporaryKey, TemporaryKey, type TemporaryKeyOptions } from "./temporaryKey";
import { type IUpgradeRehearsal, UpgradeRehearsal, type UpgradeRehearsalOptions } from "./upgradeRehearsal";

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

  /**
   * Creates an alias whose collection can be edited in every way, while searches and writes go on: see {@link LiveCollection}.
   */
  addLiveCollection(id: string, options: LiveCollectionOptions): ILiveCollection;

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

/** For arguments of functions, in which CDKTF omits `Token.nullValue()`. */
const NULL = ref("null");

type Hostnames = ClusterHostnamesOutputReference | DataSearchcloudClusterHostnamesOutputReference;

/** The members that every {@link ICluster} derives from its hosts, and the methods that add to it. */
export abstract class ClusterBase extends Construct implements ICluster {
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

  addLiveCollection(id: string, options: LiveCollectionOptions): ILiveCollection {
    return new LiveCollection(this, id, { ...options, cluster: this });
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
