import { Fn, ref, type TerraformProvider, Token } from "cdktf";
import { Construct } from "constructs";
import { ApiKeys } from "./apiKeys";
import type { IApiKeys } from "./apiKeysInterface";
import type { ApiKeysOptions } from "./apiKeysOptions";
import { CloningOperation } from "./cloningOperation";
import type { CloningOperationOptions } from "./cloningOperationOptions";
import type {
  ICloningOperation,
  ICluster,
  IConfigurationChange,
  IServerParameter,
  IServerUpgrade,
  IUpgradeRehearsal,
  ServerParameterOptions,
} from "./clusterInterface";
import { Collection } from "./collection";
import { CollectionAlias } from "./collectionAlias";
import type { ICollectionAlias, IKey, IManagedCollection } from "./collectionInterface";
import type { CollectionAliasOptions, CollectionOptions, KeyOptions } from "./collectionOptions";
import { ConfigurationChange } from "./configurationChange";
import type { ConfigurationChangeOptions } from "./configurationChangeOptions";
import type { ClusterHostnamesOutputReference } from "./generated/cluster";
import {
  DataSearchcloudCluster,
  type DataSearchcloudClusterHostnamesOutputReference,
} from "./generated/data-searchcloud-cluster";
import { Key } from "./key";
import { ServerParameter } from "./serverParameter";
import { ServerUpgrade } from "./serverUpgrade";
import type { ServerUpgradeOptions } from "./serverUpgradeOptions";
import { UpgradeRehearsal } from "./upgradeRehearsal";
import type { UpgradeRehearsalOptions } from "./upgradeRehearsalOptions";

/** An argument of a function cannot be `Token.nullValue()`: that is written as nothing. */
const NULL = ref("null");

type Hostnames = ClusterHostnamesOutputReference | DataSearchcloudClusterHostnamesOutputReference;

/** What every {@link ICluster} derives from the record of hosts, and what can be added to it. */
export abstract class ClusterBase extends Construct implements ICluster {
  abstract readonly clusterId: string;
  abstract readonly fqn: string;
  abstract readonly provider?: TerraformProvider;

  /** @internal */
  protected abstract readonly hostnames: Hostnames;

  get nodes(): string[] {
    return Token.asList(Fn.try([this.hostnames.nodes, []]));
  }

  // The record of hosts is null until the cluster is in service, and an error in an output would block a destroy.
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
}

/** How an existing cluster is read. */
export interface ClusterLookupOptions {
  /**
   * Provider configuration whose key sees the cluster.
   * @default - the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
}

/** A cluster that is not managed here. It is read only when more than its id is used. */
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
