/** What code can be written from: an account as an import will see it. */
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
