/** An account as an import sees it, for code to be written from. */
export { nodeKeyProblem } from "../provider/model/nodeUrl";
export type { NodeCounts } from "../provider/model/topology";
export type { DataApiKey } from "../provider/shared/service";
export type { ConfigurableParameter } from "./cluster";
export {
  type ClusterConfiguration,
  type ClusterDescription,
  type FoundCluster,
  findClusters,
  readClusterDescription,
  reasonToLeaveOut,
  signatureOf,
} from "./cluster";
export { type CollectionConfiguration, type NodeContents, readNodeContents } from "./collections";
