import type { IResolvable, ITerraformDependable, TerraformMetaArguments, TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import type { IApiKeys } from "./apiKeysInterface";
import type { ApiKeysOptions } from "./apiKeysOptions";
import type { CloningOperationOptions } from "./cloningOperationOptions";
import type { ICollectionAlias, IKey, IManagedCollection } from "./collectionInterface";
import type { CollectionAliasOptions, CollectionOptions, KeyOptions } from "./collectionOptions";
import type { ConfigurationChangeOptions } from "./configurationChangeOptions";
import type { ServerUpgradeOptions } from "./serverUpgradeOptions";
import type { UpgradeRehearsalOptions } from "./upgradeRehearsalOptions";

/** A cluster, created by this program or elsewhere. */
export interface ICluster extends IConstruct, ITerraformDependable {
  /** Reference ID of the cluster. */
  readonly clusterId: string;

  /** One host for each node; empty until the cluster is in service. */
  readonly nodes: string[];

  /**
   * The host that receives searches: the load-balanced one if there is any, else that of the search delivery network,
   * else the first node. Null until the cluster is in service.
   */
  readonly clusterEndpoint: string;

  /**
   * Provider configuration whose key sees the cluster. What is added to the cluster in the same stack uses it too.
   * @default - the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;

  /** Changes the cluster explicitly, or restarts it: see {@link ConfigurationChange}. */
  addConfigurationChange(id: string, options?: ConfigurationChangeOptions): IConfigurationChange;

  /** Clones the cluster, with its data, into a new one: see {@link CloningOperation}. */
  addCloningOperation(id: string, options?: CloningOperationOptions): ICloningOperation;

  /**
   * Rehearses a version of the search server on a clone, and changes the cluster to it when it has passed: see
   * {@link ServerUpgrade}.
   */
  upgradeTo(id: string, options: ServerUpgradeOptions): IServerUpgrade;

  /** Rehearses a version of the search server on a clone, and changes nothing: see {@link UpgradeRehearsal}. */
  rehearseUpgrade(id: string, options: UpgradeRehearsalOptions): IUpgradeRehearsal;

  /** Sets one parameter of the cluster's search server: see {@link ServerParameter}. */
  addServerParameter(id: string, options: ServerParameterOptions): IServerParameter;

  /** Issues a pair of keys for the search server of the cluster: see {@link ApiKeys}. */
  issueApiKeys(id: string, options?: ApiKeysOptions): IApiKeys;

  /** Creates a collection of documents on the cluster: see {@link Collection}. */
  addCollection(id: string, options: CollectionOptions): IManagedCollection;

  /** Creates a second name for a collection of the cluster: see {@link CollectionAlias}. */
  addAlias(id: string, options: CollectionAliasOptions): ICollectionAlias;

  /** Creates a key that allows less than the issued ones: see {@link Key}. */
  addKey(id: string, options: KeyOptions): IKey;
}

/** An explicit change of a cluster, or a restart: see {@link ConfigurationChange}. */
export interface IConfigurationChange extends IConstruct, ITerraformDependable {
  /** Identifier of the change. */
  readonly changeId: string;

  /** Status: `pending`, `in_progress`, `succeeded`, `failed` or `canceled`. */
  readonly status: string;

  /** When the change begins, in RFC 3339. */
  readonly performChangeAt: string;

  /** When the change ended, in RFC 3339; null until then. */
  readonly completedAt: string;

  /**
   * Imports an existing change: the next deploy writes it to the state instead of requesting a change.
   * @param changeId - identifier of the change
   * @param provider - provider configuration whose key sees it. @default - that of the change
   */
  importFrom(changeId: string, provider?: TerraformProvider): void;
}

/** A clone of a cluster: see {@link CloningOperation}. */
export interface ICloningOperation extends IConstruct, ITerraformDependable {
  /**
   * The clone. It is read (data source `searchcloud_cluster`) only when its nodes or its endpoint are used.
   * @throws when `wait` is false: the clone may not exist yet while the rest of the deploy needs it.
   */
  readonly targetCluster: ICluster;

  /** Reference ID of the clone; null until the cloning operation has succeeded. */
  readonly targetClusterId: string;

  /** Identifier of the cloning operation. */
  readonly cloningOperationId: string;

  /** Status: `pending`, `in_progress`, `succeeded`, `failed` or `canceled`. */
  readonly status: string;

  /** Region of the cluster that is cloned. */
  readonly sourceRegion: string;

  /** When the cloning operation ended, in RFC 3339; null until then. */
  readonly completedAt: string;

  /**
   * Imports an existing cloning operation: the next deploy writes it to the state instead of cloning.
   * @param cloningOperationId - identifier of the cloning operation
   * @param provider - provider configuration whose key sees it. @default - that of the operation
   */
  importFrom(cloningOperationId: string, provider?: TerraformProvider): void;
}

/** A version of the search server that a clone has to prove: see {@link UpgradeRehearsal}. */
export interface IUpgradeRehearsal extends IConstruct, ITerraformDependable {
  /** Identifier of the cloning operation that made the clone. */
  readonly rehearsalId: string;

  /** Status: `running`, `passed` or `failed`. */
  readonly status: string;

  /** The version that has passed; null until then. */
  readonly verifiedVersion: string;

  /** Reference ID of the clone; it stays here after the clone was terminated. */
  readonly cloneClusterId: string;

  /** When the clone was requested, in RFC 3339. */
  readonly startedAt: string;

  /** When it passed or failed, in RFC 3339; null until then. */
  readonly finishedAt: string;

  /** What was compared, for outputs: a list of `{ name, source, clone, passed, detail }`; null until then. */
  readonly checks: IResolvable;
}

/** A version that is rehearsed and rolled out: see {@link ServerUpgrade}. */
export interface IServerUpgrade extends IConstruct, ITerraformDependable {
  /** The version that has passed, and that the cluster is changed to; null until then. */
  readonly verifiedVersion: string;

  /** The rehearsal. */
  readonly rehearsal: IUpgradeRehearsal;

  /** The change that rolls the version out. */
  readonly change: IConfigurationChange;
}

/** One parameter of a search server, and Terraform's meta-arguments. */
export interface ServerParameterOptions extends TerraformMetaArguments {
  /**
   * Name of the parameter, such as `"max-per-page"`. An edit of the name replaces the parameter.
   * @default - the construct's id
   */
  readonly parameterName?: string;

  /** Value of the parameter, always a string: `"500"`. Changed in place. */
  readonly value: string;
}

/** A parameter of a cluster's search server: see {@link ServerParameter}. */
export interface IServerParameter extends IConstruct, ITerraformDependable {
  /** Name of the parameter. */
  readonly parameterName: string;

  /** Identifier of the parameter. */
  readonly parameterId: string;

  /** The value, known after the parameter is set. */
  readonly value: string;

  /**
   * Imports an existing parameter: the next deploy writes it to the state instead of creating it.
   * @param parameter - identifier or name of the parameter. @default - its name
   * @param provider - provider configuration whose key sees it. @default - that of the parameter
   */
  importFrom(parameter?: string, provider?: TerraformProvider): void;
}
