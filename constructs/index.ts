import "./peer";

export {
  ApiKeys,
  type ApiKeysOptions,
  type ApiKeysProps,
  type ApiKeysTimeouts,
  type IApiKeys,
  type ISecretSink,
  type IssuedKeys,
} from "./apiKeys";
export type { ChangeScheduleOptions } from "./changeSchedule";
export {
  CloningOperation,
  type CloningOperationOptions,
  type CloningOperationProps,
  type CloningOperationTimeouts,
  type ICloningOperation,
} from "./cloningOperation";
export { Cluster, type ClusterProps, type ClusterTimeouts } from "./cluster";
export type { ClusterLookupOptions, ICluster } from "./clusterBase";
export {
  Collection,
  type CollectionLookupOptions,
  type CollectionOptions,
  type CollectionProps,
  type CollectionTimeouts,
  type ICollection,
  type IManagedCollection,
} from "./collection";
export {
  CollectionAlias,
  type CollectionAliasOptions,
  type CollectionAliasProps,
  type ICollectionAlias,
} from "./collectionAlias";
export {
  CollectionExpectation,
  type CollectionExpectationOptions,
  type CollectionExpectationProps,
  type ICollectionExpectation,
  type SearchParameters,
} from "./collectionExpectation";
export type { CollectionSchemaOptions } from "./collectionSchema";
export {
  ConfigurationChange,
  type ConfigurationChangeOptions,
  type ConfigurationChangeProps,
  type ConfigurationChangeTimeouts,
  type IConfigurationChange,
} from "./configurationChange";
export type { DataProviderOptions } from "./dataProvider";
export {
  Documents,
  type DocumentsOptions,
  type DocumentsProps,
  type DocumentsSource,
  type IDocuments,
} from "./documents";
export { EphemeralVariable, type WriteOnlyValue } from "./ephemeralVariable";
export { Field, type FieldAttributes, type FieldOptions } from "./field";
/** The low-level bindings, for the escape hatch: `cluster.node.defaultChild as l1.cluster.Cluster`. */
export * as l1 from "./generated";
export {
  type BootstrapKeyOptions,
  type IKey,
  Key,
  type KeyOptions,
  type KeyProps,
  type KeyTimeouts,
} from "./key";
export {
  type ILiveCollection,
  LiveCollection,
  type LiveCollectionOptions,
  type LiveCollectionProps,
  type LiveCollectionTimeouts,
  type VersionQueryOptions,
} from "./liveCollection";
export {
  DayOfWeek,
  MaintenanceWindow,
  type MaintenanceWindowAttributes,
  type MaintenanceWindowOptions,
} from "./maintenanceWindow";
export type { INodesPart, NodeKeyOptions, NodesProps } from "./nodesPart";
export { type Dialect, SearchCloudProvider, type SearchCloudProviderProps } from "./provider";
export {
  type IServerParameter,
  ServerParameter,
  type ServerParameterOptions,
  type ServerParameterProps,
} from "./serverParameter";
export {
  type IServerUpgrade,
  ServerUpgrade,
  type ServerUpgradeOptions,
  type ServerUpgradeProps,
  type ServerUpgradeTimeouts,
} from "./serverUpgrade";
export { Memory, Vcpu } from "./size";
export {
  type ITemporaryKey,
  TemporaryKey,
  type TemporaryKeyOptions,
  type TemporaryKeyProps,
} from "./temporaryKey";
export { Region, Topology, type TopologyAttributes } from "./topology";
export type { UpgradeQueryOptions } from "./upgradeQueries";
export {
  type IUpgradeRehearsal,
  type RehearsedVersionOptions,
  UpgradeRehearsal,
  type UpgradeRehearsalOptions,
  type UpgradeRehearsalProps,
  type UpgradeRehearsalTimeouts,
} from "./upgradeRehearsal";
