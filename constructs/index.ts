export { ApiKeys, type ApiKeysOptions, type ApiKeysProps, type ApiKeysTimeouts } from "./apiKeys";
export {
  CloningOperation,
  type CloningOperationOptions,
  type CloningOperationProps,
  type CloningOperationTimeouts,
} from "./cloningOperation";
export { Cluster, type ClusterProps, type ClusterTimeouts } from "./cluster";
export type { ClusterLookupOptions } from "./clusterBase";
export type { ICluster } from "./clusterInterface";
export {
  ConfigurationChange,
  type ConfigurationChangeOptions,
  type ConfigurationChangeProps,
  type ConfigurationChangeTimeouts,
} from "./configurationChange";
export { DayOfWeek } from "./dayOfWeek";
/** The low-level bindings, for the escape hatch: `cluster.node.defaultChild as l1.cluster.Cluster`. */
export * as l1 from "./generated";
export {
  MaintenanceWindow,
  type MaintenanceWindowAttributes,
  type MaintenanceWindowOptions,
} from "./maintenanceWindow";
export { Memory } from "./memory";
export { type Dialect, SearchCloudProvider, type SearchCloudProviderProps } from "./provider";
export { Region } from "./region";
export type { ISecretSink, IssuedKeys } from "./secretSink";
export {
  ServerParameter,
  type ServerParameterOptions,
  type ServerParameterProps,
} from "./serverParameter";
export { Topology, type TopologyAttributes } from "./topology";
export { Vcpu } from "./vcpu";
