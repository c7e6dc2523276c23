import "./peer";

export { ApiKeys, type ApiKeysProps } from "./apiKeys";
export type { IApiKeys } from "./apiKeysInterface";
export type { ApiKeysOptions, ApiKeysTimeouts } from "./apiKeysOptions";
export type { ChangeScheduleOptions } from "./changeSchedule";
export { CloningOperation, type CloningOperationProps } from "./cloningOperation";
export type { CloningOperationOptions, CloningOperationTimeouts } from "./cloningOperationOptions";
export { Cluster, type ClusterProps, type ClusterTimeouts } from "./cluster";
export type { ClusterLookupOptions } from "./clusterBase";
export type {
  ICloningOperation,
  ICluster,
  IConfigurationChange,
  IServerParameter,
  IServerUpgrade,
  IUpgradeRehearsal,
  ServerParameterOptions,
} from "./clusterInterface";
export { Collection, type CollectionLookupOptions, type CollectionProps } from "./collection";
export { CollectionAlias, type CollectionAliasProps } from "./collectionAlias";
export { CollectionExpectation, type CollectionExpectationProps } from "./collectionExpectation";
export type {
  CollectionExpectationOptions,
  DocumentsOptions,
  DocumentsSource,
  ICollection,
  ICollectionAlias,
  ICollectionExpectation,
  IDocuments,
  IKey,
  IManagedCollection,
  INodesPart,
  NodeKeyOptions,
} from "./collectionInterface";
export type {
  CollectionAliasOptions,
  CollectionOptions,
  CollectionTimeouts,
  KeyOptions,
} from "./collectionOptions";
export { ConfigurationChange, type ConfigurationChangeProps } from "./configurationChange";
export type { ConfigurationChangeOptions, ConfigurationChangeTimeouts } from "./configurationChangeOptions";
export { DayOfWeek } from "./dayOfWeek";
export { Documents, type DocumentsProps } from "./documents";
export { Field, type FieldAttributes, type FieldOptions } from "./field";
/** The low-level bindings, for the escape hatch: `cluster.node.defaultChild as l1.cluster.Cluster`. */
export * as l1 from "./generated";
export { Key, type KeyProps } from "./key";
export {
  MaintenanceWindow,
  type MaintenanceWindowAttributes,
  type MaintenanceWindowOptions,
} from "./maintenanceWindow";
export { Memory } from "./memory";
export type { NodesProps } from "./nodesPart";
export { type Dialect, SearchCloudProvider, type SearchCloudProviderProps } from "./provider";
export { Region } from "./region";
export type { SearchParameters } from "./searchParameters";
export type { ISecretSink, IssuedKeys } from "./secretSink";
export { ServerParameter, type ServerParameterProps } from "./serverParameter";
export { ServerUpgrade, type ServerUpgradeProps } from "./serverUpgrade";
export type { ServerUpgradeOptions, ServerUpgradeTimeouts } from "./serverUpgradeOptions";
export { Topology, type TopologyAttributes } from "./topology";
export { UpgradeRehearsal, type UpgradeRehearsalProps } from "./upgradeRehearsal";
export type {
  RehearsedVersionOptions,
  UpgradeQueryOptions,
  UpgradeRehearsalOptions,
  UpgradeRehearsalTimeouts,
} from "./upgradeRehearsalOptions";
export { Vcpu } from "./vcpu";
