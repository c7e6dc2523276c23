export { Cluster, type ClusterProps, type ClusterTimeouts } from "./cluster";
export type { ICluster } from "./clusterBase";
export {
  ConfigurationChange,
  type ConfigurationChangeProps,
  type ConfigurationChangeTimeouts,
} from "./configurationChange";
export { DayOfWeek } from "./dayOfWeek";
/** The low-level bindings, for the escape hatch: `cluster.node.defaultChild as l1.cluster.Cluster`. */
export * as l1 from "./generated";
export type { ClusterLookupOptions } from "./importedCluster";
export {
  MaintenanceWindow,
  type MaintenanceWindowAttributes,
  type MaintenanceWindowOptions,
} from "./maintenanceWindow";
export { Memory } from "./memory";
export { type Dialect, SearchCloudProvider, type SearchCloudProviderProps } from "./provider";
export { Region } from "./region";
export { Topology, type TopologyAttributes } from "./topology";
export { Vcpu } from "./vcpu";
