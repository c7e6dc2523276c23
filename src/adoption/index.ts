/** An account as an import sees it, for code to be written from. */
export { type FoundCluster, reasonToLeaveOut } from "../provider/finding/clusters";
export type { ConfigurableParameter } from "../provider/finding/parameters";
export { nodeKeyProblem } from "../provider/model/nodeUrl";
export type { NodeCounts } from "../provider/model/topology";
export type { ClusterConfiguration } from "../provider/resources/cluster/configuration";
export type { DataApiKey } from "../provider/shared/service";
export { type ClusterDescription, findClusters, readClusterDescription, signatureOf } from "./cluster";
export { type CollectionConfiguration, type NodeContents, readNodeContents } from "./collections";
