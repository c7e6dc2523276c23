export { Cluster, type ClusterProps, type ClusterTimeouts } from "./cluster";
export type { ICluster } from "./clusterBase";
/** The low-level bindings, for the escape hatch: `cluster.node.defaultChild as l1.cluster.Cluster`. */
export * as l1 from "./generated";
export type { ClusterLookupOptions } from "./importedCluster";
export { Memory } from "./memory";
export { type Dialect, SearchCloudProvider, type SearchCloudProviderProps } from "./provider";
export { Region } from "./region";
export { Topology, type TopologyAttributes } from "./topology";
export { Vcpu } from "./vcpu";
